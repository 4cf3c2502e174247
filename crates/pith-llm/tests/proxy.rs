//! The recorded cases of models behind a proxy (spec/core.md R5.21, `fixtures/proxy.json`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures::StreamExt as _;
use pith_llm::{
    CallOptions, Client, HttpRequest, HttpResponse, Request, Secret, StreamEvent, Transport, TransportError,
    normalize_context, proxy::Proxy,
};
use pith_types::{AssistantMessage, Message, Model, ThinkingLevel};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

/// Answers with a fixed body, in pieces of three bytes, and keeps what it was sent.
struct Fixed {
    status: u16,
    body: String,
    sent: Mutex<Option<HttpRequest>>,
}

#[async_trait]
impl Transport for Fixed {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        *self.sent.lock().unwrap() = Some(request);
        let pieces: Vec<_> =
            self.body.as_bytes().chunks(3).map(|piece| Ok(bytes::Bytes::copy_from_slice(piece))).collect();
        Ok(HttpResponse { status: self.status, headers: Vec::new(), body: futures::stream::iter(pieces).boxed() })
    }
}

fn options(given: &Value) -> CallOptions {
    CallOptions {
        temperature: given["temperature"].as_f64(),
        session_id: given["sessionId"].as_str().map(str::to_owned),
        thinking: given["reasoning"].as_str().map_or(ThinkingLevel::Off, |level| ThinkingLevel::parse(level).unwrap()),
        api_key: Some(Secret::new("the program's own")),
        ..CallOptions::default()
    }
}

async fn run(input: &Value, cancel: CancellationToken) -> (HttpRequest, Vec<StreamEvent>) {
    let status = u16::try_from(input["status"].as_u64().unwrap_or(200)).unwrap();
    let body = input["body"].as_str().unwrap().to_owned();
    let transport = Arc::new(Fixed { status, body, sent: Mutex::default() });
    let proxy = Arc::new(Proxy::new("a", "https://h", Secret::new("T")));
    let client = Client::new(vec![proxy], Arc::clone(&transport) as Arc<dyn Transport>, Arc::new(|| 7));
    let model = Arc::new(Model { id: "m".into(), api: "a".into(), provider: "p".into(), ..Model::default() });
    let context = normalize_context(vec![Message::user("hi", 1)]);
    let wire = client.prepare(&Request { model, context, options: options(&input["options"]) }).unwrap();
    let events = client.send(wire, cancel).collect().await;
    (transport.sent.lock().unwrap().take().unwrap(), events)
}

fn keys(value: &Value) -> Vec<String> {
    let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    keys.sort();
    keys
}

fn kind(event: &StreamEvent) -> Value {
    match event {
        StreamEvent::Start(_) => json!({"type": "start"}),
        StreamEvent::TextStart { index } => json!({"type": "text_start", "contentIndex": index}),
        StreamEvent::TextDelta { index, delta } => json!({"type": "text_delta", "contentIndex": index, "delta": delta}),
        StreamEvent::TextEnd { index, content, .. } => {
            json!({"type": "text_end", "contentIndex": index, "content": content})
        }
        StreamEvent::ToolCallStart { index, .. } => json!({"type": "toolcall_start", "contentIndex": index}),
        StreamEvent::ToolCallDelta { index, delta } => {
            json!({"type": "toolcall_delta", "contentIndex": index, "delta": delta})
        }
        StreamEvent::ToolCallEnd { index, tool_call } => json!({
            "type": "toolcall_end", "contentIndex": index,
            "toolCall": pith_types::Content::ToolCall(tool_call.clone()),
        }),
        StreamEvent::Done(message) => json!({"type": "done", "reason": message.stop_reason}),
        StreamEvent::Error(message) => json!({"type": "error", "reason": message.stop_reason}),
        other => panic!("{other:?}"),
    }
}

/// Without what is ours: time, and the kind of a failure.
fn result(message: &AssistantMessage) -> Value {
    let mut fields: Map<String, Value> = match json!(Message::from(message.clone())) {
        Value::Object(fields) => fields,
        other => panic!("{other}"),
    };
    for own in ["timestamp", "durationMs", "failure"] {
        fields.shift_remove(own);
    }
    Value::Object(fields)
}

#[tokio::test]
async fn every_recorded_case_of_a_proxy_holds() {
    let file: Value = serde_json::from_str(include_str!("fixtures/proxy.json")).unwrap();
    for case in file["cases"].as_array().unwrap() {
        let (id, expected) = (&case["id"], &case["expected"]);
        let (request, events) = run(&case["input"], CancellationToken::new()).await;

        assert_eq!(request.url, expected["request"]["url"], "{id}");
        let headers = &expected["request"]["headers"];
        let header = |name: &str| request.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.reveal());
        assert_eq!(header("authorization"), headers["Authorization"].as_str(), "{id}");
        assert_eq!(header("content-type"), headers["Content-Type"].as_str(), "{id}");
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!(keys(&body), ["context", "model", "options"], "{id}");
        let mut options: Vec<String> = serde_json::from_value(expected["request"]["optionKeys"].clone()).unwrap();
        options.sort();
        assert_eq!(keys(&body["options"]), options, "{id}");
        assert!(!String::from_utf8_lossy(&request.body).contains("the program's own"), "{id}: no key is sent on");

        // The recorded partials are live (R6.4.10); ours are what was there at each moment, and not part of events.
        let mut expected_events = expected["events"].clone();
        for event in expected_events.as_array_mut().unwrap() {
            event.as_object_mut().unwrap().shift_remove("partialArguments");
        }
        assert_eq!(events.iter().map(kind).collect::<Value>(), expected_events, "{id}");

        let mut got = result(events.last().and_then(StreamEvent::finished).unwrap());
        let mut expected_result = expected["result"].clone();
        if let Some(wording) = expected_result.get_mut("errorMessage") {
            let said = got["errorMessage"].as_str().unwrap();
            assert!(!said.is_empty() && !said.contains("Bearer"), "{id}");
            *wording = got["errorMessage"].take();
            got["errorMessage"] = wording.clone();
        }
        assert_eq!(got, expected_result, "{id}");
    }
}

#[tokio::test]
async fn an_error_of_the_proxy_is_shown_in_its_own_words() {
    let refused = json!({"status": 429, "body": "{\"error\":\"quota\"}", "options": {}});
    let (_, events) = run(&refused, CancellationToken::new()).await;
    let message = events.last().and_then(StreamEvent::finished).unwrap();
    assert_eq!(message.error_message.as_deref(), Some("the proxy refused the request: quota"));
}

#[tokio::test]
async fn an_event_that_cannot_be_read_ends_the_answer_and_keeps_what_came() {
    let body = "data: {\"type\":\"start\"}\n\ndata: {\"type\":\"text_start\",\"contentIndex\":0}\n\n\
        data: {\"type\":\"text_delta\",\"contentIndex\":0,\"delta\":\"hi\"}\n\ndata: {oops";
    let (_, events) = run(&json!({"body": body, "options": {}}), CancellationToken::new()).await;
    let message = events.last().and_then(StreamEvent::finished).unwrap();
    assert_eq!(message.content[0].as_text(), Some("hi"));
    assert!(message.error_message.as_deref().unwrap().contains("could not be read"));
}
