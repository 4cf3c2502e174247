//! Going on with another session: a new one, or one that is kept already.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pith_session::{Entry, NewSession, Session};
use serde_json::Value;

use crate::app::App;
use crate::command::{CommandError, Replaced};
use crate::event::SessionReason;
use crate::extension::BeforeSwitch;
use crate::life::{Activity, Doing};

impl App {
    /// Begins a session where this one works. What is active is ended first.
    ///
    /// # Errors
    /// Never now; it is a command like those that can fail.
    pub async fn new_session(&self, parent: Option<PathBuf>) -> Result<Replaced, CommandError> {
        self.new_session_with(parent, &[]).await
    }

    /// The same, with entries that stand in it from the beginning, as they are in a file; they get ids of their own. What is
    /// no entry is left out.
    ///
    /// # Errors
    /// As for [`App::new_session`].
    pub async fn new_session_with(&self, parent: Option<PathBuf>, first: &[Value]) -> Result<Replaced, CommandError> {
        let activity = self.alone().await;
        self.new_session_in(parent, first, &activity).await
    }

    pub(crate) async fn new_session_in(
        &self,
        parent: Option<PathBuf>,
        first: &[Value],
        activity: &Activity,
    ) -> Result<Replaced, CommandError> {
        if self.inner.fanout.before_switch(&BeforeSwitch { target: None }).await {
            return Ok(Replaced::cancelled());
        }
        let mut session = self.inner.record.read(|session| {
            let cwd = session.header().cwd.clone().into();
            session.another(NewSession { cwd, id: None, parent_session: parent })
        });
        put_first(&mut session, first);
        self.take_up(session, SessionReason::New, activity).await;
        Ok(Replaced::default())
    }

    /// Goes on with the session of a file. What is active is ended first.
    ///
    /// # Errors
    /// When it cannot be opened, or works in another folder.
    pub async fn switch_session(&self, path: &Path) -> Result<Replaced, CommandError> {
        let activity = self.alone().await;
        let is_this = |file: PathBuf| {
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            real(&file) == real(path)
        };
        if self.inner.fanout.before_switch(&BeforeSwitch { target: Some(path.to_owned()) }).await {
            return Ok(Replaced::cancelled());
        }
        if self.inner.record.file().is_some_and(is_this) {
            return Ok(Replaced::default());
        }
        let session = self.inner.record.read(|session| session.open_another(path))?;
        self.resume(session, path, &activity).await
    }

    /// Copies a session file into the folder of this session, and goes on with it. What is active is ended first.
    ///
    /// # Errors
    /// When it cannot be read or copied, or works in another folder.
    pub async fn import_session(&self, path: &Path) -> Result<Replaced, CommandError> {
        let activity = self.alone().await;
        if self.inner.fanout.before_switch(&BeforeSwitch { target: Some(path.to_owned()) }).await {
            return Ok(Replaced::cancelled());
        }
        let session = self.inner.record.read(|session| session.import_another(path))?;
        self.resume(session, path, &activity).await
    }

    /// Goes on with an opened session, if tools and files are where it works.
    async fn resume(&self, session: Session, path: &Path, activity: &Activity) -> Result<Replaced, CommandError> {
        let (here, there) = (self.inner.record.header().cwd, session.header().cwd.clone());
        if here != there {
            return Err(CommandError::Elsewhere { path: path.to_owned(), cwd: there.into() });
        }
        self.take_up(session, SessionReason::Resume, activity).await;
        Ok(Replaced::default())
    }

    /// Ends what is active, and takes the one place for it; what took it meanwhile, as another command of this kind does, is
    /// waited for.
    pub(crate) async fn alone(&self) -> Activity {
        if !self.inner.life.is_settled() {
            self.abort();
        }
        loop {
            self.settled().await;
            if let Some(activity) = self.inner.life.begin(Doing::Running) {
                return activity;
            }
        }
    }
}

/// Keys of entries that name others.
const NAMES: [&str; 3] = ["targetId", "firstKeptEntryId", "fromId"];

/// Adds entries one after another, under ids of this session; those that name each other still do.
fn put_first(session: &mut Session, entries: &[Value]) {
    let mut ids: HashMap<String, String> = HashMap::new();
    for entry in entries {
        let mut entry = entry.clone();
        for name in NAMES {
            let known = entry.get(name).and_then(Value::as_str).and_then(|id| ids.get(id)).cloned();
            if let Some(id) = known {
                entry[name] = id.into();
            }
        }
        let Ok(parsed) = Entry::parse(&entry.to_string()) else { continue };
        let added = session.append(parsed.kind).entry;
        ids.insert(parsed.id.as_str().to_owned(), added.id.as_str().to_owned());
    }
}
