//! The tools that are offered, and calls of one tool by another.

use pith_agent::{ToolCallOptions, ToolOutput, run_tool_call};
use pith_app::tools::AppTool;
use pith_types::ToolCall;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Instant;

use super::{Answer, Question, Work, unknown};
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    Some(match question.method {
        "tools.active" => question.app().map(|app| json!(app.active_tools())),
        "tools.all" => question.app().map(|app| app.all_tools().iter().map(listed).collect()),
        "tools.callable" => question.app().map(|app| {
            let active = app.active_tools();
            let callable = |tool: &&AppTool| active.iter().any(|name| name == tool.name()) || is_reserve(tool);
            app.all_tools().iter().filter(callable).map(listed).collect()
        }),
        "tools.setActive" => question.app().map(|app| {
            let names: Vec<String> = question
                .args
                .get("names")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect();
            app.set_active_tools(&names);
            Value::Null
        }),
        "tool.update" => {
            let partial = question.args.get("partial").cloned().unwrap_or_default();
            question.shared.running.update(question.text("callId"), partial);
            Ok(Value::Null)
        }
        "tool.definition" => question.app().map(|app| {
            app.built_in_tools().iter().find(|tool| tool.name() == question.text("name")).map_or(Value::Null, listed)
        }),
        _ => return None,
    })
}

/// Whether other tools may call it though it is not offered.
fn is_reserve(tool: &AppTool) -> bool {
    use pith_app::tools::Exposure::{Codemode, Deferred};
    matches!(tool.exposure, Codemode | Deferred)
}

/// A tool as extensions are told of it (1.5.5).
fn listed(tool: &AppTool) -> Value {
    let declaration = tool.tool.declaration();
    let mut listed = json!({
        "name": declaration.name,
        "label": tool.tool.label(),
        "description": declaration.description,
        "parameters": declaration.parameters,
        "promptGuidelines": tool.guidelines,
        "exposure": tool.exposure,
    });
    if let Some(snippet) = &tool.snippet {
        listed["promptSnippet"] = snippet.as_str().into();
    }
    let built_in = || {
        let path = format!("builtin:{}", declaration.name);
        json!({ "path": path, "source": "builtin", "scope": "temporary", "origin": "top-level" })
    };
    listed["sourceInfo"] = tool.info.get("sourceInfo").cloned().unwrap_or_else(built_in);
    for name in ["namespace", "annotations", "renderShell"] {
        if let Some(value) = tool.info.get(name) {
            listed[name] = value.clone();
        }
    }
    listed
}

/// So deep may tools call one another: one that calls itself must come to an end.
const DEEPEST: usize = 32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nested {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    call_id: Option<String>,
    name: String,
    #[serde(default)]
    args: Map<String, Value>,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    let app = work.app()?;
    let nested: Nested = work.read()?;
    let tool = match work.method {
        "tool.nested" => {
            let active = app.active_tools();
            let callable = |tool: &AppTool| active.iter().any(|name| name == tool.name()) || is_reserve(tool);
            app.all_tools().into_iter().find(|tool| tool.name() == nested.name && callable(tool))
        }
        "tool.builtin" => app.built_in_tools().into_iter().find(|tool| tool.name() == nested.name),
        method => return Err(unknown(method)),
    };
    let events = Arc::clone(&work.events);
    let update = Arc::new(move |partial: ToolOutput| events(result(&partial)));
    let (parent, cancel) = (nested.call_id.clone(), work.cancel.clone());
    let id = nested.id.or(nested.call_id).unwrap_or_default();
    let call = ToolCall { id: id.clone(), name: nested.name, arguments: nested.args, ..ToolCall::default() };
    // A tool of the program's own that an extension's stands for was asked about already, under that one's name.
    if work.method == "tool.builtin" {
        let Some(tool) = tool else { return Ok(failed(&format!("Tool {} not found", call.name))) };
        let options = ToolCallOptions { tools: vec![tool.tool], cancel, update, ..ToolCallOptions::default() };
        return Ok(result(&work.on_app(run_tool_call(call, options)).await?.0));
    }
    let running = &work.shared.running;
    let above = std::iter::successors(parent.clone(), |id| running.parent(id)).take(DEEPEST + 1).count();
    if above > DEEPEST {
        return Ok(failed(&format!("tools call one another more than {DEEPEST} deep; is it a circle?")));
    }
    let parent = parent.unwrap_or_default();
    running.nest(&call, parent.clone());
    let began = Instant::now();
    let output = work.on_app(async move { app.call_tool(tool, call, &parent, update, cancel).await }).await;
    work.shared.running.unnest(&id, output.as_ref().ok(), began.elapsed());
    Ok(result(&output?))
}

fn result(output: &ToolOutput) -> Value {
    json!({
        "content": output.content,
        "details": output.details,
        "structuredContent": output.structured_content,
        "isError": output.is_error,
    })
}

fn failed(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": true })
}
