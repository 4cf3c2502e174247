//! What starts an activity, and what extensions make of its prompt (spec/extensions-sessions-screen.md 1.8.6).

use pith_types::{AgentMessage, Content};

use super::{PromptOptions, Shown};

/// An activity that is about to start, as the extensions before this one left it.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStart {
    /// What starts it.
    pub trigger: Trigger,
    /// What its prompt is built from. Changes hold for this activity.
    pub options: Shown<PromptOptions>,
    /// The whole prompt, in place of the one that is built; the transcript keeps the built one.
    pub forced: Option<String>,
    /// Kept and sent after what starts it.
    pub messages: Vec<AgentMessage>,
}

/// What starts an activity.
#[derive(Debug, Clone, PartialEq)]
pub enum Trigger {
    /// What a person put in, expanded.
    Prompt {
        /// The text.
        text: String,
        /// The images.
        images: Vec<Content>,
    },
    /// A message of an extension.
    Message(AgentMessage),
}

impl RunStart {
    /// The prompt as it would be sent now.
    pub fn system_prompt(&self) -> String {
        self.forced.clone().unwrap_or_else(|| self.options.render())
    }
}
