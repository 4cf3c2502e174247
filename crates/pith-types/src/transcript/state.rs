//! The fold over system messages: what of prompt and tools is in force after each of them.
//!
//! Comes in: one system message at a time. Goes out: the prompt, the tools, and the one message that says the same as
//! all of them together. Each question costs what the answer is long, however long the transcript.

use indexmap::IndexMap;

use super::{TranscriptMessage, system_messages, text::join_paragraph, text::prompt_text};
use crate::{SystemMessage, ToolDeclaration, UserContent};

/// Prompt and tools in force (R2.4–R2.7). Start from the default, and [`apply`](Self::apply) every system message once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PromptState {
    content: String,
    sections: IndexMap<String, String>,
    tools: IndexMap<String, ToolDeclaration>,
    timestamp: Option<i64>,
    any: bool,
}

impl PromptState {
    /// The state after all of `messages`.
    pub fn replay<M: TranscriptMessage>(messages: &[M]) -> Self {
        let mut state = Self::default();
        state.extend(messages);
        state
    }

    /// Takes in the system messages among `messages`, which follow what was taken in before.
    pub fn extend<M: TranscriptMessage>(&mut self, messages: &[M]) {
        for message in system_messages(messages) {
            self.apply(message);
        }
    }

    /// Takes in the next system message of the transcript.
    pub fn apply(&mut self, message: &SystemMessage) {
        self.any = true;
        self.timestamp = self.timestamp.or(message.timestamp);
        join_paragraph(&mut self.content, &message.content.to_text());
        for (name, value) in message.sections.iter().flatten() {
            match value {
                Some(text) => {
                    self.sections.insert(name.clone(), text.clone());
                }
                // Removing keeps the others' order, so that a section that comes back goes last.
                None => {
                    self.sections.shift_remove(name);
                }
            }
        }
        for tool in message.tools_removed.iter().flatten() {
            self.tools.shift_remove(&tool.name);
        }
        for tool in message.tools_added.iter().flatten() {
            self.tools.insert(tool.name.clone(), tool.clone());
        }
    }

    /// The prompt as a provider is given it: all content, then every section (R2.5).
    pub fn prompt(&self) -> String {
        prompt_text(&self.content, self.sections.values().map(String::as_str))
    }

    /// The contents of all system messages, joined by a blank line (R2.4).
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The sections in force by name, in the order in which they were first set (R2.5).
    pub fn sections(&self) -> &IndexMap<String, String> {
        &self.sections
    }

    /// The declared tools by name, in their order (R2.7).
    pub fn tools(&self) -> &IndexMap<String, ToolDeclaration> {
        &self.tools
    }

    /// One system message that says the same as all that were taken in (R2.6); nothing when there was none. Its timestamp
    /// is the first that any of them had, else 0.
    pub fn to_message(&self) -> Option<SystemMessage> {
        self.any.then(|| SystemMessage {
            content: UserContent::Text(self.content.clone()),
            sections: (!self.sections.is_empty())
                .then(|| self.sections.iter().map(|(name, text)| (name.clone(), Some(text.clone()))).collect()),
            tools_added: (!self.tools.is_empty()).then(|| self.tools.values().cloned().collect()),
            tools_removed: None,
            timestamp: Some(self.timestamp.unwrap_or(0)),
        })
    }
}

/// The prompt in force after `messages`, or an empty text (R2.8).
pub fn current_system_prompt<M: TranscriptMessage>(messages: &[M]) -> String {
    PromptState::replay(messages).prompt()
}

/// One system message that says the same as all of `messages` together (R2.6); nothing when there is none.
///
/// A text whose message has no timestamp counts like any other.
pub fn current_system_message<M: TranscriptMessage>(messages: &[M]) -> Option<SystemMessage> {
    PromptState::replay(messages).to_message()
}

/// The tools declared after `messages`, in their order (R2.7).
pub fn current_tools<M: TranscriptMessage>(messages: &[M]) -> Vec<ToolDeclaration> {
    PromptState::replay(messages).tools.into_values().collect()
}
