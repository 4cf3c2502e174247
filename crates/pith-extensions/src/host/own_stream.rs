//! Answers that an extension makes itself: a request goes to its `streamSimple` as it is, its events come back one by one.
//!
//! Whatever the extension does, the answer ends as every other: with one last event. One that is broken off by the person, or
//! by the extension's own fault, keeps what has come of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures::{StreamExt as _, stream};
use pith_llm::{Api, Call, Clock, EventStream, Partial, PrepareError, Request, Secret, StreamEvent, WireRequest};
use pith_types::{AssistantMessage, Model, StopReason, ThinkingLevel, ToolCall};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::shared::{Record, Shared};
use crate::runtime::{Budget, CallFailure};

/// How long a stream has to end by itself: after the person has aborted, and after its last event.
const GRACE: Duration = Duration::from_millis(250);

/// The answers under way, by name: where their events go.
#[derive(Default)]
pub(super) struct OpenStreams(Mutex<HashMap<String, UnboundedSender<Value>>>);

impl OpenStreams {
    /// An event of an answer, as JavaScript gives it. One of an answer that is over is left out.
    pub(super) fn hear(&self, stream: &str, event: Value) {
        if let Some(events) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(stream) {
            drop(events.send(event));
        }
    }

    fn open(&self) -> (String, UnboundedReceiver<Value>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("stream:{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let (events, received) = unbounded_channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), events);
        (name, received)
    }

    fn close(&self, stream: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(stream);
    }
}

/// A provider's own stream. It keeps neither its extension nor the program alive.
pub(super) struct OwnStream {
    provider: String,
    record: Weak<Record>,
    shared: Weak<Shared>,
}

impl OwnStream {
    pub(super) fn new(provider: String, record: &Arc<Record>, shared: &Arc<Shared>) -> Self {
        Self { provider, record: Arc::downgrade(record), shared: Arc::downgrade(shared) }
    }
}

impl Api for OwnStream {
    fn id(&self) -> &str {
        "extension"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let headers =
            request.options.headers.iter().map(|(name, value)| (name.to_lowercase(), value.clone())).collect();
        Ok(WireRequest {
            model: Arc::clone(&request.model),
            headers,
            asked: Some(Arc::new(request.clone())),
            ..WireRequest::default()
        })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let (told, heard) = unbounded_channel();
        let mut answer = Answer {
            told,
            partial: Partial::default(),
            model: Arc::clone(&wire.model),
            clock: Arc::clone(&call.clock),
            is_over: false,
        };
        match (wire.asked.as_ref(), self.record.upgrade(), self.shared.upgrade()) {
            (Some(asked), Some(record), Some(shared)) => {
                let request = request(asked, &wire.headers);
                tokio::spawn(play(answer, self.provider.clone(), request, record, shared, call));
            }
            _ => answer.fail(format!("the extension that answers for `{}` is loaded no longer", self.provider)),
        }
        stream::unfold(heard, |mut heard| async move { heard.recv().await.map(|event| (event, heard)) }).boxed()
    }
}

/// What `streamSimple` is given, but for what is code.
fn request(asked: &Request, headers: &[(String, Secret)]) -> Value {
    let options = &asked.options;
    let revealed = |(name, value): (&String, &Secret)| (name.clone(), Value::from(value.reveal()));
    let mut given = Map::new();
    let mut give = |name: &str, value: Option<Value>| drop(value.map(|value| given.insert(name.to_owned(), value)));
    give("apiKey", options.api_key.as_ref().map(|key| key.reveal().into()));
    give("maxTokens", options.max_tokens.map(Value::from));
    give("temperature", options.temperature.map(Value::from));
    give("reasoning", (options.thinking != ThinkingLevel::Off).then(|| json!(options.thinking)));
    give("sessionId", options.session_id.as_deref().map(Value::from));
    give("cacheRetention", Some(json!(options.cache_retention)));
    give("toolChoice", options.tool_choice.as_ref().map(|choice| json!(choice)));
    give("metadata", options.metadata.clone().map(Value::Object));
    give("headers", Some(headers.iter().map(|(name, value)| revealed((name, value))).collect::<Map<_, _>>().into()));
    give("env", Some(options.env.iter().map(revealed).collect::<Map<_, _>>().into()));
    json!({ "model": *asked.model, "messages": asked.context.messages(), "options": given })
}

/// Has the extension answer, and tells what it says.
async fn play(
    mut answer: Answer,
    provider: String,
    mut request: Value,
    record: Arc<Record>,
    shared: Arc<Shared>,
    call: Call,
) {
    let (name, mut events) = shared.streams.open();
    request["stream"] = name.as_str().into();
    let args = json!([record.id, provider, request]);
    let mut running = std::pin::pin!(record.package.call("stream", &args, Budget::Unlimited));
    let give_up = || record.package.tell("over", &json!([name, true]));
    let late = tokio::time::sleep(Duration::MAX);
    let mut late = std::pin::pin!(late);
    let (mut aborted, mut returned) = (false, false);
    while !answer.is_over {
        tokio::select! {
            biased;
            Some(event) = events.recv() => answer.hear(event),
            ended = &mut running => {
                returned = true;
                while let Ok(event) = events.try_recv() {
                    answer.hear(event);
                }
                answer.end(ended, &provider, &record.name());
            }
            () = call.cancel.cancelled(), if !aborted => {
                aborted = true;
                give_up();
                late.as_mut().reset(tokio::time::Instant::now() + GRACE);
            }
            () = &mut late, if aborted => answer.abort(),
            // Nobody waits for the answer any more.
            () = answer.told.closed() => {
                give_up();
                answer.is_over = true;
            }
        }
    }
    shared.streams.close(&name);
    if !returned && !aborted {
        // It has given its last event, and is about to return.
        drop(tokio::time::timeout(GRACE, running).await);
    }
}

/// An answer as it is told.
struct Answer {
    told: UnboundedSender<StreamEvent>,
    partial: Partial,
    model: Arc<Model>,
    clock: Arc<dyn Clock>,
    is_over: bool,
}

/// An event as JavaScript gives it: only what is new in it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Told {
    Start {
        partial: Value,
    },
    TextStart {
        content_index: usize,
    },
    TextDelta {
        content_index: usize,
        delta: String,
    },
    TextEnd {
        content_index: usize,
        content: String,
        signature: Option<String>,
    },
    ThinkingStart {
        content_index: usize,
    },
    ThinkingDelta {
        content_index: usize,
        delta: String,
    },
    ThinkingEnd {
        content_index: usize,
        content: String,
        signature: Option<String>,
        #[serde(default)]
        redacted: bool,
    },
    #[serde(rename = "toolcall_start")]
    ToolCallStart {
        content_index: usize,
        #[serde(default)]
        id: String,
        #[serde(default)]
        name: String,
    },
    #[serde(rename = "toolcall_delta")]
    ToolCallDelta {
        content_index: usize,
        delta: String,
    },
    #[serde(rename = "toolcall_end")]
    ToolCallEnd {
        content_index: usize,
        tool_call: ToolCall,
    },
    Done {
        message: Value,
    },
    Error {
        error: Value,
    },
}

impl Answer {
    fn hear(&mut self, event: Value) {
        if self.is_over {
            return;
        }
        let event = match serde_json::from_value::<Told>(event) {
            Ok(told) => self.event(told),
            Err(error) => Err(error.to_string()),
        };
        match event {
            Ok(event) => self.tell(event),
            Err(error) => {
                self.fail(format!("the stream of `{}` gave an event that cannot be read: {error}", self.model.provider))
            }
        }
    }

    fn event(&self, told: Told) -> Result<StreamEvent, String> {
        Ok(match told {
            Told::Start { partial } => {
                let begun = self.message(partial)?;
                StreamEvent::Start(Arc::new(AssistantMessage { content: Vec::new(), ..begun }))
            }
            Told::TextStart { content_index: index } => StreamEvent::TextStart { index },
            Told::TextDelta { content_index: index, delta } => StreamEvent::TextDelta { index, delta },
            Told::TextEnd { content_index: index, content, signature } => {
                StreamEvent::TextEnd { index, content, signature }
            }
            Told::ThinkingStart { content_index: index } => StreamEvent::ThinkingStart { index },
            Told::ThinkingDelta { content_index: index, delta } => StreamEvent::ThinkingDelta { index, delta },
            Told::ThinkingEnd { content_index: index, content, signature, redacted } => {
                StreamEvent::ThinkingEnd { index, content, signature, redacted }
            }
            Told::ToolCallStart { content_index: index, id, name } => StreamEvent::ToolCallStart { index, id, name },
            Told::ToolCallDelta { content_index: index, delta } => StreamEvent::ToolCallDelta { index, delta },
            Told::ToolCallEnd { content_index: index, tool_call } => StreamEvent::ToolCallEnd { index, tool_call },
            Told::Done { message } => self.last(self.message(message)?),
            Told::Error { error } => {
                let mut failed = self.message(error)?;
                if !matches!(failed.stop_reason, StopReason::Error | StopReason::Aborted) {
                    failed.stop_reason = StopReason::Error;
                }
                self.last(failed)
            }
        })
    }

    /// A message as the extension made it; what it does not say of where it comes from is filled in.
    fn message(&self, value: Value) -> Result<AssistantMessage, String> {
        let mut message: AssistantMessage = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let fill = |field: &mut String, usual: &str| {
            if field.is_empty() {
                usual.clone_into(field);
            }
        };
        fill(&mut message.api, &self.model.api);
        fill(&mut message.provider, &self.model.provider);
        fill(&mut message.model, &self.model.id);
        if message.timestamp == 0 {
            message.timestamp = self.clock.now_ms();
        }
        Ok(message)
    }

    /// The last event of an answer with this message.
    fn last(&self, mut message: AssistantMessage) -> StreamEvent {
        if message.stop_reason == StopReason::Pending {
            let calls = message.tool_calls().next().is_some();
            message.stop_reason = if calls { StopReason::ToolUse } else { StopReason::Stop };
        }
        match message.stop_reason {
            StopReason::Error | StopReason::Aborted => {
                let aborted = message.stop_reason == StopReason::Aborted;
                message.error_message.get_or_insert_with(|| {
                    if aborted { ABORTED.to_owned() } else { format!("`{}` gave no reason", self.model.provider) }
                });
                StreamEvent::Error(Arc::new(message))
            }
            _ => StreamEvent::Done(Arc::new(message)),
        }
    }

    fn tell(&mut self, event: StreamEvent) {
        self.partial.apply(&event);
        self.is_over = event.finished().is_some();
        drop(self.told.send(event));
    }

    /// The extension is done. An answer that has not ended by itself ends as its result says, if it has one.
    fn end(&mut self, ended: Result<Option<Value>, CallFailure>, provider: &str, extension: &str) {
        if self.is_over {
            return;
        }
        match ended {
            Ok(Some(result)) if result.is_object() => match self.message(result) {
                Ok(message) => self.tell(self.last(message)),
                Err(error) => self.fail(format!("the result of `{provider}` cannot be read: {error}")),
            },
            Ok(_) => self.fail(format!("the stream of `{provider}` ended without an answer (`{extension}`)")),
            Err(CallFailure::Threw { message, .. }) => self.fail(message),
            Err(failure) => self.fail(format!("`{extension}`: {failure}")),
        }
    }

    fn abort(&mut self) {
        self.break_off(StopReason::Aborted, ABORTED.to_owned());
    }

    fn fail(&mut self, error: String) {
        self.break_off(StopReason::Error, error);
    }

    fn break_off(&mut self, stop_reason: StopReason, error: String) {
        let so_far = self.partial.message().clone();
        let message = AssistantMessage {
            api: self.model.api.clone(),
            provider: self.model.provider.clone(),
            model: self.model.id.clone(),
            timestamp: if so_far.timestamp == 0 { self.clock.now_ms() } else { so_far.timestamp },
            stop_reason,
            error_message: Some(error),
            ..so_far
        };
        self.tell(StreamEvent::Error(Arc::new(message)));
    }
}

/// What an aborted answer says.
const ABORTED: &str = "the request was aborted";
