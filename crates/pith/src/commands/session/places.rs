//! Where sessions are, and which one a person means.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pith_config::{Environment, Paths, SettingsFiles};
use pith_session::find::{self, Located};
use pith_session::{OpenError, Owner, Session, VERSION};

use crate::problem::{Problem, files};
use crate::report::Report;
use crate::wire::{self, System};

/// The folders of sessions, and this process.
pub(crate) struct Places {
    pub environment: Environment,
    /// All folders of sessions.
    pub root: PathBuf,
    /// The folder of this working directory.
    pub folder: PathBuf,
    pub owner: Owner,
    /// Takes what is worth telling.
    pub report: Report,
}

impl Places {
    /// The usual places, with what settings and environment say of them.
    ///
    /// # Errors
    /// When no place for settings is known.
    pub(crate) fn read(report: Report) -> anyhow::Result<Self> {
        let environment = Environment::from_process()?;
        let paths = Paths::new(&environment)?;
        let setting = SettingsFiles::read(&paths).session_dir().map(|folder| environment.resolve(&folder));
        let owner = wire::owner(&environment);
        Ok(Self { root: paths.sessions_root(), folder: paths.session_dir(None, setting), environment, owner, report })
    }

    /// Where the working directory is.
    pub(super) fn cwd(&self) -> &Path {
        self.environment.current_dir()
    }

    /// The file of the session that a text names, of whatever project: of several with one id the newest, which is told.
    ///
    /// # Errors
    /// When there is none, or there are several.
    pub(super) fn named(&self, text: &str) -> Result<PathBuf, Problem> {
        let (path, copies) = self.located(text)?;
        tell_copies(text, &path, &copies, self.report);
        Ok(path)
    }

    /// The only file of the session that a text names, to change it.
    ///
    /// # Errors
    /// When there is none, or there are several.
    pub(super) fn only(&self, text: &str) -> Result<PathBuf, Problem> {
        match self.located(text)? {
            (path, copies) if copies.is_empty() => Ok(path),
            (path, copies) => Err(Problem::SessionCopies {
                id: text.to_owned(),
                paths: std::iter::once(path).chain(copies).collect(),
            }),
        }
    }

    fn located(&self, text: &str) -> Result<(PathBuf, Vec<PathBuf>), Problem> {
        match find::locate(text, &self.environment.resolve(text), &self.folder, &self.root) {
            Located::Path(path) => Ok((path, Vec::new())),
            Located::Here(found) | Located::Elsewhere(found) => Ok((found.path, found.copies)),
            Located::Ambiguous(several) => Err(Problem::AmbiguousSession {
                text: text.to_owned(),
                ids: several.into_iter().map(|found| found.header.id).collect(),
            }),
            Located::Nothing => Err(Problem::NoSession { text: text.to_owned() }),
        }
    }

    /// Opens a session to look at it.
    pub(super) fn look(&self, path: &Path) -> anyhow::Result<Session> {
        let session = Session::open_to_read(path, self.cwd(), Arc::new(System))?;
        if let Some(newer) = newer(&session, path) {
            self.report.warning(&format!("{newer}; what only that knows is not shown"));
        }
        Ok(session)
    }

    /// Opens a session to change it.
    pub(super) fn open(&self, path: &Path) -> anyhow::Result<Session> {
        Ok(Session::open(path, self.cwd(), self.owner.clone(), Arc::new(System))?)
    }
}

/// That a session is of a format that this program does not know, where it is.
pub(super) fn newer(session: &Session, path: &Path) -> Option<OpenError> {
    let version = session.header().version;
    (version > VERSION).then(|| OpenError::NewerVersion { path: path.to_owned(), version })
}

/// Tells which of several files with one id is taken.
pub(crate) fn tell_copies(id: &str, newest: &Path, older: &[PathBuf], report: Report) {
    if !older.is_empty() {
        let (newest, older) = (newest.display(), files(older));
        report
            .warning(&format!("session `{id}` is in several files; the newest is taken, `{newest}`, and not {older}"));
    }
}
