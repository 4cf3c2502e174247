//! The session's one writer: what the app puts into the file, and when.

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pith_config::{Diagnostic, Level};
use pith_session::{
    Context, EntryKind, Header, ModelChange, ModelRef, Session, SessionInfo, ThinkingLevelChange, WriteError, Written,
};
use pith_types::{AgentMessage, Model, ThinkingLevel};

/// A session, and whether the person knows that it cannot be written.
pub(crate) struct Record {
    state: Mutex<State>,
}

struct State {
    session: Session,
    trouble_told: bool,
}

impl Record {
    pub(crate) fn new(session: Session) -> Self {
        Self { state: Mutex::new(State { session, trouble_told: false }) }
    }

    /// What a session begins with, or what is different now that it goes on (spec/extensions-sessions-screen.md 3.2.1).
    /// Nothing reaches the disk before the first message.
    pub(crate) fn begin(&self, history: &Context, name: Option<String>, model: &Model, level: ThinkingLevel) {
        let mut state = self.lock();
        if let Some(name) = name.filter(|name| state.session.name() != Some(name)) {
            state.session.append(EntryKind::SessionInfo(SessionInfo { name: Some(name) }));
        }
        let chosen = ModelRef { provider: model.provider.clone(), model: model.id.clone() };
        if history.model.as_ref() != Some(&chosen) {
            let change = ModelChange { provider: chosen.provider, model_id: chosen.model };
            state.session.append(EntryKind::ModelChange(change));
        }
        if history.thinking_level != Some(level) {
            state.session.append(EntryKind::ThinkingLevelChange(ThinkingLevelChange { thinking_level: level }));
        }
    }

    /// Adds a message. What the person should be told when it cannot be written, once.
    pub(crate) fn keep(&self, message: &AgentMessage) -> Option<Diagnostic> {
        let mut state = self.lock();
        match state.session.append(EntryKind::message(message.clone())).written {
            Written::Saved | Written::Held => None,
            Written::Failed(error) => state.trouble(&error),
        }
    }

    /// Writes what could not be written before.
    pub(crate) fn flush(&self) -> Option<Diagnostic> {
        let mut state = self.lock();
        state.session.flush().err().and_then(|error| state.trouble(&error))
    }

    pub(crate) fn id(&self) -> String {
        self.lock().session.id().to_owned()
    }

    pub(crate) fn file(&self) -> Option<PathBuf> {
        self.lock().session.path().map(ToOwned::to_owned)
    }

    pub(crate) fn header(&self) -> Header {
        self.lock().session.header().clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // An append that panicked has left the session as it was or with the entry in memory; both can go on.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn trouble(&mut self, error: &WriteError) -> Option<Diagnostic> {
        if std::mem::replace(&mut self.trouble_told, true) {
            return None;
        }
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        Some(Diagnostic { level: Level::Error, ..Diagnostic::warning(format!("{error}{cause}")) })
    }
}
