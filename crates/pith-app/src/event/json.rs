//! [`AppEvent`] → one line of JSON.
//!
//! A line costs what it says: a delta is written as the delta, not as the message so far, so a long answer stays linear.

use pith_agent::{AgentEvent, ToolOutput};
use pith_llm::StreamEvent;
use pith_session::Entry;
use pith_types::{AgentMessage, AssistantMessage, Content, Model, ThinkingLevel, ToolCall, ToolResultMessage, Usage};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{AppEvent, SessionReason, SummarySource};
use crate::compaction::Compacted;

/// Writes events as JSON. Keeps only the usage of the answer that is under way, which every update of it repeats.
#[derive(Debug, Default)]
pub struct JsonEvents {
    usage: Usage,
}

impl JsonEvents {
    /// Appends the event and a line feed.
    ///
    /// # Errors
    /// When the event holds something that has no JSON.
    pub fn write(&mut self, event: &AppEvent, out: &mut Vec<u8>) -> serde_json::Result<()> {
        match event {
            AppEvent::SessionStarted { header, reason: SessionReason::Startup, .. } => {
                serde_json::to_writer(&mut *out, header)?;
            }
            AppEvent::Diagnostic(diagnostic) => serde_json::to_writer(&mut *out, diagnostic)?,
            event => match self.line(event) {
                Some(line) => serde_json::to_writer(&mut *out, &line)?,
                None => return Ok(()),
            },
        }
        out.push(b'\n');
        Ok(())
    }

    fn line<'a>(&'a mut self, event: &'a AppEvent) -> Option<Line<'a>> {
        Some(match event {
            AppEvent::Agent(event) => return self.agent_line(event, None),
            AppEvent::NestedTool { parent, event } => return self.agent_line(event, Some(parent)),
            AppEvent::AgentEnd { messages, will_retry } => Line::AgentEnd { messages, will_retry: *will_retry },
            AppEvent::Settled { aborted } => Line::AgentSettled { aborted: *aborted },
            AppEvent::QueueUpdate { steering, follow_up } => Line::QueueUpdate { steering, follow_up },
            AppEvent::ShellOutput { id, delta } => Line::BashExecutionUpdate { id: id.as_deref(), delta },
            AppEvent::ExtensionError { extension, event, error, stack } => {
                Line::ExtensionError { extension_path: extension, event, error, stack: stack.as_deref() }
            }
            AppEvent::RetryStart { attempt, max_attempts, delay_ms, error } => Line::AutoRetryStart {
                attempt: *attempt,
                max_attempts: *max_attempts,
                delay_ms: *delay_ms,
                error_message: error,
            },
            AppEvent::RetryEnd { success, attempt, final_error, .. } => {
                Line::AutoRetryEnd { success: *success, attempt: *attempt, final_error: final_error.as_deref() }
            }
            AppEvent::CompactionStart { reason } => Line::CompactionStart { reason: reason.as_str() },
            AppEvent::CompactionEnd { reason, result, aborted, will_retry, error } => Line::CompactionEnd {
                reason: reason.as_str(),
                result: result.as_deref(),
                aborted: *aborted,
                will_retry: *will_retry,
                error_message: error.as_deref(),
            },
            AppEvent::ContextTrimmed { results, tokens_before, tokens_after } => {
                Line::ContextTrimmed { results: *results, tokens_before: *tokens_before, tokens_after: *tokens_after }
            }
            AppEvent::SummaryRetryScheduled { attempt, max_attempts, delay_ms, error } => {
                Line::SummarizationRetryScheduled {
                    attempt: *attempt,
                    max_attempts: *max_attempts,
                    delay_ms: *delay_ms,
                    error_message: error,
                }
            }
            AppEvent::SummaryRetryStart(SummarySource::BranchSummary) => {
                Line::SummarizationRetryAttemptStart { source: "branchSummary", reason: None }
            }
            AppEvent::SummaryRetryStart(SummarySource::Compaction(reason)) => {
                Line::SummarizationRetryAttemptStart { source: "compaction", reason: Some(reason.as_str()) }
            }
            AppEvent::SummaryRetryFinished => Line::SummarizationRetryFinished,
            AppEvent::SessionNamed { name } => Line::SessionInfoChanged { name: name.as_deref() },
            AppEvent::EntryAppended(entry) => Line::EntryAppended { entry },
            AppEvent::ModelChanged { model, .. } => Line::ModelChanged { model },
            AppEvent::ThinkingLevelChanged { level, .. } => Line::ThinkingLevelChanged { level: *level },
            AppEvent::SessionStarted { .. }
            | AppEvent::Diagnostic(_)
            | AppEvent::SessionShutdown { .. }
            | AppEvent::TreeNavigated { .. }
            | AppEvent::UiPromptStart { .. }
            | AppEvent::UiPromptEnd { .. } => return None,
        })
    }

    /// `parent` is the call whose tool makes this one.
    fn agent_line<'a>(&'a mut self, event: &'a AgentEvent, parent: Option<&'a str>) -> Option<Line<'a>> {
        Some(match event {
            AgentEvent::AgentStart => Line::AgentStart,
            AgentEvent::TurnStart => Line::TurnStart,
            AgentEvent::MessageStart(message) => {
                if let Some(answer) = message.as_assistant() {
                    self.usage = answer.usage;
                }
                Line::MessageStart { message }
            }
            AgentEvent::MessageUpdate(event) => {
                Line::MessageUpdate { usage: &self.usage, assistant_message_event: Update::of(event)? }
            }
            AgentEvent::MessageEnd(message) => Line::MessageEnd { message },
            AgentEvent::ToolExecutionStart { call_id, tool_name, arguments } => Line::ToolExecutionStart {
                tool_call_id: call_id,
                tool_name,
                args: arguments,
                parent_tool_call_id: parent,
            },
            AgentEvent::ToolExecutionUpdate { call_id, tool_name, arguments, partial } => Line::ToolExecutionUpdate {
                tool_call_id: call_id,
                tool_name,
                args: arguments,
                partial_result: Output::of(partial),
                parent_tool_call_id: parent,
            },
            AgentEvent::ToolExecutionEnd { call_id, tool_name, output, is_error, duration_ms } => {
                Line::ToolExecutionEnd {
                    tool_call_id: call_id,
                    tool_name,
                    result: Output::of(output),
                    is_error: *is_error,
                    duration_ms: *duration_ms,
                    parent_tool_call_id: parent,
                }
            }
            AgentEvent::TurnEnd { message, tool_results } => Line::TurnEnd {
                message: Answer { role: "assistant", message },
                tool_results: tool_results
                    .iter()
                    .map(|message| Answer { role: "toolResult", message: message.as_ref() })
                    .collect(),
            },
            AgentEvent::AgentEnd { messages } => Line::AgentEnd { messages, will_retry: false },
        })
    }
}

/// A step of an answer as extensions hear it; nothing for the stream's start and end, which the message's events say.
pub fn assistant_event(event: &StreamEvent) -> Option<Value> {
    Update::of(event).and_then(|update| serde_json::to_value(update).ok())
}

/// A line. Serializes in the order of its fields.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Line<'a> {
    AgentStart,
    TurnStart,
    MessageStart {
        message: &'a AgentMessage,
    },
    MessageUpdate {
        usage: &'a Usage,
        assistant_message_event: Update<'a>,
    },
    MessageEnd {
        message: &'a AgentMessage,
    },
    ToolExecutionStart {
        tool_call_id: &'a str,
        tool_name: &'a str,
        args: &'a Map<String, Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_tool_call_id: Option<&'a str>,
    },
    ToolExecutionUpdate {
        tool_call_id: &'a str,
        tool_name: &'a str,
        args: &'a Map<String, Value>,
        partial_result: Output<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_tool_call_id: Option<&'a str>,
    },
    ToolExecutionEnd {
        tool_call_id: &'a str,
        tool_name: &'a str,
        result: Output<'a>,
        is_error: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        duration_ms: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_tool_call_id: Option<&'a str>,
    },
    TurnEnd {
        message: Answer<'a, AssistantMessage>,
        tool_results: Vec<Answer<'a, ToolResultMessage>>,
    },
    AgentEnd {
        messages: &'a [AgentMessage],
        will_retry: bool,
    },
    AgentSettled {
        aborted: bool,
    },
    QueueUpdate {
        steering: &'a [String],
        follow_up: &'a [String],
    },
    ExtensionError {
        extension_path: &'a str,
        event: &'a str,
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        stack: Option<&'a str>,
    },
    AutoRetryStart {
        attempt: u32,
        max_attempts: u32,
        delay_ms: u64,
        error_message: &'a str,
    },
    AutoRetryEnd {
        success: bool,
        attempt: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        final_error: Option<&'a str>,
    },
    CompactionStart {
        reason: &'static str,
    },
    CompactionEnd {
        reason: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<&'a Compacted>,
        aborted: bool,
        will_retry: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        error_message: Option<&'a str>,
    },
    ContextTrimmed {
        results: usize,
        tokens_before: u64,
        tokens_after: u64,
    },
    SummarizationRetryScheduled {
        attempt: u32,
        max_attempts: u32,
        delay_ms: u64,
        error_message: &'a str,
    },
    SummarizationRetryAttemptStart {
        source: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
    },
    SummarizationRetryFinished,
    SessionInfoChanged {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
    },
    EntryAppended {
        entry: &'a Entry,
    },
    ModelChanged {
        model: &'a Model,
    },
    ThinkingLevelChanged {
        level: ThinkingLevel,
    },
    BashExecutionUpdate {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        delta: &'a str,
    },
}

/// A step of the answer (5.4.2). Start and end of the stream have no line of their own: the message's events say them.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Update<'a> {
    TextStart {
        content_index: usize,
    },
    TextDelta {
        content_index: usize,
        delta: &'a str,
    },
    TextEnd {
        content_index: usize,
        content: &'a str,
    },
    ThinkingStart {
        content_index: usize,
    },
    ThinkingDelta {
        content_index: usize,
        delta: &'a str,
    },
    ThinkingEnd {
        content_index: usize,
        content: &'a str,
    },
    #[serde(rename = "toolcall_start")]
    ToolCallStart {
        content_index: usize,
        id: &'a str,
        tool_name: &'a str,
    },
    #[serde(rename = "toolcall_delta")]
    ToolCallDelta {
        content_index: usize,
        delta: &'a str,
    },
    #[serde(rename = "toolcall_end")]
    ToolCallEnd {
        content_index: usize,
        tool_call: Block<'a>,
    },
}

impl<'a> Update<'a> {
    fn of(event: &'a StreamEvent) -> Option<Self> {
        Some(match event {
            StreamEvent::TextStart { index } => Self::TextStart { content_index: *index },
            StreamEvent::TextDelta { index, delta } => Self::TextDelta { content_index: *index, delta },
            StreamEvent::TextEnd { index, content, .. } => Self::TextEnd { content_index: *index, content },
            StreamEvent::ThinkingStart { index } => Self::ThinkingStart { content_index: *index },
            StreamEvent::ThinkingDelta { index, delta } => Self::ThinkingDelta { content_index: *index, delta },
            StreamEvent::ThinkingEnd { index, content, .. } => Self::ThinkingEnd { content_index: *index, content },
            StreamEvent::ToolCallStart { index, id, name } => {
                Self::ToolCallStart { content_index: *index, id, tool_name: name }
            }
            StreamEvent::ToolCallDelta { index, delta } => Self::ToolCallDelta { content_index: *index, delta },
            StreamEvent::ToolCallEnd { index, tool_call } => {
                Self::ToolCallEnd { content_index: *index, tool_call: Block { kind: "toolCall", call: tool_call } }
            }
            StreamEvent::Start(_) | StreamEvent::Done(_) | StreamEvent::Error(_) => return None,
        })
    }
}

/// A tool call as it stands in a message's content.
#[derive(Serialize)]
struct Block<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    call: &'a ToolCall,
}

/// A message's body with its role.
#[derive(Serialize)]
struct Answer<'a, T> {
    role: &'static str,
    #[serde(flatten)]
    message: &'a T,
}

/// What a tool gave, as far as it gave it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    content: &'a [Content],
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<&'a Usage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nested_calls: Option<&'a Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    terminate: bool,
}

impl<'a> Output<'a> {
    fn of(output: &'a ToolOutput) -> Self {
        Self {
            content: &output.content,
            details: output.details.as_ref(),
            structured_content: output.structured_content.as_ref(),
            usage: output.usage.as_ref(),
            nested_calls: output.nested_calls.as_ref(),
            is_error: output.is_error,
            terminate: output.terminate,
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
