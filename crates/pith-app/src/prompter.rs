//! Keeps the prompt that is wanted, and compares it with what a transcript holds.
//!
//! There is a lasting one, built from what was read and which tools are declared, and what extensions make of it for one
//! activity, which is gone when the next one starts.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use pith_llm::Clock;
use pith_types::transcript::{PromptState, current_tools};
use pith_types::{AgentMessage, SystemMessage};

use crate::extension::PromptOptions;
use crate::prompt::{ContextText, PromptParts, PromptTool, Sections, patch, sections};

/// The wanted prompt.
pub(crate) struct Prompter {
    state: RwLock<State>,
    clock: Arc<dyn Clock>,
}

struct State {
    lasting: PromptParts,
    wanted: Sections,
    /// Sent in place of whatever the transcript says, in this activity.
    forced: Option<String>,
}

impl Prompter {
    pub(crate) fn new(parts: PromptParts, clock: Arc<dyn Clock>) -> Self {
        let state = State { wanted: sections(&parts), lasting: parts, forced: None };
        Self { state: RwLock::new(state), clock }
    }

    /// Wants another prompt from now on, with the tools that are declared anyway.
    pub(crate) fn want(&self, parts: PromptParts) {
        let mut state = self.write();
        let tools = std::mem::take(&mut state.lasting.tools);
        state.lasting = PromptParts { tools, ..parts };
        state.wanted = sections(&state.lasting);
    }

    /// Wants a prompt of these tools from now on.
    pub(crate) fn want_tools(&self, tools: Vec<PromptTool>) {
        let mut state = self.write();
        state.lasting.tools = tools;
        state.wanted = sections(&state.lasting);
    }

    /// Wants a prompt with these context files from now on.
    pub(crate) fn want_context(&self, files: Vec<ContextText>) {
        let mut state = self.write();
        state.lasting.context_files = files;
        state.wanted = sections(&state.lasting);
    }

    /// What the lasting prompt is built from.
    pub(crate) fn options(&self) -> PromptOptions {
        (&self.read().lasting).into()
    }

    /// Wants the lasting prompt, or what extensions make of it for this activity.
    pub(crate) fn want_for_activity(&self, options: Option<&PromptOptions>, forced: Option<String>) {
        let mut state = self.write();
        state.wanted = match options {
            Some(options) => sections(&options.into()),
            None => sections(&state.lasting),
        };
        state.forced = forced.or_else(|| options.and_then(|options| options.force_system_prompt.clone()));
    }

    /// The system message that brings a transcript up to date; nothing when it is.
    pub(crate) fn patch(&self, messages: &[AgentMessage]) -> Option<AgentMessage> {
        let held = PromptState::replay(messages);
        let sections = patch(held.sections(), &self.read().wanted)?;
        let message = SystemMessage {
            sections: Some(sections),
            timestamp: Some(self.clock.now_ms()),
            ..SystemMessage::default()
        };
        Some(message.into())
    }

    /// The messages with the forced prompt in place of every system message; as they are when none is forced.
    pub(crate) fn force(&self, messages: Vec<AgentMessage>) -> Vec<AgentMessage> {
        let Some(forced) = self.read().forced.clone() else { return messages };
        let tools = current_tools(&messages);
        let head = SystemMessage {
            content: forced.into(),
            tools_added: (!tools.is_empty()).then_some(tools),
            timestamp: Some(self.clock.now_ms()),
            ..SystemMessage::default()
        };
        let conversation = messages.into_iter().filter(|message| message.as_system().is_none());
        std::iter::once(head.into()).chain(conversation).collect()
    }

    /// The prompt as it would be sent now.
    pub(crate) fn text(&self) -> String {
        let state = self.read();
        state.forced.clone().unwrap_or_else(|| state.wanted.values().cloned().collect::<Vec<_>>().join("\n\n"))
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}
