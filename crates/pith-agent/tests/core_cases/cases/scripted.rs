//! The scripted provider, and set-up failures (spec/core.md R5.18, R5.19).

use std::sync::Arc;

use futures::StreamExt as _;
use pith_llm::scripted::{Answer, Pace, Scripted, ScriptedCall};
use pith_llm::{
    Api as _, CacheRetention, Call, CallOptions, Client, Clock, Offline, PrepareError, Request, StreamEvent,
    normalize_context,
};
use pith_types::transcript::with_initial_system_message;
use pith_types::{AssistantMessage, Content, Message, Model, StopReason};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::Failure;

const NOW: i64 = 1_700_000_000_000;

struct Fixed;

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        NOW
    }
}

pub(super) async fn faux_stream(input: &Value) -> Result<Value, Failure> {
    let tokens_per_second = input["faux"]["tokensPerSecond"].as_f64();
    let scripted = Scripted::new(Pace { token_size: 1..=1, tokens_per_second });
    let model = Model { id: "faux-1".into(), api: "fx".into(), provider: "fp".into(), ..scripted.model() };
    for response in input["responses"].as_array().into_iter().flatten() {
        scripted.push(answer(response)?);
    }
    let mut calls = Vec::new();
    for asked in input["calls"].as_array().into_iter().flatten() {
        calls.push(one_call(&scripted, &model, asked).await?);
    }
    Ok(json!({"calls": calls, "callCount": scripted.calls().len(), "pending": scripted.pending()}))
}

fn answer(response: &Value) -> Result<Answer, Failure> {
    if response["factory"] == json!("describe") {
        return Ok(Answer::factory(|call: &ScriptedCall| AssistantMessage {
            content: vec![Content::text(format!("{}:{}:{}", call.messages.len(), call.number, call.model.id))],
            stop_reason: StopReason::Stop,
            timestamp: 1,
            ..AssistantMessage::default()
        }));
    }
    let mut fields = response.clone();
    fields["timestamp"] = json!(1);
    if fields.get("stopReason").is_none() {
        fields["stopReason"] = json!("stop");
    }
    Ok(serde_json::from_value::<AssistantMessage>(fields)?.into())
}

async fn one_call(scripted: &Scripted, model: &Model, asked: &Value) -> Result<Value, Failure> {
    let context = &asked["context"];
    let messages: Vec<Message> = match &context["messages"] {
        Value::Null => vec![Message::user("hi", 0)],
        messages => serde_json::from_value(messages.clone())?,
    };
    let tools = serde_json::from_value(context.get("tools").cloned().unwrap_or(json!([])))?;
    let prompt = context["systemPrompt"].as_str().unwrap_or_default();
    let request = Request {
        model: Arc::new(model.clone()),
        context: normalize_context(with_initial_system_message(prompt, tools, messages)),
        options: CallOptions {
            session_id: asked["options"]["sessionId"].as_str().map(str::to_owned),
            cache_retention: match asked["options"]["cacheRetention"].as_str() {
                Some("none") => CacheRetention::None,
                _ => CacheRetention::Short,
            },
            ..CallOptions::default()
        },
    };
    let cancel = CancellationToken::new();
    if asked["abortFirst"] == json!(true) {
        cancel.cancel();
    }
    let call = Call { cancel: cancel.clone(), clock: Arc::new(Fixed), transport: Arc::new(Offline) };
    let mut stream = scripted.send(scripted.prepare(&request)?, call);
    let mut events = Vec::new();
    let mut result = Value::Null;
    while let Some(event) = stream.next().await {
        events.push(seen(&event));
        if let Some(message) = event.finished() {
            result = final_message(message);
        }
        if asked["abortAfter"].as_u64() == Some(events.len() as u64) {
            cancel.cancel();
        }
    }
    Ok(json!({"events": events, "result": result}))
}

pub(super) async fn models(input: &Value) -> Result<Value, Failure> {
    let scripted = Scripted::default();
    scripted.push("ok");
    let wires: Vec<Arc<dyn pith_llm::Api>> = match input["registerFaux"].as_bool() {
        Some(true) => vec![Arc::new(scripted.clone())],
        _ => vec![],
    };
    let client = Client::new(wires, Arc::new(Offline), Arc::new(Fixed));
    let model = Arc::new(scripted.model());
    let context = normalize_context(vec![Message::user("hi", 0)]);
    let request = Request { model: Arc::clone(&model), context, options: CallOptions::default() };
    let cancel = CancellationToken::new();
    if input["aborted"] == json!(true) {
        cancel.cancel();
    }
    let prepared = match input["registerNoAuth"].as_bool() {
        Some(true) => Err(PrepareError::MissingKey { provider: model.provider.clone() }),
        _ => client.prepare(&request),
    };
    let stream = match prepared {
        Ok(wire) => client.send(wire, cancel),
        Err(error) => client.failed(&model, &error),
    };
    let events: Vec<StreamEvent> = stream.collect().await;
    let message = events.last().and_then(StreamEvent::finished).ok_or("no last event")?;
    let mut got = Map::new();
    got.insert("events".into(), events.iter().map(seen).collect());
    got.insert("stopReason".into(), json!(message.stop_reason));
    got.insert("content".into(), json!(message.content));
    got.extend(message.error_message.as_ref().map(|text| ("errorMessage".to_owned(), json!(text))));
    Ok(Value::Object(got))
}

fn final_message(message: &Arc<AssistantMessage>) -> Value {
    let mut value = json!(Message::Assistant(Arc::clone(message)));
    if let Some(fields) = value.as_object_mut() {
        let duration = fields.shift_remove("durationMs");
        fields.insert("hasDurationMs".into(), json!(duration.is_some()));
    }
    value
}

/// An event as the cases have it.
fn seen(event: &StreamEvent) -> Value {
    match event {
        StreamEvent::Start(_) => json!({"type": "start"}),
        StreamEvent::TextStart { index } => json!({"type": "text_start", "contentIndex": index}),
        StreamEvent::TextDelta { index, delta } => json!({"type": "text_delta", "contentIndex": index, "delta": delta}),
        StreamEvent::TextEnd { index, content, .. } => {
            json!({"type": "text_end", "contentIndex": index, "content": content})
        }
        StreamEvent::Done(message) => json!({"type": "done", "reason": message.stop_reason}),
        StreamEvent::Error(message) => json!({"type": "error", "reason": message.stop_reason}),
        other => json!({"type": format!("{other:?}")}),
    }
}
