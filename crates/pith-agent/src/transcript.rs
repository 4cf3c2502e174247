//! A transcript together with what it replays to, so that prompt and tools are answered without reading it again.

use std::sync::Arc;

use pith_types::{AgentMessage, transcript::PromptState};

/// Messages, and the prompt and tools that they replay to (spec/core.md §2).
#[derive(Debug, Clone, Default)]
pub(crate) struct Transcript {
    messages: Vec<AgentMessage>,
    prompt: Arc<PromptState>,
}

impl Transcript {
    /// Appends a message.
    pub(crate) fn push(&mut self, message: AgentMessage) {
        if let Some(system) = message.as_system() {
            Arc::make_mut(&mut self.prompt).apply(system);
        }
        self.messages.push(message);
    }

    /// Takes the last message off, unless it is a system message: what has been announced stays announced.
    pub(crate) fn pop(&mut self) -> Option<AgentMessage> {
        self.messages.pop_if(|message| message.as_system().is_none())
    }

    pub(crate) fn messages(&self) -> &[AgentMessage] {
        &self.messages
    }

    /// The prompt and tools in force after the last message.
    pub(crate) fn prompt(&self) -> &PromptState {
        &self.prompt
    }
}

impl From<Vec<AgentMessage>> for Transcript {
    fn from(messages: Vec<AgentMessage>) -> Self {
        Self { prompt: Arc::new(PromptState::replay(&messages)), messages }
    }
}
