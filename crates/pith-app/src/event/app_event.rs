//! Everything that a face can be told.

use pith_agent::AgentEvent;
use pith_config::Diagnostic;
use pith_session::Header;
use pith_types::AgentMessage;

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
    /// Something worth telling that stops nothing.
    Diagnostic(Diagnostic),
}
