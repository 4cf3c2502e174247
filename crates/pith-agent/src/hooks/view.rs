//! What hooks are shown: borrowed views of the run, never the run itself.

use std::sync::Arc;

use pith_types::{AgentMessage, AssistantMessage, Model, ThinkingLevel, ToolCall, ToolResultMessage};
use tokio_util::sync::CancellationToken;

use crate::Tool;

/// A request that is about to be made.
#[derive(Clone, Copy)]
pub struct RequestView<'a> {
    /// The run's context.
    pub messages: &'a [AgentMessage],
    /// The executable tools.
    pub tools: &'a [Arc<dyn Tool>],
    /// Whom the run asks.
    pub model: &'a Arc<Model>,
    /// How much it is asked to reason.
    pub thinking_level: ThinkingLevel,
    /// Fires when the run is aborted.
    pub cancel: &'a CancellationToken,
}

/// A turn whose answer, and the results of its calls, are there.
#[derive(Clone, Copy)]
pub struct TurnView<'a> {
    /// The answer.
    pub message: &'a Arc<AssistantMessage>,
    /// The results of its calls, in the order of the calls.
    pub tool_results: &'a [Arc<ToolResultMessage>],
    /// The run's context, this turn included.
    pub messages: &'a [AgentMessage],
    /// Every message that the run has added so far.
    pub new_messages: &'a [AgentMessage],
    /// Fires when the run is aborted.
    pub cancel: &'a CancellationToken,
}

/// A tool call that is about to run, or has run.
#[derive(Clone, Copy)]
pub struct ToolCallView<'a> {
    /// The answer that the call is part of.
    pub message: &'a Arc<AssistantMessage>,
    /// The call, with its arguments as the model sent them.
    pub call: &'a ToolCall,
    /// The run's context; its tail is the answer.
    pub messages: &'a [AgentMessage],
    /// Fires when the run is aborted.
    pub cancel: &'a CancellationToken,
}
