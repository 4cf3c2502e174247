//! The recorded cases of what reaches a wire: system messages (R2.18), ids (R5.11), thinking levels (R5.20), and the client
//! of a stream proxy (R5.21) (`fixtures/wire.json`, and more where `PITH_PROVIDER_CASES` names a folder). An op that this driver does not know is a failure.

use std::{path::PathBuf, sync::Arc};

use async_trait::async_trait;
use futures::{StreamExt as _, stream};
use pith_llm::apis::stream_proxy::StreamProxy;
use pith_llm::{
    Api as _, Call, CallOptions, Clock, HttpRequest, HttpResponse, Request, Secret, StreamEvent, Transport,
    TransportError, apis, normalize_context,
};
use pith_types::transcript::with_initial_system_message;
use pith_types::{AssistantMessage, Content, Message, Model, StopReason, ThinkingLevel, ToolCall, ToolResultMessage};
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

type Failure = Box<dyn std::error::Error>;

/// Wires that there are cases of, but that are not built.
const NOT_BUILT: &[&str] = &[];

#[tokio::test]
async fn every_recorded_case_of_what_reaches_a_wire_holds() -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for case in &cases()? {
        let input = &case["input"];
        if let Some(api) = api_of(case).filter(|api| NOT_BUILT.contains(api)) {
            assert!(
                apis::all().iter().all(|built| built.id() != api),
                "`{api}` is built, and still declared as not built"
            );
            continue;
        }
        let got = match case["op"].as_str() {
            Some("toolCallIdOnWire") => ids(input)?,
            Some("systemOnWire") => system(input)?,
            Some("thinkingOnWire") => thinking(input)?,
            Some("streamProxy") => proxy(input).await?,
            other => return Err(format!("unknown op {other:?}").into()),
        };
        let expected = &case["expected"];
        let same =
            if case["free_wording"] == json!(true) { same_parts(&got, expected) } else { got == free(expected, &got) };
        if !same {
            wrong.push(format!("{}\n  expected {expected}\n  got      {got}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Those of the fixture, and those of `wire-cases.json` in the folder that `PITH_PROVIDER_CASES` names.
fn cases() -> Result<Vec<Value>, Failure> {
    let cases = |text: &str| match serde_json::from_str::<Value>(text)?["cases"].take() {
        Value::Array(cases) => Ok(cases),
        _ => Err(Failure::from("no cases")),
    };
    let mut all = cases(include_str!("fixtures/wire.json"))?;
    assert_eq!(all.len(), 50);
    let more = std::env::var_os("PITH_PROVIDER_CASES").map(|folder| PathBuf::from(folder).join("wire-cases.json"));
    if let Some(more) = more.filter(|more| more.exists()) {
        all.extend(cases(&std::fs::read_to_string(more)?)?);
    }
    Ok(all)
}

/// The wire that a case is about.
fn api_of(case: &Value) -> Option<&str> {
    let input = &case["input"];
    let named = input["api"].as_str().or(input["modelFields"]["api"].as_str()).or(input["key"].as_str());
    named.or_else(|| input["model"].as_str()?.starts_with("anthropic").then_some("anthropic-messages"))
}

/// What is expected, with the wording that was got where it is free.
fn free(expected: &Value, got: &Value) -> Value {
    match (expected, got) {
        (Value::String(text), Value::String(got)) if text == "*wording*" && !got.is_empty() => json!(got),
        (Value::Object(fields), Value::Object(others)) => {
            let field =
                |(key, value): (&String, &Value)| (key.clone(), free(value, others.get(key).unwrap_or(&Value::Null)));
            Value::Object(fields.iter().map(field).collect())
        }
        (Value::Array(items), Value::Array(others)) => {
            items.iter().enumerate().map(|(at, item)| free(item, others.get(at).unwrap_or(&Value::Null))).collect()
        }
        _ => expected.clone(),
    }
}

fn body(model: Model, messages: Vec<Message>, options: CallOptions) -> Result<Value, Failure> {
    let api = apis::all().into_iter().find(|api| api.id() == model.api).ok_or("no such wire")?;
    let env = [("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "b")];
    let env = env.into_iter().map(|(name, value)| (name.to_owned(), Secret::new(value))).collect();
    let options = CallOptions { api_key: Some(Secret::new("k")), env, ..options };
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
    let mut found = Vec::new();
    collect_ids(&body, &mut found);
    Ok(Value::Array(found))
}

fn collect_ids(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_ids(item, found)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if ["id", "call_id", "tool_call_id", "tool_use_id", "toolUseId"].contains(&key.as_str()) {
                    found.push(json!([key, value]));
                } else {
                    collect_ids(value, found);
                }
            }
        }
        _ => {}
    }
}

fn system(input: &Value) -> Result<Value, Failure> {
    let mut fields = json!({"api": input["key"], "provider": "p", "id": "m"});
    if input["key"] == "openai-responses" {
        fields["reasoning"] = json!(true);
    }
    if input["midConversation"] == json!(true) {
        fields["compat"] = json!({"supportsMidConvoSystemMessages": true});
    }
    let context = &input["context"];
    let messages = serde_json::from_value(context["messages"].clone())?;
    let messages = with_initial_system_message(context["systemPrompt"].as_str().unwrap_or_default(), vec![], messages);
    let body = body(model(&fields)?, messages, CallOptions::default())?;
    let said = |message: &Value| -> Option<String> {
        Some(format!("{}:{}", message["role"].as_str()?, text(&message["content"])))
    };
    let list = |key: &str| body[key].as_array().cloned().unwrap_or_default();
    let messages = [list("messages"), list("input")].concat();
    let name =
        |tool: &Value| if tool["name"].is_null() { tool["function"]["name"].clone() } else { tool["name"].clone() };
    Ok(json!({
        "topLevelSystem": body.get("system").map(text),
        "messages": messages.iter().map(said).collect::<Vec<_>>(),
        "tools": list("tools").iter().map(name).collect::<Vec<_>>(),
    }))
}

/// A text, or the texts of blocks.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        blocks => blocks.as_array().into_iter().flatten().filter_map(|block| block["text"].as_str()).collect(),
    }
}

/// A model whose way to think cannot be told by its fields.
fn named(name: &str) -> (&'static str, Value) {
    match name {
        name if name.contains("adaptive") => ("m", json!({"forceAdaptiveThinking": true})),
        "google budget model" => ("gemini-2.5-pro", json!({})),
        "google level model" => ("gemini-3-pro", json!({})),
        _ => ("m", json!({})),
    }
}

/// The fields that a wire says a level in.
const LEVEL_FIELDS: [&str; 8] = [
    "thinking",
    "output_config",
    "max_tokens",
    "reasoning",
    "include",
    "reasoning_effort",
    "prompt_mode",
    "thinkingConfig",
];

fn thinking(input: &Value) -> Result<Value, Failure> {
    let usual = json!({"api": "anthropic-messages", "reasoning": true, "maxTokens": 64_000, "contextWindow": 200_000});
    let mut fields = if input["modelFields"].is_null() { usual } else { input["modelFields"].clone() };
    let (id, compat) = named(input["model"].as_str().unwrap_or_default());
    fields["id"] = json!(id);
    fields["provider"] = json!("p");
    fields["compat"] = compat;
    let limit = fields["api"] == "anthropic-messages";
    let budgets = input["options"]["thinkingBudgets"].clone();
    let mut by_level = Map::new();
    for name in input["levels"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let options = CallOptions {
            thinking: ThinkingLevel::parse(name).ok_or("no such level")?,
            max_tokens: input["options"]["maxTokens"].as_u64(),
            thinking_budgets: serde_json::from_value(budgets.clone()).ok(),
            ..CallOptions::default()
        };
        let mut body = body(model(&fields)?, vec![Message::user("hi", 0)], options)?;
        if body["generationConfig"].is_object() {
            body = body["generationConfig"].take();
        }
        if let Some(body) = body.as_object_mut() {
            body.retain(|key, _| LEVEL_FIELDS.contains(&key.as_str()) && (limit || key != "max_tokens"));
        }
        by_level.insert(name.into(), body);
    }
    Ok(Value::Object(by_level))
}

/// A proxy that gives this answer.
struct Answering {
    status: u16,
    body: String,
    asked: Mutex<Option<HttpRequest>>,
}

#[async_trait]
impl Transport for Answering {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        *self.asked.lock().await = Some(request);
        let body = stream::iter([Ok(self.body.clone().into_bytes().into())]).boxed();
        Ok(HttpResponse { status: self.status, headers: Vec::new(), body })
    }
}

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

async fn proxy(input: &Value) -> Result<Value, Failure> {
    let given = &input["options"];
    let options = CallOptions {
        temperature: given["temperature"].as_f64(),
        session_id: given["sessionId"].as_str().map(str::to_owned),
        thinking: given["reasoning"].as_str().and_then(ThinkingLevel::parse).unwrap_or_default(),
        ..CallOptions::default()
    };
    let model: Model = serde_json::from_value(json!({"id": "m", "api": "a", "provider": "p"}))?;
    let request = Request { model: Arc::new(model), context: normalize_context(vec![Message::user("hi", 0)]), options };
    let url = input["url"].as_str().unwrap_or("https://h");
    let token = Secret::new(input["token"].as_str().unwrap_or("T"));
    let api = StreamProxy::new("a", url, token);
    let status = input["status"].as_u64().and_then(|status| status.try_into().ok()).unwrap_or(200);
    let server = Answering { status, body: input["body"].as_str().unwrap_or_default().into(), asked: Mutex::default() };
    let server = Arc::new(server);
    let call = Call { cancel: Default::default(), clock: Arc::new(Epoch), transport: Arc::clone(&server) as _ };
    let events: Vec<StreamEvent> = api.send(api.prepare(&request)?, call).collect().await;
    let asked = server.asked.lock().await.take().ok_or("nothing was sent")?;
    let header = |name: &str| asked.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.reveal());
    let sent: Value = serde_json::from_slice(&asked.body)?;
    let keys = |value: &Value| json!(value.as_object().into_iter().flatten().map(|(key, _)| key).collect::<Vec<_>>());
    let last = events.last().and_then(StreamEvent::finished).ok_or("no last event")?;
    let mut result = json!(Message::Assistant(Arc::clone(last)));
    for key in ["timestamp", "durationMs"] {
        result.as_object_mut().and_then(|result| result.shift_remove(key));
    }
    Ok(json!({
        "request": {
            "url": asked.url, "method": "POST",
            "headers": {"Authorization": header("authorization"), "Content-Type": header("content-type")},
            "bodyKeys": keys(&sent), "optionKeys": keys(&sent["options"]),
        },
        "events": seen(&events),
        "result": result,
    }))
}

/// The events as they are recorded; calls show their arguments at the end of the answer, as the reference's do
/// (R6.4.10 has ours show them as they were).
fn seen(events: &[StreamEvent]) -> Value {
    let arguments = events.iter().find_map(|event| match event {
        StreamEvent::ToolCallEnd { tool_call, .. } => Some(json!(tool_call.arguments)),
        _ => None,
    });
    let event = |event: &StreamEvent| match event {
        StreamEvent::Start(_) => json!({"type": "start"}),
        StreamEvent::TextStart { index } => json!({"type": "text_start", "contentIndex": index}),
        StreamEvent::TextDelta { index, delta } => json!({"type": "text_delta", "contentIndex": index, "delta": delta}),
        StreamEvent::TextEnd { index, content, .. } => {
            json!({"type": "text_end", "contentIndex": index, "content": content})
        }
        StreamEvent::ToolCallStart { index, .. } => {
            json!({"type": "toolcall_start", "contentIndex": index, "partialArguments": arguments})
        }
        StreamEvent::ToolCallDelta { index, delta } => {
            json!({"type": "toolcall_delta", "contentIndex": index, "delta": delta, "partialArguments": arguments})
        }
        StreamEvent::ToolCallEnd { index, tool_call } => {
            json!({"type": "toolcall_end", "contentIndex": index, "toolCall": Content::ToolCall(tool_call.clone())})
        }
        StreamEvent::Done(done) => json!({"type": "done", "reason": done.stop_reason}),
        StreamEvent::Error(error) => json!({"type": "error", "reason": error.stop_reason}),
        other => json!(format!("{other:?}")),
    };
    Value::Array(events.iter().map(event).collect())
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
