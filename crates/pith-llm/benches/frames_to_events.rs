//! What a delta costs from the bytes of the network to the event, on each wire: 40,000 deltas of text should take under
//! 20 ms, and a call's argument of 2 MB in 50,000 pieces should cost twice what one of half the length does.
//!
//! `cargo bench -p pith-llm` prints a line for each (or for those whose name has the word that is given); the best of several runs counts. On Linux it is the time on the
//! processor, so that other programs do not count.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::{
    Call, CallOptions, Clock, HttpRequest, HttpResponse, Request, Secret, Transport, TransportError, apis,
    normalize_context,
};
use pith_types::Model;
use serde_json::{Value, json};

const RUNS: usize = 15;
/// What a read of a socket brings.
const PIECE: usize = 8192;

struct Recorded(Bytes);

#[async_trait]
impl Transport for Recorded {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
        let bytes = self.0.clone();
        let pieces = (0..bytes.len()).step_by(PIECE).map(move |at| Ok(bytes.slice(at..(at + PIECE).min(bytes.len()))));
        Ok(HttpResponse { status: 200, headers: Vec::new(), body: stream::iter(pieces).boxed() })
    }
}

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    for wire in WIRES.iter().filter(|wire| wire.api.contains(&wanted)) {
        let best = |body: Vec<u8>| {
            let body = Bytes::from(body);
            (0..RUNS).map(|_| runtime.block_on(run(wire.api, body.clone()))).min().unwrap()
        };
        let text = best(wire.body(&wire.texts(40_000)));
        let (half, whole) = (best(wire.body(&wire.call(25_000))), best(wire.body(&wire.call(50_000))));
        let api = wire.api;
        println!(
            "{api}: 40,000 deltas {text:?}; argument of 1 MB in 25,000 pieces {half:?}, of 2 MB in 50,000 {whole:?}"
        );
    }
}

async fn run(api: &str, body: Bytes) -> Duration {
    let model: Model = serde_json::from_value(json!({"id": "m", "api": api, "baseUrl": "https://h"})).unwrap();
    let env = [("GOOGLE_CLOUD_PROJECT", "p"), ("GOOGLE_CLOUD_LOCATION", "l")];
    let env = env.map(|(name, value)| (name.to_owned(), Secret::new(value))).into_iter().collect();
    let options = CallOptions { api_key: Some(Secret::new("key")), env, ..CallOptions::default() };
    let request = Request { model: Arc::new(model), context: normalize_context(vec![]), options };
    let api = apis::all().into_iter().find(|built| built.id() == api).unwrap();
    let wire = api.prepare(&request).unwrap();
    let call = Call { cancel: Default::default(), clock: Arc::new(Epoch), transport: Arc::new(Recorded(body)) };
    let (begun, busy) = (Instant::now(), on_processor());
    let count = api.send(wire, call).count().await;
    assert!(count > 1);
    match (busy, on_processor()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed(),
    }
}

/// How long this thread has been on a processor, where the system tells it.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// How a server speaks this wire, as far as it matters here.
struct Wire {
    api: &'static str,
    named: bool,
    binary: bool,
    /// Before the pieces of a text; those of a call.
    begin: fn(bool) -> Vec<(&'static str, Value)>,
    text: fn(&str) -> (&'static str, Value),
    more: fn(&str) -> (&'static str, Value),
    /// After the pieces, for a text and for a call.
    end: fn(bool) -> Vec<(&'static str, Value)>,
}

/// Forty bytes of a file, as they stand in a JSON text.
const LINE: &str = "forty letters of a file, line by line.\\n";

impl Wire {
    fn texts(&self, count: usize) -> Vec<(&'static str, Value)> {
        let pieces = (0..count).map(|at| (self.text)(&format!(" word{at}")));
        (self.begin)(false).into_iter().chain(pieces).chain((self.end)(false)).collect()
    }

    fn call(&self, count: usize) -> Vec<(&'static str, Value)> {
        let pieces = std::iter::once("{\"content\":\"").chain(std::iter::repeat_n(LINE, count)).chain(["\"}"]);
        (self.begin)(true).into_iter().chain(pieces.map(self.more)).chain((self.end)(true)).collect()
    }

    fn body(&self, events: &[(&'static str, Value)]) -> Vec<u8> {
        let event = |(name, payload): &(&str, Value)| match (self.binary, self.named) {
            (true, _) => message(name, payload),
            (false, true) => format!("event: {name}\ndata: {payload}\n\n").into_bytes(),
            (false, false) => format!("data: {payload}\n\n").into_bytes(),
        };
        events.iter().flat_map(event).collect()
    }
}

/// A message of AWS's event stream.
fn message(event: &str, payload: &Value) -> Vec<u8> {
    let payload = payload.to_string();
    let mut headers = Vec::new();
    for (name, value) in [(":message-type", "event"), (":event-type", event), (":content-type", "application/json")] {
        headers.push(name.len() as u8);
        headers.extend_from_slice(name.as_bytes());
        headers.push(7);
        headers.extend_from_slice(&(value.len() as u16).to_be_bytes());
        headers.extend_from_slice(value.as_bytes());
    }
    let total = (16 + headers.len() + payload.len()) as u32;
    let mut message = [total.to_be_bytes(), (headers.len() as u32).to_be_bytes()].concat();
    message.extend_from_slice(&crc32fast::hash(&message).to_be_bytes());
    message.extend_from_slice(&headers);
    message.extend_from_slice(payload.as_bytes());
    message.extend_from_slice(&crc32fast::hash(&message).to_be_bytes());
    message
}

const WIRES: &[Wire] = &[
    COMPLETIONS,
    Wire {
        api: "mistral-conversations",
        more: |text| {
            let function = json!({"name": "write", "arguments": text});
            ("", chunk(json!({"tool_calls": [{"index": 0, "id": "abcdefghi", "function": function}]}), Value::Null))
        },
        ..COMPLETIONS
    },
    Wire {
        api: "anthropic-messages",
        named: true,
        binary: false,
        begin: |call| {
            let block = match call {
                true => json!({"type": "tool_use", "id": "c", "name": "write", "input": {}}),
                false => json!({"type": "text", "text": ""}),
            };
            vec![typed(json!({"type": "content_block_start", "index": 0, "content_block": block}))]
        },
        text: |text| {
            typed(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}))
        },
        more: |text| {
            let delta = json!({"type": "input_json_delta", "partial_json": text});
            typed(json!({"type": "content_block_delta", "index": 0, "delta": delta}))
        },
        end: |call| {
            let reason = if call { "tool_use" } else { "end_turn" };
            let delta = json!({"type": "message_delta", "delta": {"stop_reason": reason}});
            vec![
                typed(json!({"type": "content_block_stop", "index": 0})),
                typed(delta),
                typed(json!({"type": "message_stop"})),
            ]
        },
    },
    RESPONSES,
    Wire { api: "azure-openai-responses", ..RESPONSES },
    GENERATED,
    Wire { api: "google-vertex", ..GENERATED },
    Wire {
        api: "bedrock-converse-stream",
        named: false,
        binary: true,
        begin: |call| {
            let start = json!({"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "c", "name": "write"}}});
            let start = call.then_some(("contentBlockStart", start));
            std::iter::once(("messageStart", json!({"role": "assistant"}))).chain(start).collect()
        },
        text: |text| ("contentBlockDelta", json!({"contentBlockIndex": 0, "delta": {"text": text}, "p": "abcdefgh"})),
        more: |text| {
            (
                "contentBlockDelta",
                json!({"contentBlockIndex": 0, "delta": {"toolUse": {"input": text}}, "p": "abcdefgh"}),
            )
        },
        end: |call| {
            let reason = if call { "tool_use" } else { "end_turn" };
            vec![
                ("contentBlockStop", json!({"contentBlockIndex": 0})),
                ("messageStop", json!({"stopReason": reason})),
                ("metadata", json!({"usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}})),
            ]
        },
    },
];

const COMPLETIONS: Wire = Wire {
    api: "openai-completions",
    named: false,
    binary: false,
    begin: |call| {
        let function = json!({"name": "write", "arguments": ""});
        let start = chunk(json!({"tool_calls": [{"index": 0, "id": "c", "function": function}]}), Value::Null);
        call.then_some(("", start)).into_iter().collect()
    },
    text: |text| ("", chunk(json!({"content": text}), Value::Null)),
    more: |text| ("", chunk(json!({"tool_calls": [{"index": 0, "function": {"arguments": text}}]}), Value::Null)),
    end: |call| vec![("", chunk(json!({}), json!(if call { "tool_calls" } else { "stop" })))],
};

const RESPONSES: Wire = Wire {
    api: "openai-responses",
    named: true,
    binary: false,
    begin: |call| {
        let item = match call {
            true => json!({"type": "function_call", "id": "fc", "call_id": "c", "name": "write", "arguments": ""}),
            false => json!({"type": "message", "id": "m", "role": "assistant", "content": []}),
        };
        vec![typed(json!({"type": "response.output_item.added", "output_index": 0, "item": item}))]
    },
    text: |text| {
        typed(json!({"type": "response.output_text.delta", "item_id": "m", "output_index": 0, "content_index": 0,
            "delta": text}))
    },
    more: |text| {
        typed(
            json!({"type": "response.function_call_arguments.delta", "item_id": "fc", "output_index": 0, "delta": text}),
        )
    },
    end: |_| {
        vec![typed(json!({"type": "response.completed", "response": {"id": "r", "status": "completed", "output": []}}))]
    },
};

const GENERATED: Wire = Wire {
    api: "google-generative-ai",
    named: false,
    binary: false,
    begin: |_| Vec::new(),
    text: |text| ("", json!({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}]})),
    // Calls come whole on this wire: each piece is a text here.
    more: |text| ("", json!({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}]})),
    end: |_| vec![("", json!({"candidates": [{"content": {"parts": []}, "finishReason": "STOP", "index": 0}]}))],
};

/// An event with its type as its name.
fn typed(event: Value) -> (&'static str, Value) {
    let name = event["type"].as_str().unwrap().to_owned().leak();
    (name, event)
}

fn chunk(delta: Value, finish: Value) -> Value {
    json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
}
