//! Validation, and calls without a run.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_agent::{
    HookError, Hooks, Tool, ToolAmendment, ToolCallOptions, ToolCallView, ToolContext, ToolError, ToolOutput,
    ToolVerdict, run_tool_call, validate_arguments,
};
use pith_types::{Content, ToolCall, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::failed;
use crate::traces::digest;

pub(super) fn validate(tool: &Value, call: &Value) -> Value {
    let tool: ToolDeclaration = serde_json::from_value(tool.clone()).unwrap();
    match validate_arguments(&tool, &read_call(call)) {
        Ok(arguments) => Value::Object(arguments),
        Err(_) => failed(),
    }
}

/// With the tool to be found by name first.
pub(super) fn validate_named(tools: &Value, call: &Value) -> Value {
    let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == call["name"]);
    tool.map_or_else(failed, |tool| validate(tool, call))
}

fn read_call(call: &Value) -> ToolCall {
    match serde_json::from_value(call.clone()).unwrap() {
        Content::ToolCall(call) => call,
        other => panic!("{other:?} is no call"),
    }
}

type Calls = Arc<Mutex<Vec<&'static str>>>;

struct Scripted {
    declaration: ToolDeclaration,
    spec: Value,
    calls: Calls,
}

#[async_trait]
impl Tool for Scripted {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, _: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        self.calls.lock().unwrap().push("execute");
        match self.spec["throws"].as_str() {
            Some(text) => Err(ToolError::new(text)),
            None => Ok(output(&self.spec["result"])),
        }
    }
}

fn output(result: &Value) -> ToolOutput {
    ToolOutput {
        content: serde_json::from_value(result["content"].clone()).unwrap(),
        details: result.get("details").cloned(),
        structured_content: result.get("structuredContent").cloned(),
        is_error: result["isError"] == json!(true),
        ..ToolOutput::default()
    }
}

/// Hooks are there when the input has their keys, also with null.
struct Around {
    before: Option<Value>,
    after: Option<Value>,
    calls: Calls,
}

#[async_trait]
impl Hooks for Around {
    async fn before_tool_call(
        &self,
        _: ToolCallView<'_>,
        _: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        let Some(before) = &self.before else { return Ok(ToolVerdict::Allow) };
        self.calls.lock().unwrap().push("before");
        match before["block"] == json!(true) {
            true => Ok(ToolVerdict::block(before["reason"].as_str().unwrap())),
            false => Ok(ToolVerdict::Allow),
        }
    }

    async fn after_tool_call(
        &self,
        _: ToolCallView<'_>,
        _: &Map<String, Value>,
        _: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        let Some(after) = &self.after else { return Ok(ToolAmendment::default()) };
        self.calls.lock().unwrap().push("after");
        Ok(ToolAmendment {
            content: after.get("content").map(|content| serde_json::from_value(content.clone()).unwrap()),
            structured_content: after.get("structuredContent").cloned(),
            ..ToolAmendment::default()
        })
    }
}

pub(super) async fn run(input: &Value) -> Value {
    let calls = Calls::default();
    let tool = |spec: &Value| -> Arc<dyn Tool> {
        let parameters = spec.get("parameters").cloned().unwrap_or_else(|| json!({}));
        let name = spec["name"].as_str().unwrap().into();
        let declaration = ToolDeclaration { name, parameters, ..ToolDeclaration::default() };
        Arc::new(Scripted { declaration, spec: spec.clone(), calls: Arc::clone(&calls) })
    };
    let key = |name: &str| input.get(name).cloned();
    let around = Around { before: key("before"), after: key("after"), calls: Arc::clone(&calls) };
    let options = ToolCallOptions {
        tools: input["tools"].as_array().unwrap().iter().map(tool).collect(),
        hooks: Arc::new(around),
        ..ToolCallOptions::default()
    };
    if input["aborted"] == json!(true) {
        options.cancel.cancel();
    }
    let (output, duration) = run_tool_call(read_call(&input["call"]), options).await;
    let calls = calls.lock().unwrap().clone();
    json!({
        "calls": calls, "result": digest::output(&output), "isError": output.is_error,
        "hasDurationMs": duration.is_some(),
    })
}
