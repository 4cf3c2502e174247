//! Queues of events (spec/core.md R5.2): steps, and what each named reader saw of them.

use std::sync::{Arc, Mutex};

use futures::StreamExt as _;
use indexmap::IndexMap;
use pith_llm::queue::{EventFeed, EventSource, answer_queue, event_queue};
use pith_llm::{Clock, StreamEvent};
use pith_types::{AgentMessage, AssistantMessage, Message};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Failure;

struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Step {
    Push(Value),
    End(Value),
    /// Starts a reader that reads to the end.
    Iterate(String),
    /// Starts a reader that stops early.
    Take {
        name: String,
        count: usize,
    },
    /// Lets everyone who waits run, so many times.
    Tick(usize),
}

/// What one reader saw, and whether it saw the end.
#[derive(Default)]
struct Seen {
    events: Vec<String>,
    ended: bool,
}

/// What the readers saw, by their names.
#[derive(Clone, Default)]
struct Readers(Arc<Mutex<IndexMap<String, Seen>>>);

/// How events and results are read from a case, and shown again.
struct Form<E, R> {
    event: fn(&Value) -> Result<E, Failure>,
    kind: fn(&E) -> String,
    result: fn(&Value) -> Result<R, Failure>,
    shown: fn(R) -> Value,
}

impl Readers {
    /// Starts a reader: it begins to wait at once, and goes on when others are let run.
    async fn start<E: Send + 'static, R: Send + 'static>(
        &self,
        name: String,
        feed: EventFeed<E, R>,
        count: usize,
        kind: fn(&E) -> String,
    ) {
        self.0.lock().unwrap().insert(name.clone(), Seen::default());
        let seen = self.clone();
        let mut reading = Box::pin(async move {
            let mut events = feed.take(count);
            while let Some(event) = events.next().await {
                seen.0.lock().unwrap()[&name].events.push(kind(&event));
                take_turns().await;
            }
            let mut readers = seen.0.lock().unwrap();
            // One that left by itself did not see the end.
            readers[&name].ended = readers[&name].events.len() < count;
        });
        if futures::poll!(&mut reading).is_pending() {
            tokio::spawn(reading);
        }
    }
}

/// Plays the steps.
async fn play<E: Send + 'static, R: Clone + Send + 'static>(
    input: &Value,
    (source, feed): (EventSource<E, R>, EventFeed<E, R>),
    form: Form<E, R>,
) -> Result<Value, Failure> {
    let readers = Readers::default();
    let steps: Vec<Step> = serde_json::from_value(input["steps"].clone())?;
    for step in steps {
        match step {
            Step::Push(pushed) => source.push((form.event)(&pushed)?),
            Step::End(Value::Null) => source.end(None),
            Step::End(ended) => source.end(Some((form.result)(&ended)?)),
            Step::Iterate(name) => readers.start(name, feed.clone(), usize::MAX, form.kind).await,
            Step::Take { name, count } => readers.start(name, feed.clone(), count, form.kind).await,
            Step::Tick(times) => {
                for _ in 0..times {
                    settle().await;
                }
            }
        }
    }
    settle().await;
    let asking = tokio::spawn(async move { feed.result().await });
    settle().await;
    let result = if asking.is_finished() { asking.await? } else { None };
    let readers = readers.0.lock().unwrap();
    let seen: Map<String, Value> = readers.iter().map(|(name, seen)| (name.clone(), json!(seen.events))).collect();
    let ended = readers.iter().filter(|(_, seen)| seen.ended);
    let ended: Map<String, Value> = ended.map(|(name, _)| (name.clone(), json!(true))).collect();
    // A result that never comes is one that is not there.
    let result = result.map_or(json!("pending"), |result| json!({"resolved": (form.shown)(result)}));
    Ok(json!({"seen": seen, "ended": ended, "result": result}))
}

/// Lets the others go first, in the order in which they were woken; `yield_now` promises no order.
async fn take_turns() {
    let mut waited = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut waited, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// Lets every task run until it waits.
async fn settle() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}

pub(super) async fn events(input: &Value) -> Result<Value, Failure> {
    let complete = |event: &mut Value| (event["type"] == "fin").then(|| event["value"].clone());
    let form = Form {
        event: |event| Ok(event.clone()),
        kind: |event: &Value| event["type"].as_str().unwrap().to_owned(),
        result: |ended| Ok(ended.clone()),
        shown: |result| result,
    };
    play(input, event_queue(complete), form).await
}

pub(super) async fn answers(input: &Value) -> Result<Value, Failure> {
    let form = Form {
        event: stream_event,
        kind: |event| kind(event).to_owned(),
        result: answer,
        shown: |answer| json!(Message::Assistant(answer)),
    };
    play(input, answer_queue(&FixedClock), form).await
}

fn answer(value: &Value) -> Result<Arc<AssistantMessage>, Failure> {
    match serde_json::from_value(value.clone())? {
        AgentMessage::Model(Message::Assistant(answer)) => Ok(answer),
        other => Err(format!("{other:?} is no answer").into()),
    }
}

fn stream_event(event: &Value) -> Result<StreamEvent, Failure> {
    let index = || -> Result<usize, Failure> { Ok(usize::try_from(event["contentIndex"].as_u64().unwrap_or(0))?) };
    let text = |field: &str| event[field].as_str().unwrap_or_default().to_owned();
    Ok(match event["type"].as_str() {
        Some("start") => StreamEvent::Start(answer(&event["partial"])?),
        Some("text_start") => StreamEvent::TextStart { index: index()? },
        Some("text_delta") => StreamEvent::TextDelta { index: index()?, delta: text("delta") },
        Some("text_end") => StreamEvent::TextEnd { index: index()?, content: text("content"), signature: None },
        Some("done") => StreamEvent::Done(answer(&event["message"])?),
        Some("error") => StreamEvent::Error(answer(&event["error"])?),
        other => return Err(format!("event {other:?} is not known").into()),
    })
}

fn kind(event: &StreamEvent) -> &'static str {
    crate::traces::digest::update_kind(event)
}
