//! What hooks give back. The default of each changes nothing.

use std::sync::Arc;

use pith_types::{AgentMessage, Content, Model, ThinkingLevel, Usage};
use serde_json::Value;

use crate::{Tool, ToolOutput};

/// What changes for this request and the later ones of the run.
#[derive(Clone, Default)]
pub struct RequestChange {
    /// In place of the run's context. The agent's transcript stays as it is, so the two can diverge.
    pub messages: Option<Vec<AgentMessage>>,
    /// In place of the executable tools.
    pub tools: Option<Vec<Arc<dyn Tool>>>,
    /// In place of the model.
    pub model: Option<Arc<Model>>,
    /// In place of the thinking level.
    pub thinking_level: Option<ThinkingLevel>,
}

/// What changes between two turns.
#[derive(Clone, Default)]
pub struct NextTurn {
    /// For this and the later requests of the run.
    pub change: RequestChange,
    /// Committed, with events, before what is queued.
    pub append: Vec<AgentMessage>,
}

/// How a run goes on after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TurnDecision {
    /// As tools and queues say.
    #[default]
    Default,
    /// With at least one more request. Tool results, steering and follow-ups satisfy this too.
    Continue,
    /// Not at all: the run ends here, and the queues stay as they are.
    End,
}

/// Whether a tool call may run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolVerdict {
    /// It may.
    #[default]
    Allow,
    /// It may not; the other calls of the batch go on.
    Block {
        /// What the model is told; a default text when absent.
        reason: Option<String>,
        /// Counts like a tool's own [`terminate`](crate::ToolOutput::terminate).
        terminate: bool,
    },
}

impl ToolVerdict {
    /// Blocks with a reason for the model.
    pub fn block(reason: impl Into<String>) -> Self {
        Self::Block { reason: Some(reason.into()), terminate: false }
    }
}

/// What replaces parts of a tool's result. New content without new structured content drops the old structured content,
/// which would no longer match.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolAmendment {
    /// For the model.
    pub content: Option<Vec<Content>>,
    /// For programs and screens.
    pub details: Option<Value>,
    /// The same result for programs.
    pub structured_content: Option<Value>,
    /// Whether it failed.
    pub is_error: Option<bool>,
    /// Whether no further request is wanted.
    pub terminate: Option<bool>,
    /// The tool's own model usage.
    pub usage: Option<Usage>,
}

impl ToolAmendment {
    /// Puts it in force.
    pub fn apply(self, output: &mut ToolOutput) {
        if let Some(content) = self.content {
            output.content = content;
            output.structured_content = None;
        }
        output.structured_content = self.structured_content.or(output.structured_content.take());
        output.details = self.details.or(output.details.take());
        output.usage = self.usage.or(output.usage);
        output.is_error = self.is_error.unwrap_or(output.is_error);
        output.terminate = self.terminate.unwrap_or(output.terminate);
    }

    /// This one, and then a later one.
    pub fn then(&mut self, later: Self) {
        if later.content.is_some() {
            self.content = later.content;
            self.structured_content = None;
        }
        self.structured_content = later.structured_content.or(self.structured_content.take());
        self.details = later.details.or(self.details.take());
        self.usage = later.usage.or(self.usage);
        self.is_error = later.is_error.or(self.is_error);
        self.terminate = later.terminate.or(self.terminate);
    }
}
