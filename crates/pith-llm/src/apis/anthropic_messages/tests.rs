//! What the recordings in `tests/provider_cases` do not show of this wire.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures::{StreamExt as _, stream};
use pith_types::{AssistantMessage, Message, Model, StopReason, ThinkingLevel};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::AnthropicMessages;
use crate::failure::FailureKind;
use crate::{
    Api as _, Call, CallOptions, Clock, HttpRequest, HttpResponse, Request, Secret, StreamEvent, Transport,
    TransportError, normalize_context,
};

fn model(fields: &Value) -> Model {
    let mut usual = json!({"id": "m", "api": "anthropic-messages", "provider": "p", "baseUrl": "http://host",
        "input": ["text", "image"], "reasoning": true, "contextWindow": 1_000_000, "maxTokens": 64_000});
    for (key, value) in fields.as_object().unwrap() {
        usual[key] = value.clone();
    }
    serde_json::from_value(usual).unwrap()
}

fn request(fields: &Value, messages: Value, options: CallOptions) -> Request {
    let messages: Vec<Message> = serde_json::from_value(messages).unwrap();
    let options = CallOptions { api_key: Some(Secret::new("secret-key")), ..options };
    Request { model: Arc::new(model(fields)), context: normalize_context(messages), options }
}

fn body(fields: &Value, messages: Value, options: CallOptions) -> Value {
    let wire = AnthropicMessages::default().prepare(&request(fields, messages, options)).unwrap();
    serde_json::from_slice(&wire.body).unwrap()
}

fn answer(content: Value) -> Value {
    json!({"role": "assistant", "api": "anthropic-messages", "provider": "p", "model": "m", "content": content})
}

/// Whether a tool of this parameter is bound to its schema.
fn is_bound(property: Value) -> bool {
    let tool = json!({"name": "t", "description": "", "constrainedSampling": {"type": "json_schema", "strict": "prefer"},
        "parameters": {"type": "object", "properties": {"n": property}, "required": ["n"]}});
    let messages = json!([{"role": "system", "content": "", "toolsAdded": [tool]}]);
    let compat = json!({"compat": {"supportsStrictTools": true}});
    body(&compat, messages, CallOptions::default())["tools"][0]["strict"] == true
}

#[test]
fn only_what_the_service_can_bind_is_bound() {
    for property in [
        json!({"type": "string", "format": "date"}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        json!({"type": "string", "minLength": 2, "pattern": "a"}),
        json!({"enum": ["a"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "number"}]}),
        json!({"type": "object", "properties": {"a": {"type": "number"}}}),
    ] {
        assert!(is_bound(property.clone()), "{property}");
    }
    for property in [
        json!({"type": "integer", "minimum": 1}),
        json!({"type": "string", "format": "weird"}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 2}),
        json!({"type": "array", "items": {"type": "string"}, "maxItems": 2}),
        json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true}),
        json!({"type": "object", "properties": {"a": {"type": "number", "multipleOf": 2}}}),
    ] {
        assert!(!is_bound(property.clone()), "{property}");
    }
}

#[test]
fn a_schema_that_binds_nothing_is_sent_in_its_main_parts() {
    let parameters = json!({"title": "T", "$schema": "x", "$defs": {"a": {"type": "string"}}, "oneOf": [],
        "properties": {"n": {"$ref": "#/$defs/a"}}});
    let tool = json!({"name": "t", "description": "d", "parameters": parameters});
    let sent =
        body(&json!({}), json!([{"role": "system", "content": "", "toolsAdded": [tool]}]), CallOptions::default());
    assert_eq!(
        sent["tools"][0]["input_schema"],
        json!({"type": "object", "properties": {"n": {"$ref": "#/$defs/a"}}, "required": [], "$defs": {"a": {"type": "string"}}})
    );
}

#[test]
fn what_says_nothing_is_not_sent_and_thinking_without_a_signature_is_text() {
    let messages = json!([
        {"role": "user", "content": ""}, {"role": "user", "content": [{"type": "text", "text": " "}]},
        {"role": "user", "content": "a"},
        answer(json!([{"type": "thinking", "thinking": "t"}, {"type": "text", "text": " "}])),
        {"role": "user", "content": "b"},
        answer(json!([{"type": "thinking", "thinking": "[x]", "redacted": true, "thinkingSignature": "DATA"},
            {"type": "thinking", "thinking": "", "thinkingSignature": "SIG"}])),
    ]);
    let said = |fields: &Value| body(fields, messages.clone(), CallOptions::default())["messages"].take();
    assert_eq!(
        said(&json!({})),
        json!([
            {"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "text", "text": "t"}]},
            {"role": "user", "content": "b"},
            {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "DATA"},
                {"type": "thinking", "thinking": "", "signature": "SIG"}]},
        ])
    );
    let allowed = said(&json!({"compat": {"allowEmptySignature": true}}));
    assert_eq!(allowed[1]["content"][0], json!({"type": "thinking", "thinking": "t", "signature": ""}));
}

#[test]
fn ids_that_the_wire_refuses_are_changed_in_call_and_result_alike() {
    let messages = json!([
        answer(json!([{"type": "toolCall", "id": "a|b c", "name": "t", "arguments": {}}])),
        {"role": "toolResult", "toolCallId": "a|b c", "toolName": "t", "content": []},
    ]);
    let sent = body(&json!({}), messages, CallOptions::default());
    assert_eq!(sent["messages"][0]["content"][0]["id"], "a_b_c");
    assert_eq!(sent["messages"][1]["content"][0]["tool_use_id"], "a_b_c");
}

#[test]
fn a_budget_leaves_the_answer_some_tokens() {
    let with = |max_tokens, limit: u64| {
        let options = CallOptions { thinking: ThinkingLevel::Medium, max_tokens, ..CallOptions::default() };
        let sent = body(&json!({"maxTokens": limit}), json!([]), options);
        (sent["max_tokens"].as_u64().unwrap(), sent["thinking"]["budget_tokens"].as_u64().unwrap())
    };
    assert_eq!(with(None, 64_000), (64_000, 8192));
    assert_eq!(with(Some(500), 64_000), (8692, 7668));
    assert_eq!(with(None, 2000), (2000, 976));
}

#[test]
fn a_model_that_cannot_be_told_not_to_think_is_told_nothing() {
    let sent = |compat: Value| {
        let fields = json!({"thinkingLevelMap": {"off": null}, "compat": compat});
        body(&fields, json!([{"role": "user", "content": "a"}]), CallOptions::default())
    };
    assert_eq!(sent(json!({"forceAdaptiveThinking": true})).get("thinking"), None);
    let with_effort = sent(json!({"supportsMidConvoEffort": true}));
    assert_eq!(with_effort["output_config"], json!({"effort": "low"}));
    assert_eq!(
        with_effort["messages"][1],
        json!({"role": "system", "content": [], "output_config": {"effort": "high"}})
    );
}

/// A server that gives these answers, one a request.
struct Server {
    answers: Mutex<Vec<(u16, String)>>,
    asked: Mutex<Vec<Value>>,
}

#[async_trait]
impl Transport for Server {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        self.asked.lock().unwrap().push(serde_json::from_slice(&request.body).unwrap());
        let (status, body) = self.answers.lock().unwrap().remove(0);
        let headers = vec![("content-type".into(), "text/event-stream".into())];
        Ok(HttpResponse { status, headers, body: stream::iter([Ok(body.into_bytes().into())]).boxed() })
    }
}

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

fn server(answers: Vec<(u16, String)>) -> Arc<Server> {
    Arc::new(Server { answers: Mutex::new(answers), asked: Mutex::default() })
}

async fn ask(api: &AnthropicMessages, server: &Arc<Server>, request: &Request) -> (Vec<StreamEvent>, AssistantMessage) {
    let call = Call { cancel: CancellationToken::new(), clock: Arc::new(Epoch), transport: Arc::clone(server) as _ };
    let events: Vec<StreamEvent> = api.send(api.prepare(request).unwrap(), call).collect().await;
    let last = AssistantMessage::clone(events.last().unwrap().finished().unwrap());
    (events, last)
}

fn events(events: &[Value]) -> String {
    let event = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    events.iter().map(event).collect()
}

async fn decoded(list: &[Value]) -> (Vec<StreamEvent>, AssistantMessage) {
    let server = server(vec![(200, events(list))]);
    ask(&AnthropicMessages::default(), &server, &request(&json!({}), json!([]), CallOptions::default())).await
}

fn ending(reason: &str) -> [Value; 2] {
    [json!({"type": "message_delta", "delta": {"stop_reason": reason}}), json!({"type": "message_stop"})]
}

fn start(index: u64, block: Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn delta(index: u64, delta: Value) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn stop(index: u64) -> Value {
    json!({"type": "content_block_stop", "index": index})
}

#[tokio::test]
async fn blocks_of_every_kind_are_read_and_unknown_ones_passed_over() {
    let mut list = vec![
        start(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        delta(0, json!({"type": "thinking_delta", "thinking": "hm"})),
        delta(0, json!({"type": "signature_delta", "signature": "S1"})),
        delta(0, json!({"type": "signature_delta", "signature": "S2"})),
        stop(0),
        start(1, json!({"type": "redacted_thinking", "data": "DD"})),
        stop(1),
        start(2, json!({"type": "server_tool_use", "id": "x", "name": "web"})),
        delta(2, json!({"type": "input_json_delta", "partial_json": "{}"})),
        stop(2),
        start(3, json!({"type": "tool_use", "id": "t1", "name": "t", "input": {"command": "whole"}})),
        stop(3),
        start(4, json!({"type": "tool_use", "id": "t2", "name": "t", "input": {}})),
        delta(4, json!({"type": "input_json_delta", "partial_json": "{\"x\":\"1"})),
        delta(4, json!({"type": "input_json_delta", "partial_json": "\"}"})),
        stop(4),
    ];
    list.extend(ending("tool_use"));
    let (_, message) = decoded(&list).await;
    assert_eq!(message.stop_reason, StopReason::ToolUse);
    let content = serde_json::to_value(&message.content).unwrap();
    assert_eq!(
        content,
        json!([
            {"type": "thinking", "thinking": "hm", "thinkingSignature": "S1S2"},
            {"type": "thinking", "thinking": "[Reasoning redacted]", "thinkingSignature": "DD", "redacted": true},
            {"type": "toolCall", "id": "t1", "name": "t", "arguments": {"command": "whole"}},
            {"type": "toolCall", "id": "t2", "name": "t", "arguments": {"x": "1"}},
        ])
    );
}

#[tokio::test]
async fn usage_may_be_missing_and_an_unknown_ending_keeps_the_answer() {
    let text =
        [start(0, json!({"type": "text", "text": ""})), delta(0, json!({"type": "text_delta", "text": "k"})), stop(0)];
    let mut list = vec![json!({"type": "message_start", "message": {"id": "m1", "model": "m"}})];
    list.extend(text);
    list.extend(ending("weird"));
    let (_, message) = decoded(&list).await;
    assert_eq!((message.stop_reason, message.usage.total_tokens), (StopReason::Stop, 0));
    assert_eq!(message.diagnostics.unwrap()[0]["details"]["stopReason"], "weird");
}

#[tokio::test]
async fn what_ends_badly_has_a_kind() {
    let kind = |message: AssistantMessage| message.failure.map(|failure| failure.kind);
    assert_eq!(kind(decoded(&ending("refusal")).await.1), Some(FailureKind::Refused));
    assert_eq!(kind(decoded(&ending("model_context_window_exceeded")).await.1), Some(FailureKind::ContextOverflow));
    assert_eq!(kind(decoded(&[json!({"type": "message_stop"})]).await.1), Some(FailureKind::Cut));
    let late = [start(0, json!({"type": "text", "text": "x"})), start(1, json!({"type": "fallback", "to": "b"}))];
    assert_eq!(kind(decoded(&late).await.1), Some(FailureKind::Protocol));
    let error = json!({"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}});
    assert_eq!(kind(decoded(&[error]).await.1), Some(FailureKind::RateLimit));
}

#[tokio::test]
async fn what_a_server_does_not_take_is_left_out_and_remembered() {
    let strict = (400, r#"{"error":{"message":"The compiled grammar is too large"}}"#.to_owned());
    let good = || (200, events(&ending("end_turn")));
    let server = server(vec![strict, good(), good()]);
    let tool = json!({"name": "t", "description": "", "parameters": {"type": "object", "properties": {}},
        "constrainedSampling": {"type": "json_schema", "strict": "prefer"}});
    let messages = json!([{"role": "system", "content": "", "toolsAdded": [tool]}]);
    let request = request(&json!({"compat": {"supportsStrictTools": true}}), messages, CallOptions::default());
    let api = AnthropicMessages::default();
    for _ in 0..2 {
        assert_eq!(ask(&api, &server, &request).await.1.stop_reason, StopReason::Stop);
    }
    let asked = server.asked.lock().unwrap();
    let strict: Vec<bool> = asked.iter().map(|body| body["tools"][0]["strict"] == true).collect();
    assert_eq!(strict, [true, false, false]);
}

#[tokio::test]
async fn thinking_whose_signature_does_not_fit_is_left_out_once() {
    let refused = || (400, r#"{"error":{"message":"Invalid `signature` in `thinking` block"}}"#.to_owned());
    let server = server(vec![refused(), refused()]);
    let messages = json!([{"role": "user", "content": "a"},
        answer(json!([{"type": "thinking", "thinking": "t", "thinkingSignature": "S"}, {"type": "text", "text": "b"}])),
        {"role": "user", "content": "c"}]);
    let (_, message) =
        ask(&AnthropicMessages::default(), &server, &request(&json!({}), messages, CallOptions::default())).await;
    assert_eq!(message.failure.unwrap().kind, FailureKind::InvalidRequest);
    let asked = server.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[1]["messages"][1]["content"], json!([{"type": "text", "text": "b"}]));
}
