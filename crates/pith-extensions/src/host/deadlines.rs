//! How much time of its own an extension has for an event. Waiting for a dialog, a model, a program or any other host call
//! is not counted.

use std::time::Duration;

use crate::runtime::Budget;

/// The time for each kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// For loading: the module and its factory.
    pub load: Duration,
    /// For events that come with every piece of an answer.
    pub stream: Duration,
    /// For every other event.
    pub event: Duration,
    /// For the end of a session.
    pub shutdown: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            load: Duration::from_secs(30),
            stream: Duration::from_secs(5),
            event: Duration::from_secs(30),
            shutdown: Duration::from_secs(5),
        }
    }
}

impl Deadlines {
    /// The time for an event. Commands and tools take what they need.
    pub fn budget(&self, event: &str) -> Budget {
        Budget::Within(match event {
            "message_update" | "provider_stream_event" | "tool_execution_update" => self.stream,
            "session_shutdown" => self.shutdown,
            _ => self.event,
        })
    }
}
