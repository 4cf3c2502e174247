//! What extensions hear of what happens: events of the app → names and payloads (1.8.2). An event that nobody hears is not
//! put into JSON.

use pith_agent::{AgentEvent, ToolOutput};
use pith_app::App;
use pith_app::event::{AppEvent, SessionReason, assistant_event};
use pith_app::extension::ShutdownReason;
use pith_session::EntryKind;
use serde_json::{Value, json};

/// The event's name and payload, if somebody hears it.
pub(super) fn told(event: &AppEvent, app: Option<&App>, hears: impl Fn(&str) -> bool) -> Option<(&'static str, Value)> {
    let name = name(event)?;
    hears(name).then(|| (name, payload(event, app)))
}

fn name(event: &AppEvent) -> Option<&'static str> {
    Some(match event {
        AppEvent::SessionStarted { .. } => "session_start",
        AppEvent::SessionNamed { .. } => "session_info_changed",
        AppEvent::ModelChanged { .. } => "model_select",
        AppEvent::ThinkingLevelChanged { .. } => "thinking_level_select",
        AppEvent::SessionShutdown { .. } => "session_shutdown",
        AppEvent::CompactionEnd { result: Some(_), .. } => "session_compact",
        AppEvent::CompactionEnd { result: None, .. } => "session_compact_failed",
        AppEvent::TreeNavigated { .. } => "session_tree",
        AppEvent::AgentEnd { .. } => "agent_end",
        AppEvent::Settled { .. } => "agent_settled",
        AppEvent::UiPromptStart { .. } => "ui_prompt_start",
        AppEvent::UiPromptEnd { .. } => "ui_prompt_end",
        AppEvent::Agent(event) | AppEvent::NestedTool { event, .. } => match event {
            AgentEvent::AgentStart => "agent_start",
            AgentEvent::TurnStart => "turn_start",
            AgentEvent::MessageStart(_) => "message_start",
            AgentEvent::MessageUpdate(_) => "message_update",
            AgentEvent::ToolExecutionStart { .. } => "tool_execution_start",
            AgentEvent::ToolExecutionUpdate { .. } => "tool_execution_update",
            AgentEvent::ToolExecutionEnd { .. } => "tool_execution_end",
            // Told at doors of their own.
            AgentEvent::MessageEnd(_) | AgentEvent::TurnEnd { .. } | AgentEvent::AgentEnd { .. } => return None,
        },
        _ => return None,
    })
}

fn payload(event: &AppEvent, app: Option<&App>) -> Value {
    match event {
        AppEvent::SessionStarted { reason, previous, .. } => {
            let mut data = json!({ "reason": reason_name(*reason) });
            if let Some(previous) = previous {
                data["previousSessionFile"] = json!(previous);
            }
            data
        }
        AppEvent::SessionNamed { name } => with(json!({}), "name", name),
        AppEvent::ModelChanged { model, previous, cycled } => json!({
            "model": **model,
            "previousModel": **previous,
            "source": if *cycled { "cycle" } else { "set" },
        }),
        AppEvent::ThinkingLevelChanged { level, previous } => json!({ "level": level, "previousLevel": previous }),
        AppEvent::SessionShutdown { reason, target } => {
            let mut data = json!({ "reason": reason_of(*reason) });
            if let Some(target) = target {
                data["targetSessionFile"] = json!(target);
            }
            data
        }
        AppEvent::CompactionEnd { reason, result: Some(_), will_retry, .. } => {
            let entry = app.and_then(last_compaction);
            let by_hook = entry.as_ref().and_then(|entry| entry.get("fromHook")).cloned();
            json!({
                "compactionEntry": entry,
                "fromExtension": by_hook.unwrap_or(Value::Bool(false)),
                "reason": reason.as_str(),
                "willRetry": will_retry,
            })
        }
        AppEvent::CompactionEnd { reason, aborted, will_retry, error, .. } => {
            let data = json!({
                "reason": reason.as_str(),
                "aborted": aborted,
                "willRetry": will_retry,
                "fromExtension": false,
            });
            with(data, "errorMessage", error)
        }
        AppEvent::TreeNavigated { old_leaf, new_leaf, summary } => {
            let data = with(json!({ "oldLeafId": old_leaf, "newLeafId": new_leaf }), "summaryEntry", summary);
            let by_hook = data.pointer("/summaryEntry/fromHook").cloned();
            with(data, "fromExtension", &by_hook)
        }
        AppEvent::AgentEnd { messages, .. } => json!({ "messages": messages }),
        AppEvent::Settled { aborted } => json!({ "aborted": aborted }),
        AppEvent::UiPromptStart { kind, title } | AppEvent::UiPromptEnd { kind, title } => {
            with(json!({ "reason": "ui_prompt", "kind": kind }), "title", title)
        }
        AppEvent::Agent(event) => agent(event, app),
        AppEvent::NestedTool { parent, event } => {
            let mut data = agent(event, app);
            data["parentToolCallId"] = parent.as_str().into();
            data
        }
        _ => json!({}),
    }
}

/// The data with a field that is left out where there is nothing.
fn with(mut data: Value, name: &str, value: &Option<impl serde::Serialize>) -> Value {
    if let Some(value) = value {
        data[name] = json!(value);
    }
    data
}

/// The newest compaction of the session.
fn last_compaction(app: &App) -> Option<Value> {
    let entry = app
        .read_session(|session| session.entries().rev().find(|entry| matches!(entry.kind, EntryKind::Compaction(_))))?;
    serde_json::to_value(entry).ok()
}

fn agent(event: &AgentEvent, app: Option<&App>) -> Value {
    match event {
        AgentEvent::TurnStart => json!({ "turnIndex": app.map(App::turn_index), "timestamp": app.map(App::now_ms) }),
        AgentEvent::MessageStart(message) => json!({ "message": message }),
        AgentEvent::MessageUpdate(update) => json!({
            "message": app.and_then(App::streaming_message),
            "assistantMessageEvent": assistant_event(update),
        }),
        AgentEvent::ToolExecutionStart { call_id, tool_name, arguments } => {
            json!({ "toolCallId": call_id, "toolName": tool_name, "args": **arguments })
        }
        AgentEvent::ToolExecutionUpdate { call_id, tool_name, arguments, partial } => json!({
            "toolCallId": call_id,
            "toolName": tool_name,
            "args": **arguments,
            "partialResult": result(partial),
        }),
        AgentEvent::ToolExecutionEnd { call_id, tool_name, output, is_error, duration_ms } => {
            let data = json!({
                "toolCallId": call_id,
                "toolName": tool_name,
                "result": result(output),
                "isError": is_error,
            });
            with(data, "durationMs", duration_ms)
        }
        _ => json!({}),
    }
}

fn result(output: &ToolOutput) -> Value {
    let result = with(json!({ "content": output.content }), "details", &output.details);
    with(result, "structuredContent", &output.structured_content)
}

fn reason_of(reason: ShutdownReason) -> Value {
    json!(reason)
}

fn reason_name(reason: SessionReason) -> &'static str {
    match reason {
        SessionReason::Startup => "startup",
        SessionReason::Reload => "reload",
        SessionReason::New => "new",
        SessionReason::Resume => "resume",
        SessionReason::Fork => "fork",
    }
}
