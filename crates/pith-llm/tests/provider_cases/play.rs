//! Plays a variant against a wire: every turn of it, with repetitions as the caller allows them.

use std::{borrow::Cow, sync::Arc};

use futures::StreamExt as _;
use pith_llm::failure::{Retry, RetryDelays, RetryPolicy, is_context_overflow, is_retryable};
use pith_llm::{Api, Call, Clock, StreamEvent, WireRequest};
use pith_types::{AssistantMessage, Content, Message};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::{
    Failure,
    requests::ask,
    server::{Cut, Recorded, Responses},
};

/// What one question gave.
pub(crate) struct Run {
    pub(crate) events: Vec<StreamEvent>,
    pub(crate) verdict: Value,
}

/// What a variant gave, and how many requests it took.
pub(crate) struct Played {
    pub(crate) runs: Vec<Run>,
    pub(crate) asked: usize,
}

/// The requests of a variant's turns, which are the same however its answers are cut.
pub(crate) struct Prepared {
    turns: Vec<WireRequest>,
    responses: Responses,
}

impl Prepared {
    pub(crate) fn of(variant: &Value) -> Self {
        Self { turns: Vec::new(), responses: Responses::of(variant) }
    }

    fn turn(&mut self, turn: usize, api: &dyn Api, variant: &Value) -> Result<WireRequest, Failure> {
        if self.turns.len() <= turn {
            self.turns.push(api.prepare(&ask(variant)?)?);
        }
        Ok(self.turns[turn].clone())
    }
}

/// Asks as often as the variant has turns.
pub(crate) async fn play(api: &dyn Api, variant: &Value, prepared: &mut Prepared, cut: Cut) -> Result<Played, Failure> {
    let late = variant["delay_headers_ms"].is_number();
    let server = Arc::new(Recorded::new(prepared.responses.clone(), late, cut));
    let turns = variant["turns"].as_u64().and_then(|turns| turns.try_into().ok()).unwrap_or(1);
    let mut variant = Cow::Borrowed(variant);
    let mut runs = Vec::new();
    for turn in 0..turns {
        let wire = prepared.turn(turn, api, &variant)?;
        let events = answer(api, &server, &wire, &variant).await?;
        let message = events.last().and_then(StreamEvent::finished).ok_or("no last event")?;
        if turn + 1 < turns
            && let Some(messages) = variant.to_mut()["messages"].as_array_mut()
        {
            messages.push(json!(Message::Assistant(Arc::clone(message))));
            messages.push(json!({"role": "user", "content": "And now?", "timestamp": 0}));
        }
        let window = variant["model"]["contextWindow"].as_u64();
        let verdict = json!({
            "stopReason": message.stop_reason,
            "isContextOverflow": is_context_overflow(message, window),
            "isRetryable": is_retryable(message),
        });
        runs.push(Run { events, verdict });
    }
    Ok(Played { runs, asked: server.asked() })
}

async fn answer(
    api: &dyn Api,
    server: &Arc<Recorded>,
    wire: &WireRequest,
    variant: &Value,
) -> Result<Vec<StreamEvent>, Failure> {
    let retries = variant["options"]["maxRetries"].as_u64().and_then(|count| count.try_into().ok()).unwrap_or(0);
    let policy = RetryPolicy { retries, delays: RetryDelays::default(), ..RetryPolicy::default() };
    for retried in 0.. {
        let events = once(api, server, wire.clone(), variant).await;
        let message = events.last().and_then(StreamEvent::finished).ok_or("no last event")?;
        if !matches!(policy.decide(message, retried, 0.0), Retry::After(_)) {
            return Ok(events);
        }
    }
    Err("there is no end to it".into())
}

async fn once(api: &dyn Api, server: &Arc<Recorded>, wire: WireRequest, variant: &Value) -> Vec<StreamEvent> {
    let cancel = CancellationToken::new();
    let transport = Arc::clone(server);
    let call = Call { cancel: cancel.clone(), clock: Arc::new(Epoch), transport };
    let mut stream = api.send(wire, call);
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        if variant["abort_after_event"].as_str().is_some_and(|kind| seen(&event)["type"] == kind) {
            cancel.cancel();
        }
        events.push(event);
    }
    events
}

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

/// An event as it is recorded.
pub(crate) fn seen(event: &StreamEvent) -> Value {
    let message = |message: &Arc<AssistantMessage>| {
        let mut message = json!(Message::Assistant(Arc::clone(message)));
        message["durationMs"] = json!(0);
        message
    };
    match event {
        StreamEvent::Start(_) => json!({"type": "start"}),
        StreamEvent::TextStart { index } => json!({"type": "text_start", "contentIndex": index}),
        StreamEvent::TextDelta { index, delta } => json!({"type": "text_delta", "contentIndex": index, "delta": delta}),
        StreamEvent::TextEnd { index, content, .. } => {
            json!({"type": "text_end", "contentIndex": index, "content": content})
        }
        StreamEvent::ThinkingStart { index } => json!({"type": "thinking_start", "contentIndex": index}),
        StreamEvent::ThinkingDelta { index, delta } => {
            json!({"type": "thinking_delta", "contentIndex": index, "delta": delta})
        }
        StreamEvent::ThinkingEnd { index, content, .. } => {
            json!({"type": "thinking_end", "contentIndex": index, "content": content})
        }
        StreamEvent::ToolCallStart { index, .. } => json!({"type": "toolcall_start", "contentIndex": index}),
        StreamEvent::ToolCallDelta { index, delta } => {
            json!({"type": "toolcall_delta", "contentIndex": index, "delta": delta})
        }
        StreamEvent::ToolCallEnd { index, tool_call } => {
            let call = json!(Content::ToolCall(tool_call.clone()));
            json!({"type": "toolcall_end", "contentIndex": index, "toolCall": call})
        }
        StreamEvent::Done(done) => json!({"type": "done", "reason": done.stop_reason, "message": message(done)}),
        StreamEvent::Error(error) => json!({"type": "error", "reason": error.stop_reason, "error": message(error)}),
    }
}
