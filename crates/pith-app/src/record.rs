//! The session's one writer: what the app puts into the file, and when.

mod close;
mod watch;

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pith_config::{Diagnostic, Level};
use pith_llm::estimate::estimate_message_tokens;
use pith_session::{
    Appended, BranchSummary, Compaction, Context, CustomMessageEntry, Entry, EntryId, EntryKind, Header, ModelChange,
    ModelRef, ReadError, Session, SessionInfo, ThinkingLevelChange, WriteError, Written,
};
use pith_types::transcript::current_system_message;
use pith_types::{AgentMessage, Message, Model, ThinkingLevel, Usage};
use serde::Deserialize as _;
use serde_json::Value;

use crate::compaction::counted_from;
use crate::convert::convert;

pub use close::CloseError;

/// A session, and whether the person knows that it cannot be written.
pub(crate) struct Record {
    state: Mutex<State>,
}

struct State {
    session: Session,
    /// The trouble that the person was told of.
    told: Option<String>,
    /// Of the turn under way: the answer's entry, and those of its results.
    turn: (Option<EntryId>, Vec<EntryId>),
}

impl Record {
    pub(crate) fn new(session: Session) -> Self {
        Self { state: Mutex::new(State { session, told: None, turn: Default::default() }) }
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
        let (id, trouble) = self.append(kind_of(message));
        let turn = &mut self.lock().turn;
        match message {
            AgentMessage::Model(Message::Assistant(_)) => *turn = (Some(id), Vec::new()),
            AgentMessage::Model(Message::ToolResult(_)) => turn.1.push(id),
            _ => {}
        }
        trouble
    }

    /// Adds an entry. What the person should be told when it cannot be written, once.
    pub(crate) fn append(&self, kind: EntryKind) -> (EntryId, Option<Diagnostic>) {
        let mut state = self.lock();
        let Appended { entry, written } = state.session.append(kind);
        let trouble = match written {
            Written::Saved | Written::Held => None,
            Written::Failed(error) => state.trouble(&error),
        };
        (entry.id, trouble)
    }

    /// The entries of the turn under way: the answer's, and those of its results.
    pub(crate) fn turn_entries(&self) -> (Option<EntryId>, Vec<EntryId>) {
        self.lock().turn.clone()
    }

    pub(crate) fn has_entry(&self, id: &str) -> bool {
        self.lock().session.tree().contains(id)
    }

    /// What a model is given of the conversation now.
    pub(crate) fn context(&self) -> Context {
        self.lock().session.context()
    }

    /// Shows the session to whoever wants to read it.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Session) -> T) -> T {
        read(&self.lock().session)
    }

    /// A compaction that an extension made.
    pub(crate) fn compaction(
        &self,
        summary: String,
        first_kept: Option<EntryId>,
        details: Option<Value>,
        usage: Option<Usage>,
    ) -> EntryKind {
        let context = self.context();
        let tokens_before = convert(context.messages.clone()).iter().map(estimate_message_tokens).sum();
        EntryKind::Compaction(Compaction {
            summary,
            // Absent, nothing before is kept.
            first_kept_entry_id: first_kept.unwrap_or_else(|| EntryId::from("")),
            tokens_before,
            details,
            usage,
            from_hook: Some(true),
            system_message: current_system_message(&context.messages),
        })
    }

    /// Writes what could not be written before.
    pub(crate) fn flush(&self) -> Option<Diagnostic> {
        let mut state = self.lock();
        state.session.flush().err().and_then(|error| state.trouble(&error))
    }

    /// Adds an entry that is no message of the conversation; gives it, and what the person should be told.
    pub(crate) fn note(&self, kind: EntryKind) -> (Entry, Option<Diagnostic>) {
        let mut state = self.lock();
        let appended = state.session.append(kind);
        state.written(appended)
    }

    /// Another session takes the place of this one, whose file is let go.
    pub(crate) fn exchange(&self, session: Session) {
        *self.lock() = State { session, told: None, turn: Default::default() };
    }

    /// Makes an entry the leaf. What the person should be told when that cannot be written.
    pub(crate) fn move_leaf(&self, to: Option<&str>) -> Result<Option<Diagnostic>, ReadError> {
        let mut state = self.lock();
        let moved = state.session.move_leaf(to)?;
        Ok(moved.and_then(|moved| state.written(moved).1))
    }

    /// Makes an entry the leaf, and puts a summary after it.
    pub(crate) fn branch_with_summary(
        &self,
        to: Option<&str>,
        summary: BranchSummary,
    ) -> Result<(Entry, Option<Diagnostic>), ReadError> {
        let mut state = self.lock();
        let appended = state.session.branch_with_summary(to, summary)?;
        Ok(state.written(appended))
    }

    /// The entry that the next one follows.
    pub(crate) fn leaf(&self) -> Option<EntryId> {
        self.read(|session| session.leaf().cloned())
    }

    /// From which message of the context on the counts of providers are trusted.
    pub(crate) fn counted_from(&self) -> usize {
        self.read(|session| counted_from(session, &session.context()))
    }

    pub(crate) fn name(&self) -> Option<String> {
        self.read(|session| session.name().map(str::to_owned))
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
    /// An entry that was added, and what the person should be told when it could not be written.
    fn written(&mut self, appended: Appended) -> (Entry, Option<Diagnostic>) {
        let trouble = match appended.written {
            Written::Saved | Written::Held => None,
            Written::Failed(error) => self.trouble(&error),
        };
        (appended.entry, trouble)
    }

    /// Whether the person was told of just this.
    fn is_told(&self, error: &WriteError) -> bool {
        self.told.as_ref() == Some(&error.to_string())
    }

    fn trouble(&mut self, error: &WriteError) -> Option<Diagnostic> {
        if self.told.is_some() {
            return None;
        }
        self.told = Some(error.to_string());
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        Some(Diagnostic { level: Level::Error, ..Diagnostic::warning(format!("{error}{cause}")) })
    }
}

/// A message of an extension has an entry of its own kind; any other is a message of the conversation.
fn kind_of(message: &AgentMessage) -> EntryKind {
    if let AgentMessage::Custom(custom) = message
        && custom.role == "custom"
        && let Ok(entry) = CustomMessageEntry::deserialize(Value::Object(custom.fields.clone()))
    {
        return EntryKind::CustomMessage(entry);
    }
    EntryKind::message(message.clone())
}
