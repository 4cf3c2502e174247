//! What a delta costs from the bytes of the network to the event: 40,000 deltas of text should take under 20 ms, and a call's
//! argument of 2 MB in 50,000 pieces should cost in proportion to its length.
//!
//! `cargo bench -p pith-llm` prints a line for each; the best of several runs counts. On Linux it is the time on the
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

const RUNS: usize = 7;
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
    for (name, api, body) in [
        ("40,000 deltas, completions", "openai-completions", completions_text(40_000)),
        ("40,000 deltas, messages", "anthropic-messages", messages_text(40_000)),
        ("1 MB argument, 25,000 pieces", "openai-completions", completions_call(25_000)),
        ("2 MB argument, 50,000 pieces", "openai-completions", completions_call(50_000)),
    ] {
        let body = Bytes::from(body);
        let best = (0..RUNS).map(|_| runtime.block_on(run(api, body.clone()))).min().unwrap();
        println!("{name}: {best:?}");
    }
}

async fn run(api: &str, body: Bytes) -> Duration {
    let model: Model = serde_json::from_value(json!({"id": "m", "api": api, "baseUrl": "https://h"})).unwrap();
    let options = CallOptions { api_key: Some(Secret::new("key")), ..CallOptions::default() };
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

fn chunk(delta: &Value, finish: Value) -> String {
    format!(
        "data: {}\n\n",
        json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    )
}

fn completions_text(count: usize) -> String {
    let deltas: String = (0..count).map(|at| chunk(&json!({"content": format!(" word{at}")}), Value::Null)).collect();
    deltas + &chunk(&json!({}), json!("stop"))
}

fn completions_call(count: usize) -> String {
    let piece = |arguments: &str| {
        chunk(&json!({"tool_calls": [{"index": 0, "function": {"arguments": arguments}}]}), Value::Null)
    };
    let first =
        json!({"tool_calls": [{"index": 0, "id": "c", "function": {"name": "write", "arguments": "{\"content\":\""}}]});
    let text = "forty letters of a file, line by line.\\n";
    let pieces: String = (0..count).map(|_| piece(text)).collect();
    chunk(&first, Value::Null) + &pieces + &piece("\"}") + &chunk(&json!({}), json!("tool_calls"))
}

fn messages_text(count: usize) -> String {
    let event = |event: Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
    let delta = |at: usize| {
        event(
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": format!(" word{at}")}}),
        )
    };
    let start =
        event(json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}));
    let end = [
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
        json!({"type": "message_stop"}),
    ];
    let deltas: String = (0..count).map(delta).collect();
    start + &deltas + &end.map(event).concat()
}
