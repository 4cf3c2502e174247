//! Everything that a face can be told.

use std::borrow::Cow;
use std::path::PathBuf;

use pith_agent::AgentEvent;
use pith_config::{Diagnostic, Level};
use pith_session::Header;
use pith_types::AgentMessage;

use crate::extension::ShutdownReason;

/// One thing that happened. Told in this order: extensions, the session's file, faces; so what is shown is stored.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "most events are of the large kind, and all are passed by reference")]
pub enum AppEvent {
    /// A session is in force.
    SessionStarted(Header),
    /// A step of a run, all but its end.
    Agent(AgentEvent),
    /// A run ended.
    AgentEnd {
        /// Every message that it added.
        messages: Vec<AgentMessage>,
        /// Whether the same prompt is tried again by itself.
        will_retry: bool,
    },
    /// Nothing is left to do: the run and what follows from it are over.
    Settled {
        /// Whether it was aborted.
        aborted: bool,
    },
    /// What waits for its turn changed.
    QueueUpdate {
        /// Texts that wait to steer.
        steering: Vec<String>,
        /// Texts that wait for the run's end.
        follow_up: Vec<String>,
    },
    /// A command of the person wrote something.
    ShellOutput {
        /// As the command was named.
        id: Option<String>,
        /// What came since the last such event, in whole lines but for the last.
        delta: String,
    },
    /// The session is in force no longer; nothing more is told of it.
    SessionShutdown {
        /// Why.
        reason: ShutdownReason,
        /// The file of the session that takes over.
        target: Option<PathBuf>,
    },
    /// An extension failed; the path goes on without it.
    ExtensionError {
        /// Its identity.
        extension: String,
        /// What it was asked.
        event: String,
        /// In its words.
        error: String,
        /// Where in its code.
        stack: Option<String>,
    },
    /// An extension asks the person something. Nested questions are one.
    UiPromptStart {
        /// `select`, `confirm`, `input`, `editor` or `custom`.
        kind: &'static str,
        /// In short.
        title: Option<String>,
    },
    /// The person answered, or is not asked any more.
    UiPromptEnd {
        /// As at the start.
        kind: &'static str,
        /// As at the start.
        title: Option<String>,
    },
    /// Something worth telling that stops nothing.
    Diagnostic(Diagnostic),
}

impl AppEvent {
    /// What a face without a place for it tells beside its output: what is doubtful, and the failures of extensions.
    pub fn diagnostic(&self) -> Option<Cow<'_, Diagnostic>> {
        match self {
            Self::Diagnostic(diagnostic) => Some(Cow::Borrowed(diagnostic)),
            Self::ExtensionError { extension, event, error, .. } => {
                let text = format!("extension `{extension}` failed at `{event}`: {error}");
                Some(Cow::Owned(Diagnostic { level: Level::Error, ..Diagnostic::warning(text) }))
            }
            _ => None,
        }
    }
}
