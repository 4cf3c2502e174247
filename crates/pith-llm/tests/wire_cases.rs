//! The recorded cases of what reaches a wire: system messages (R2.18), ids (R5.11) and thinking levels (R5.20)
//! (`fixtures/wire.json`). An op that this driver does not know is a failure.

use std::sync::Arc;

use pith_llm::{CallOptions, Request, Secret, apis, normalize_context};
use pith_types::transcript::with_initial_system_message;
use pith_types::{AssistantMessage, Content, Message, Model, StopReason, ThinkingLevel, ToolCall, ToolResultMessage};
use serde_json::{Map, Value, json};

type Failure = Box<dyn std::error::Error>;

#[test]
fn every_recorded_case_of_what_reaches_a_wire_holds() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("fixtures/wire.json"))?;
    let cases = file["cases"].as_array().ok_or("no cases")?;
    assert_eq!(cases.len(), 11);
    let mut wrong = Vec::new();
    for case in cases {
        let input = &case["input"];
        let got = match case["op"].as_str() {
            Some("toolCallIdOnWire") => ids(input)?,
            Some("systemOnWire") => system(input)?,
            Some("thinkingOnWire") => thinking(input)?,
            other => return Err(format!("unknown op {other:?}").into()),
        };
        let expected = &case["expected"];
        let same = if case["free_wording"] == json!(true) { same_parts(&got, expected) } else { got == *expected };
        if !same {
            wrong.push(format!("{}\n  expected {expected}\n  got      {got}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn body(model: Model, messages: Vec<Message>, options: CallOptions) -> Result<Value, Failure> {
    let api = apis::all().into_iter().find(|api| api.id() == model.api).ok_or("no such wire")?;
    let options = CallOptions { api_key: Some(Secret::new("k")), ..options };
    let request = Request { model: Arc::new(model), context: normalize_context(messages), options };
    Ok(serde_json::from_slice(&api.prepare(&request)?.body)?)
}

fn model(fields: &Value) -> Result<Model, Failure> {
    let mut model: Model = serde_json::from_value(fields.clone())?;
    model.base_url = "https://models.example/v1".into();
    Ok(model)
}

/// Every field that holds the id, in the order of the body.
fn ids(input: &Value) -> Result<Value, Failure> {
    let id = input["id"].as_str().ok_or("no id")?;
    let fields = json!({"api": input["api"], "provider": input["provider"], "id": input["model"]});
    let call = ToolCall { id: id.into(), name: "t".into(), ..ToolCall::default() };
    let mut answer: AssistantMessage = serde_json::from_value(input["source"].clone())?;
    answer.content = vec![Content::ToolCall(call)];
    answer.stop_reason = StopReason::ToolUse;
    let result = ToolResultMessage { tool_call_id: id.into(), tool_name: "t".into(), ..ToolResultMessage::default() };
    let messages = vec![Message::user("hi", 0), answer.into(), result.into()];
    let body = body(model(&fields)?, messages, CallOptions::default())?;
    let messages = body["messages"].as_array().ok_or("no messages")?;
    let found = messages.iter().flat_map(|message| {
        let calls = message["tool_calls"].as_array().into_iter().flatten().map(|call| json!(["id", call["id"]]));
        let result = message.get("tool_call_id").map(|id| json!(["tool_call_id", id]));
        calls.chain(result).collect::<Vec<_>>()
    });
    Ok(found.collect())
}

fn system(input: &Value) -> Result<Value, Failure> {
    let mut fields = json!({"api": "openai-completions", "provider": "p", "id": "m"});
    if input["midConversation"] == json!(true) {
        fields["compat"] = json!({"supportsMidConvoSystemMessages": true});
    }
    let context = &input["context"];
    let messages = serde_json::from_value(context["messages"].clone())?;
    let messages = with_initial_system_message(context["systemPrompt"].as_str().unwrap_or_default(), vec![], messages);
    let body = body(model(&fields)?, messages, CallOptions::default())?;
    let said = |message: &Value| -> Option<String> {
        Some(format!("{}:{}", message["role"].as_str()?, message["content"].as_str()?))
    };
    let list = |key: &str| body[key].as_array().cloned().unwrap_or_default();
    Ok(json!({
        "topLevelSystem": null,
        "messages": list("messages").iter().map(said).collect::<Vec<_>>(),
        "tools": list("tools").iter().map(|tool| tool["function"]["name"].clone()).collect::<Vec<_>>(),
    }))
}

fn thinking(input: &Value) -> Result<Value, Failure> {
    let mut fields = input["modelFields"].clone();
    fields["id"] = json!("m");
    fields["provider"] = json!("p");
    let plain = body(Model { reasoning: false, ..model(&fields)? }, vec![], CallOptions::default())?;
    let mut by_level = Map::new();
    for name in input["levels"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let thinking = ThinkingLevel::parse(name).ok_or("no such level")?;
        let mut body = body(model(&fields)?, vec![], CallOptions { thinking, ..CallOptions::default() })?;
        if let Some(body) = body.as_object_mut() {
            body.retain(|key, value| plain.get(key) != Some(value));
        }
        by_level.insert(name.into(), body);
    }
    Ok(Value::Object(by_level))
}

/// Wording between the parts that were given is free.
fn same_parts(got: &Value, expected: &Value) -> bool {
    let lists = |value: &Value| value["messages"].as_array().cloned().unwrap_or_default();
    let (got_messages, expected_messages) = (lists(got), lists(expected));
    got["tools"] == expected["tools"]
        && got_messages.len() == expected_messages.len()
        && got_messages.iter().zip(&expected_messages).all(|(got, expected)| {
            let (got, expected) = (got.as_str().unwrap_or_default(), expected.as_str().unwrap_or_default());
            let paragraphs = |text: &str| text.split("\n\n").map(str::to_owned).collect::<Vec<_>>();
            let (got, expected) = (paragraphs(got), paragraphs(expected));
            got.len() == expected.len()
                && got.iter().zip(&expected).all(|(got, expected)| {
                    got == expected || expected.contains("section \"s\"") && got.contains("\"s\"")
                })
        })
}
