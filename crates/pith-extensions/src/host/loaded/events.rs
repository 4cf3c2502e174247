//! The events as handlers are given them: what the app says, as JSON under the names of the reference.

use pith_agent::{ToolCallView, ToolOutput};
use pith_app::ShellCommand;
use pith_app::extension::{
    BeforeCompact, BeforeSwitch, Boundary, BoundaryPlace, InputView, Proposal, RunStart, Trigger,
};
use pith_app::input::{Delivery, Source};
use pith_types::Model;
use serde_json::{Map, Value, json};

/// `input`
pub(super) fn input(input: &InputView<'_>) -> Value {
    let mut event = json!({ "text": input.text, "source": source_name(input.source) });
    if !input.images.is_empty() {
        event["images"] = json!(input.images);
    }
    match input.delivery {
        Delivery::Steer => event["streamingBehavior"] = "steer".into(),
        Delivery::FollowUp => event["streamingBehavior"] = "followUp".into(),
        _ => {}
    }
    event
}

/// `before_agent_start`; its `systemPromptOptions` are given as a text of their own.
pub(super) fn before_agent_start(start: &RunStart) -> Value {
    let mut event = match &start.trigger {
        Trigger::Prompt { text, images } => {
            let mut event = json!({ "messageType": "user", "prompt": text });
            if !images.is_empty() {
                event["images"] = json!(images);
            }
            event
        }
        Trigger::Message(message) => json!({ "messageType": "custom", "message": message }),
    };
    if let Some(forced) = &start.forced {
        event["forced"] = forced.as_str().into();
    }
    event
}

/// `tool_result`
pub(super) fn tool_result(call: ToolCallView<'_>, arguments: &Map<String, Value>, output: &ToolOutput) -> Value {
    let mut event = json!({
        "toolCallId": call.call.id,
        "toolName": call.call.name,
        "input": arguments,
        "content": output.content,
        "isError": output.is_error,
    });
    let optional = [("details", &output.details), ("structuredContent", &output.structured_content)];
    for (name, value) in optional {
        if let Some(value) = value {
            event[name] = value.clone();
        }
    }
    if let Some(usage) = &output.usage {
        event["usage"] = json!(usage);
    }
    event
}

/// `turn_end` or `agent_before_settle`
pub(super) fn boundary(boundary: &Boundary, proposal: &Proposal) -> Value {
    let mut data = match &boundary.place {
        BoundaryPlace::Turn { index, message, tool_results, message_entry, result_entries } => json!({
            "turnIndex": index,
            "message": message,
            "toolResults": tool_results,
            "messageEntryId": message_entry,
            "toolResultEntryIds": result_entries,
        }),
        BoundaryPlace::Activity => json!({}),
    };
    data["outcome"] = json!(boundary.outcome);
    data["entries"] = json!(proposal.entries);
    data["continue"] = proposal.goes_on.into();
    data
}

/// `user_bash`
pub(super) fn user_bash(command: &ShellCommand, cwd: &std::path::Path) -> Value {
    json!({
        "command": command.command,
        "excludeFromContext": command.exclude_from_context,
        "cwd": cwd,
    })
}

/// `session_before_switch`
pub(super) fn before_switch(switch: &BeforeSwitch) -> Value {
    match &switch.target {
        Some(target) => json!({ "reason": "resume", "targetSessionFile": target }),
        None => json!({ "reason": "new" }),
    }
}

/// `session_before_compact`; `signal` names what fires when the person gives it up.
pub(super) fn before_compact(compact: &BeforeCompact, signal: &str) -> Value {
    let mut event = json!({
        "preparation": compact.preparation,
        "branchEntries": compact.branch,
        "reason": compact.reason,
        "willRetry": compact.will_retry,
        "signal": signal,
    });
    if let Some(instructions) = &compact.instructions {
        event["customInstructions"] = instructions.as_str().into();
    }
    event
}

/// `after_provider_response`
pub(super) fn response(status: u16, headers: &[(String, String)]) -> Value {
    json!({ "status": status, "headers": header_map(headers) })
}

/// `provider_stream_event`
pub(super) fn stream_event(model: &Model, data: &Value) -> Value {
    json!({ "provider": model.provider, "api": model.api, "model": model.id, "data": data })
}

/// Headers as an object; of two with the same name the last.
pub(super) fn header_map(headers: &[(String, String)]) -> Map<String, Value> {
    headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect()
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::Interactive => "interactive",
        Source::Rpc => "rpc",
        Source::Extension => "extension",
    }
}
