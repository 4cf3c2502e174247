//! Messages and events as the traces write them (spec/core.md §7.3).

use pith_agent::{AgentEvent, ToolOutput};
use pith_llm::StreamEvent;
use pith_types::{AgentMessage, AssistantMessage, Content, Message, StopReason, ToolResultMessage, UserContent};
use serde_json::{Map, Value, json};

/// `user:TEXT`, `assistant:STOP`, `toolResult:ID[:error]`, else the role alone.
pub(super) fn digest(message: &AgentMessage) -> Value {
    match message {
        AgentMessage::Model(Message::User(user)) => {
            let image = |block: &Content| matches!(block, Content::Image { .. });
            let images = match &user.content {
                UserContent::Blocks(blocks) if blocks.iter().any(image) => "+image",
                _ => "",
            };
            json!(format!("user:{}{images}", user.content.to_text()))
        }
        AgentMessage::Model(Message::Assistant(answer)) => json!(digest_answer(answer)),
        AgentMessage::Model(Message::ToolResult(result)) => {
            let error = if result.is_error { ":error" } else { "" };
            json!(format!("toolResult:{}{error}", result.tool_call_id))
        }
        other => json!(other.role()),
    }
}

pub(super) fn digests(messages: &[AgentMessage]) -> Value {
    messages.iter().map(digest).collect()
}

pub(super) fn digest_answer(answer: &AssistantMessage) -> String {
    format!("assistant:{}", stop_reason(answer.stop_reason))
}

pub(super) fn stop_reason(reason: StopReason) -> String {
    serde_json::to_value(reason).unwrap().as_str().unwrap().to_owned()
}

/// A message without what differs from run to run.
pub(super) fn reduce(message: &AgentMessage) -> Value {
    let mut value = serde_json::to_value(message).unwrap();
    let fields = value.as_object_mut().unwrap();
    for name in ["usage", "api", "provider", "model", "timestamp"] {
        fields.shift_remove(name);
    }
    let duration = fields.shift_remove("durationMs");
    if message.role() == "toolResult" {
        fields.insert("hasDurationMs".into(), json!(duration.is_some()));
    }
    for name in ["toolsAdded", "toolsRemoved"] {
        if let Some(tools) = fields.get_mut(name) {
            *tools = tools.as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
        }
    }
    value
}

pub(crate) fn output(output: &ToolOutput) -> Value {
    let mut fields = Map::new();
    fields.insert("content".into(), serde_json::to_value(&output.content).unwrap());
    let details = output.details.as_ref().map(|details| ("details", details.clone()));
    let structured = output.structured_content.as_ref().map(|structured| ("structuredContent", structured.clone()));
    let terminate = output.terminate.then(|| ("terminate", json!(true)));
    for (name, value) in [details, structured, terminate].into_iter().flatten() {
        fields.insert(name.into(), value);
    }
    Value::Object(fields)
}

fn ids(results: &[std::sync::Arc<ToolResultMessage>]) -> Value {
    results.iter().map(|result| json!(result.tool_call_id)).collect()
}

pub(super) fn tool_results(results: &[std::sync::Arc<ToolResultMessage>]) -> Value {
    ids(results)
}

/// The kind of an update, as triggers and events name it.
pub(crate) fn update_kind(event: &StreamEvent) -> &'static str {
    match event {
        StreamEvent::Start(_) => "start",
        StreamEvent::TextStart { .. } => "text_start",
        StreamEvent::TextDelta { .. } => "text_delta",
        StreamEvent::TextEnd { .. } => "text_end",
        StreamEvent::ThinkingStart { .. } => "thinking_start",
        StreamEvent::ThinkingDelta { .. } => "thinking_delta",
        StreamEvent::ThinkingEnd { .. } => "thinking_end",
        StreamEvent::ToolCallStart { .. } => "toolcall_start",
        StreamEvent::ToolCallDelta { .. } => "toolcall_delta",
        StreamEvent::ToolCallEnd { .. } => "toolcall_end",
        StreamEvent::Done(_) => "done",
        StreamEvent::Error(_) => "error",
    }
}

fn update(event: &StreamEvent) -> Value {
    let mut value = json!({"type": "message_update", "event": update_kind(event)});
    let (index, extra) = match event {
        StreamEvent::TextStart { index } | StreamEvent::ThinkingStart { index } => (index, None),
        StreamEvent::ToolCallStart { index, .. } => (index, None),
        StreamEvent::TextDelta { index, delta }
        | StreamEvent::ThinkingDelta { index, delta }
        | StreamEvent::ToolCallDelta { index, delta } => (index, Some(("delta", json!(delta)))),
        StreamEvent::TextEnd { index, content, .. } | StreamEvent::ThinkingEnd { index, content, .. } => {
            (index, Some(("content", json!(content))))
        }
        StreamEvent::ToolCallEnd { index, tool_call } => {
            let call = Content::ToolCall(tool_call.clone());
            (index, Some(("toolCall", serde_json::to_value(call).unwrap())))
        }
        StreamEvent::Start(_) | StreamEvent::Done(_) | StreamEvent::Error(_) => return value,
    };
    value["contentIndex"] = json!(index);
    if let Some((name, extra)) = extra {
        value[name] = extra;
    }
    value
}

pub(crate) fn event(event: &AgentEvent) -> Value {
    match event {
        AgentEvent::AgentStart => json!({"type": "agent_start"}),
        AgentEvent::TurnStart => json!({"type": "turn_start"}),
        AgentEvent::MessageStart(message) => json!({"type": "message_start", "message": reduce(message)}),
        AgentEvent::MessageUpdate(event) => update(event),
        AgentEvent::MessageEnd(message) => json!({"type": "message_end", "message": reduce(message)}),
        AgentEvent::ToolExecutionStart { call_id, tool_name, arguments } => {
            json!({"type": "tool_execution_start", "toolCallId": call_id, "toolName": tool_name, "args": **arguments})
        }
        AgentEvent::ToolExecutionUpdate { call_id, tool_name, arguments, partial } => json!({
            "type": "tool_execution_update", "toolCallId": call_id, "toolName": tool_name, "args": **arguments,
            "partialResult": output(partial),
        }),
        AgentEvent::ToolExecutionEnd { call_id, tool_name, output: result, is_error, duration_ms } => json!({
            "type": "tool_execution_end", "toolCallId": call_id, "toolName": tool_name, "isError": is_error,
            "result": output(result), "hasDurationMs": duration_ms.is_some(),
        }),
        AgentEvent::TurnEnd { message, tool_results } => {
            json!({"type": "turn_end", "message": digest_answer(message), "toolResults": ids(tool_results)})
        }
        AgentEvent::AgentEnd { messages } => json!({"type": "agent_end", "messages": digests(messages)}),
    }
}
