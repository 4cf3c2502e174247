//! What a run reports, in the order it happens (spec/core.md §4 Events).

use std::sync::Arc;

use pith_llm::StreamEvent;
use pith_types::{AgentMessage, AssistantMessage, ToolResultMessage};
use serde_json::{Map, Value};

use crate::ToolOutput;

/// One step of a run. Listeners get it after the agent's own state has taken it in (R3.8).
#[derive(Debug, Clone)]
pub enum AgentEvent {
    /// A run begins.
    AgentStart,
    /// A request and what follows from it begin.
    TurnStart,
    /// A message begins; an assistant's is still empty.
    MessageStart(AgentMessage),
    /// An assistant's message grew.
    MessageUpdate(StreamEvent),
    /// A message is complete and part of the transcript.
    MessageEnd(AgentMessage),
    /// A tool call is about to be checked and run.
    ToolExecutionStart {
        /// The call.
        call_id: String,
        /// The tool.
        tool_name: String,
        /// Raw, as the model sent them.
        arguments: Arc<Map<String, Value>>,
    },
    /// A running tool reported progress.
    ToolExecutionUpdate {
        /// The call.
        call_id: String,
        /// The tool.
        tool_name: String,
        /// Raw, as the model sent them.
        arguments: Arc<Map<String, Value>>,
        /// The whole result so far.
        partial: ToolOutput,
    },
    /// A tool call has its result.
    ToolExecutionEnd {
        /// The call.
        call_id: String,
        /// The tool.
        tool_name: String,
        /// The result.
        output: ToolOutput,
        /// Whether it failed.
        is_error: bool,
        /// Whole milliseconds of execution; absent when the tool did not run.
        duration_ms: Option<u64>,
    },
    /// A turn is complete.
    TurnEnd {
        /// The answer.
        message: Arc<AssistantMessage>,
        /// The results of its calls, in the order of the calls.
        tool_results: Vec<Arc<ToolResultMessage>>,
    },
    /// The run is complete.
    AgentEnd {
        /// Every message that the run added.
        messages: Vec<AgentMessage>,
    },
}
