//! Keeps the prompt that is wanted, and compares it with what a transcript holds.

use std::sync::{PoisonError, RwLock};

use pith_llm::Clock;
use pith_types::{AgentMessage, SystemMessage, transcript::PromptState};
use std::sync::Arc;

use crate::prompt::{PromptParts, Sections, patch, sections};

/// The wanted prompt.
pub(crate) struct Prompter {
    wanted: RwLock<Sections>,
    clock: Arc<dyn Clock>,
}

impl Prompter {
    pub(crate) fn new(parts: &PromptParts, clock: Arc<dyn Clock>) -> Self {
        Self { wanted: RwLock::new(sections(parts)), clock }
    }

    /// Wants another prompt from now on.
    pub(crate) fn want(&self, parts: &PromptParts) {
        *self.wanted.write().unwrap_or_else(PoisonError::into_inner) = sections(parts);
    }

    /// The system message that brings a transcript up to date; nothing when it is.
    pub(crate) fn patch(&self, messages: &[AgentMessage]) -> Option<AgentMessage> {
        let held = PromptState::replay(messages);
        let wanted = self.wanted.read().unwrap_or_else(PoisonError::into_inner);
        let sections = patch(held.sections(), &wanted)?;
        let message = SystemMessage {
            sections: Some(sections),
            timestamp: Some(self.clock.now_ms()),
            ..SystemMessage::default()
        };
        Some(message.into())
    }
}
