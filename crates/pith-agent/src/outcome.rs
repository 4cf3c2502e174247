//! How a run ended.

use pith_types::{AgentMessage, AssistantMessage, Content};

use crate::Failure;

/// What is left of a run: how it ended, and what it added.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    /// How it ended.
    pub end: RunEnd,
    /// Every message that the run added, in order: prompts, announcements, what was queued, answers, results.
    pub messages: Vec<AgentMessage>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunEnd {
    /// Nothing was left to do.
    Completed,
    /// The model failed; the last answer's `errorMessage` says how.
    ModelFailed,
    /// It was aborted. What was queued stays queued.
    Aborted,
    /// Code around the run failed: a hook, a listener, the model's stream.
    Failed(Failure),
}

impl RunOutcome {
    /// The last answer.
    pub fn answer(&self) -> Option<&AssistantMessage> {
        self.messages.iter().rev().find_map(AgentMessage::as_assistant)
    }

    /// The text of the last answer, its text blocks joined; empty when there is none.
    pub fn text(&self) -> String {
        self.answer().into_iter().flat_map(|answer| &answer.content).filter_map(Content::as_text).collect()
    }
}
