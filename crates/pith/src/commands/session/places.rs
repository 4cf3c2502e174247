//! Where sessions are, and which one a person means.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pith_config::{Environment, Paths, SettingsFiles};
use pith_session::find::{self, Located};
use pith_session::{Owner, Session};

use crate::problem::Problem;
use crate::wire::{self, System};

/// The folders of sessions, and this process.
pub(crate) struct Places {
    pub environment: Environment,
    /// All folders of sessions.
    pub root: PathBuf,
    /// The folder of this working directory.
    pub folder: PathBuf,
    pub owner: Owner,
}

impl Places {
    /// The usual places, with what settings and environment say of them.
    ///
    /// # Errors
    /// When no place for settings is known.
    pub(crate) fn read() -> anyhow::Result<Self> {
        let environment = Environment::from_process()?;
        let paths = Paths::new(&environment)?;
        let setting = SettingsFiles::read(&paths).session_dir().map(|folder| environment.resolve(&folder));
        let owner = wire::owner(&environment);
        Ok(Self { root: paths.sessions_root(), folder: paths.session_dir(None, setting), environment, owner })
    }

    /// Where the working directory is.
    pub(super) fn cwd(&self) -> &Path {
        self.environment.current_dir()
    }

    /// The file of the session that a text names, of whatever project.
    ///
    /// # Errors
    /// When there is none, or there are several.
    pub(super) fn named(&self, text: &str) -> Result<PathBuf, Problem> {
        match find::locate(text, &self.environment.resolve(text), &self.folder, &self.root) {
            Located::Path(path) => Ok(path),
            Located::Here(found) | Located::Elsewhere(found) => Ok(found.path),
            Located::Ambiguous(several) => Err(Problem::AmbiguousSession {
                text: text.to_owned(),
                ids: several.into_iter().map(|found| found.header.id).collect(),
            }),
            Located::Nothing => Err(Problem::NoSession { text: text.to_owned() }),
        }
    }

    /// Opens a session to look at it.
    pub(super) fn look(&self, path: &Path) -> anyhow::Result<Session> {
        Ok(Session::open_to_read(path, self.cwd(), Arc::new(System))?)
    }

    /// Opens a session to change it.
    pub(super) fn open(&self, path: &Path) -> anyhow::Result<Session> {
        Ok(Session::open(path, self.cwd(), self.owner.clone(), Arc::new(System))?)
    }
}
