//! R4.6: arguments that a tool mends in place are kept, told and sent in their mended form; what it makes of them for one
//! call is not.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_agent::{AgentEvent, RunEnd, Tool, ToolCallOptions, ToolContext, ToolError, ToolOutput, run_tool_call};
use pith_llm::scripted::Answer;
use pith_types::{AgentMessage, AssistantMessage, Content, Message, StopReason, ToolCall, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::support::{agent_with, scripted};

/// Takes a list, or one item where the list should be, or the item under its old name.
struct Listing(ToolDeclaration);

impl Listing {
    fn shared() -> Arc<dyn Tool> {
        let parameters = json!({
            "type": "object", "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"type": "integer"}}},
        });
        Arc::new(Self(ToolDeclaration { name: "list".into(), parameters, ..ToolDeclaration::default() }))
    }
}

#[async_trait]
impl Tool for Listing {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    fn mend_arguments(&self, arguments: &mut Map<String, Value>) {
        match arguments.get_mut("items") {
            Some(item @ Value::Number(_)) => *item = json!([item.take()]),
            Some(Value::Bool(_)) => {
                arguments.clear();
                panic!("no such form");
            }
            _ => {}
        }
    }

    fn prepare_arguments(&self, mut arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        if let Some(item) = arguments.shift_remove("item") {
            arguments.insert("items".into(), json!([item]));
        }
        Ok(arguments)
    }

    async fn execute(&self, arguments: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(Value::Object(arguments).to_string()))
    }
}

fn call(arguments: Value) -> ToolCall {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    ToolCall { id: "c".into(), name: "list".into(), arguments, ..ToolCall::default() }
}

/// The arguments of every call among messages.
fn arguments<'a>(answers: impl Iterator<Item = &'a AssistantMessage>) -> Vec<Value> {
    answers.flat_map(AssistantMessage::tool_calls).map(|call| Value::Object(call.arguments.clone())).collect()
}

fn result(messages: &[AgentMessage]) -> String {
    let results = messages.iter().filter_map(|message| match message {
        AgentMessage::Model(Message::ToolResult(result)) => result.content[0].as_text(),
        _ => None,
    });
    results.map(str::to_owned).collect()
}

/// Where the arguments show: in the start of the execution, in the transcript, in the next request; and the result.
async fn shown(sent: Value) -> (Value, Value, Value, String) {
    let scripted = scripted([Answer::blocks(vec![Content::ToolCall(call(sent))]), "ok".into()]);
    let agent = agent_with(&scripted, vec![Listing::shared()]);
    let told = Arc::new(Mutex::new(Value::Null));
    let telling = Arc::clone(&told);
    agent.subscribe(move |event: &AgentEvent, _: &_| {
        if let AgentEvent::ToolExecutionStart { arguments, .. } = event {
            *telling.lock().unwrap() = Value::Object((**arguments).clone());
        }
    });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Completed);
    let kept = arguments(agent.messages().iter().filter_map(AgentMessage::as_assistant));
    let calls = scripted.calls();
    let sent = arguments(calls[1].messages.iter().filter_map(|message| match message {
        Message::Assistant(answer) => Some(answer.as_ref()),
        _ => None,
    }));
    let told = told.lock().unwrap().clone();
    (told, kept[0].clone(), sent[0].clone(), result(&outcome.messages))
}

#[tokio::test]
async fn what_is_mended_in_place_is_kept_told_and_sent_so() {
    let list = json!({"items": [1]});
    let (told, kept, sent, result) = shown(json!({"items": 1})).await;
    assert_eq!([&told, &kept, &sent], [&list; 3]);
    assert_eq!(result, list.to_string());
}

#[tokio::test]
async fn what_is_made_for_one_call_is_neither_kept_nor_told_nor_sent() {
    let raw = json!({"item": 1});
    let (told, kept, sent, result) = shown(raw.clone()).await;
    assert_eq!([&told, &kept, &sent], [&raw; 3]);
    assert_eq!(result, json!({"items": [1]}).to_string());
}

#[tokio::test]
#[cfg(feature = "validate")]
async fn coercion_is_not_kept() {
    let raw = json!({"items": ["1"]});
    let (told, kept, sent, result) = shown(raw.clone()).await;
    assert_eq!([&told, &kept, &sent], [&raw; 3]);
    assert_eq!(result, json!({"items": [1]}).to_string());
}

#[tokio::test]
async fn arguments_whose_mending_panics_stay_as_they_came() {
    let raw = json!({"items": true});
    let (_, kept, ..) = shown(raw.clone()).await;
    assert_eq!(kept, raw);
}

#[tokio::test]
async fn calls_that_the_output_limit_cut_are_kept_as_they_came() {
    let raw = json!({"items": 1});
    let cut = AssistantMessage {
        content: vec![Content::ToolCall(call(raw.clone()))],
        stop_reason: StopReason::Length,
        ..AssistantMessage::default()
    };
    let agent = agent_with(&scripted([cut.into(), "ok".into()]), vec![Listing::shared()]);
    agent.prompt("go").await.unwrap();
    assert_eq!(arguments(agent.messages().iter().filter_map(AgentMessage::as_assistant)), [raw]);
}

#[tokio::test]
async fn a_single_call_is_mended_too() {
    let options = ToolCallOptions { tools: vec![Listing::shared()], ..ToolCallOptions::default() };
    let (output, _) = run_tool_call(call(json!({"items": 1})), options).await;
    assert_eq!(output.content[0].as_text(), Some("{\"items\":[1]}"));
}
