//! Opening the file of a session to go on with it.

use std::{path::Path, sync::Arc};

use super::{NewSession, Place, Session, new_header};
use crate::{
    OpenError, Owner, Stamps, VERSION,
    file::SessionFile,
    load::{self, Outcome},
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
        let mut file = SessionFile::open(path, &owner)?;
        let read = |source| OpenError::Read { path: path.to_owned(), source };
        let mut draw = |tree: &Tree| stamps::entry_id(&*stamps, |id| tree.contains(id));
        let loaded = match load::load(file.reader(), file.path(), cwd, &mut draw).map_err(read)? {
            Outcome::Session(loaded) => loaded,
            Outcome::Empty => {
                let header = new_header(NewSession { cwd: cwd.to_owned(), ..NewSession::default() }, &*stamps);
                let place = Place::Planned { path: file.path().to_owned(), exclusive: false };
                return Ok(Self::new(header, place, owner, stamps));
            }
            Outcome::Foreign => return Err(OpenError::NotASession { path: path.to_owned() }),
            Outcome::Newer(version) => return Err(OpenError::NewerVersion { path: path.to_owned(), version }),
        };
        file.read_up_to(loaded.size, loaded.within_line);
        let mut session = if loaded.header.version < VERSION {
            let new = NewSession {
                cwd: loaded.header.cwd.clone().into(),
                id: None,
                parent_session: Some(file.path().to_owned()),
            };
            let folder = file.path().parent().unwrap_or(Path::new("")).to_owned();
            Self::create(&folder, new, owner, stamps)
        } else {
            Self::new(loaded.header, Place::File(file), owner, stamps)
        };
        session.tree = loaded.tree;
        session.damage = loaded.damage;
        if matches!(session.place, Place::Planned { .. }) {
            session.unsaved.extend(session.tree.last().map(|last| 0..=last).into_iter().flatten());
        }
        session.read_name();
        Ok(session)
    }
}
