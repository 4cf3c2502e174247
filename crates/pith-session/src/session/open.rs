//! Opening the file of a session to go on with it.

use std::{path::Path, sync::Arc};

use super::{NewSession, Place, Session, new_header};
use crate::{
    OpenError, Owner, Stamps, VERSION,
    file::SessionFile,
    load::{self, Loaded, Outcome},
    stamps,
    tree::Tree,
};

impl Session {
    /// Opens a session file. `cwd` serves an empty file, which becomes a new session, and one whose header is lost.
    ///
    /// A session of an older format goes on in a new file beside the old one, with a new id, once there is something to
    /// write; the old file is left as it is.
    ///
    /// # Errors
    /// When the file cannot be read, is no session, is of a newer format, or is being written to by another process.
    pub fn open(path: &Path, cwd: &Path, owner: Owner, stamps: Arc<dyn Stamps>) -> Result<Self, OpenError> {
        let file = SessionFile::open(path, Some(&owner))?;
        let (loaded, file) = match read(file, path, cwd, VERSION, &*stamps)? {
            Read::Session(loaded, file) => (loaded, file),
            Read::Empty(file) => {
                let header = new_header(NewSession { cwd: cwd.to_owned(), ..NewSession::default() }, &*stamps);
                let place = Place::Planned { path: file.path().to_owned(), exclusive: false };
                return Ok(Self::new(header, place, owner, stamps));
            }
        };
        if loaded.header.version == VERSION {
            let mut session = Self::of(*loaded, Place::File, file, owner, stamps);
            session.recover_answer();
            return Ok(session);
        }
        let new = NewSession {
            cwd: loaded.header.cwd.clone().into(),
            id: None,
            parent_session: Some(file.path().to_owned()),
        };
        let folder = file.path().parent().unwrap_or(Path::new("")).to_owned();
        let mut session = Self::create(&folder, new, owner, stamps);
        session.tree = loaded.tree;
        session.damage = loaded.damage;
        session.index_unknown();
        session.unsaved.extend(session.tree.last().map(|last| 0..=last).into_iter().flatten());
        session.read_name();
        Ok(session)
    }

    /// Opens a session file of any format to look at it, whoever may be writing to it. What is added to it is kept in
    /// memory only.
    ///
    /// # Errors
    /// When the file cannot be read, or is no session.
    pub fn open_to_read(path: &Path, cwd: &Path, stamps: Arc<dyn Stamps>) -> Result<Self, OpenError> {
        let file = SessionFile::open(path, None)?;
        match read(file, path, cwd, u32::MAX, &*stamps)? {
            Read::Session(loaded, file) => Ok(Self::of(*loaded, Place::Reading, file, Owner::nobody(), stamps)),
            Read::Empty(_) => Err(OpenError::NotASession { path: path.to_owned() }),
        }
    }

    fn of(
        loaded: Loaded,
        place: fn(SessionFile) -> Place,
        file: SessionFile,
        owner: Owner,
        stamps: Arc<dyn Stamps>,
    ) -> Self {
        let mut session = Self::new(loaded.header, place(file), owner, stamps);
        session.index_found(loaded.is_indexed, loaded.damage.len());
        session.tree = loaded.tree;
        session.damage = loaded.damage;
        session.read_name();
        session
    }
}

/// What a file turned out to be.
enum Read {
    Session(Box<Loaded>, SessionFile),
    Empty(SessionFile),
}

fn read(mut file: SessionFile, path: &Path, cwd: &Path, newest: u32, stamps: &dyn Stamps) -> Result<Read, OpenError> {
    let failed = |source| OpenError::Read { path: path.to_owned(), source };
    let mut draw = |tree: &Tree| stamps::entry_id(stamps, |id| tree.contains(id));
    match load::load(file.reader(), file.path(), cwd, newest, &mut draw).map_err(failed)? {
        Outcome::Session(loaded) => {
            file.read_up_to(loaded.size, loaded.within_line);
            Ok(Read::Session(loaded, file))
        }
        Outcome::Empty => Ok(Read::Empty(file)),
        Outcome::Foreign => Err(OpenError::NotASession { path: path.to_owned() }),
        Outcome::Newer(version) => Err(OpenError::NewerVersion { path: path.to_owned(), version }),
    }
}
