//! The scripted answers of a scenario, as a wire.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::{StreamExt as _, stream};
use pith_llm::{
    Api, Call, EventStream, PrepareError, Request, StreamEvent, WireRequest,
    scripted::{Answer, Pace, Scripted},
};
use pith_types::{AgentMessage, AssistantMessage, Model, StopReason};
use serde_json::{Value, json};

use super::{
    digest::{digests, reduce},
    record::Log,
    scenario::{Response, Scenario},
};

/// The wire's name, and the model's.
pub(super) const API: &str = "faux-api";

pub(super) fn model() -> Model {
    Model { id: "faux-1".into(), name: "faux-1".into(), api: API.into(), provider: "faux".into(), ..Model::default() }
}

pub(super) struct Provider {
    scripted: Scripted,
    responses: Mutex<VecDeque<Response>>,
    full_requests: bool,
    log: Log,
}

impl Provider {
    pub(super) fn new(scenario: &Scenario, log: Log) -> Self {
        let pace = Pace { token_size: 1..=1, tokens_per_second: scenario.tokens_per_second };
        Self {
            scripted: Scripted::new(pace),
            responses: Mutex::new(scenario.responses.iter().cloned().collect()),
            full_requests: scenario.full_requests,
            log,
        }
    }
}

impl Api for Provider {
    fn id(&self) -> &str {
        API
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let messages: Vec<AgentMessage> = request.context.messages().iter().cloned().map(Into::into).collect();
        let messages = match self.full_requests {
            true => messages.iter().map(reduce).collect(),
            false => digests(&messages),
        };
        self.log.request(json!({"model": request.model.id, "messages": messages, "aborted": false}));
        self.scripted.prepare(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        self.log.event(json!({"hook": "streamFn", "model": wire.model.id}));
        if call.cancel.is_cancelled() {
            self.log.mark_aborted();
        }
        let response = self.responses.lock().unwrap().pop_front();
        match response {
            None => {}
            Some(Response { throws: Some(text), .. }) => panic!("{text}"),
            Some(Response { raw: Some(raw), iter_throws, .. }) => {
                let events = stream::iter(raw).then(|raw| async move {
                    if let Some(delay) = raw.delay_ms {
                        tokio::time::sleep(Duration::from_millis(delay)).await;
                    }
                    parse(&raw.event)
                });
                return match iter_throws {
                    None => events.boxed(),
                    Some(text) => events.chain(stream::once(async move { panic!("{text}") })).boxed(),
                };
            }
            Some(response) => {
                let text = response.error_message.clone();
                self.scripted.push(answer(response));
                return self.scripted.send(wire, call).map(move |event| with_error(event, text.as_ref())).boxed();
            }
        }
        self.scripted.send(wire, call)
    }
}

/// The recorded provider begins a failing answer with its error in place.
fn with_error(event: StreamEvent, text: Option<&String>) -> StreamEvent {
    match event {
        StreamEvent::Start(message) => {
            StreamEvent::Start(Arc::new(AssistantMessage { error_message: text.cloned(), ..(*message).clone() }))
        }
        event => event,
    }
}

fn answer(response: Response) -> Answer {
    let stop_reason = response.stop_reason.map_or(StopReason::Stop, |reason| serde_json::from_value(reason).unwrap());
    let message = AssistantMessage {
        content: response.content.unwrap_or_default(),
        stop_reason,
        error_message: response.error_message,
        ..AssistantMessage::default()
    };
    message.into()
}

fn parse(event: &Value) -> StreamEvent {
    let message = |name: &str| {
        let message: AssistantMessage = serde_json::from_value(event[name].clone()).unwrap();
        Arc::new(message)
    };
    let index = event["contentIndex"].as_u64().map_or(0, |index| usize::try_from(index).unwrap());
    let text = |name: &str| event[name].as_str().unwrap().to_owned();
    match event["type"].as_str().unwrap() {
        "start" => StreamEvent::Start(message("partial")),
        "text_start" => StreamEvent::TextStart { index },
        "text_delta" => StreamEvent::TextDelta { index, delta: text("delta") },
        "text_end" => StreamEvent::TextEnd { index, content: text("content"), signature: None },
        "thinking_start" => StreamEvent::ThinkingStart { index },
        "thinking_delta" => StreamEvent::ThinkingDelta { index, delta: text("delta") },
        "thinking_end" => {
            StreamEvent::ThinkingEnd { index, content: text("content"), signature: None, redacted: false }
        }
        "toolcall_start" => StreamEvent::ToolCallStart { index, id: String::new(), name: String::new() },
        "toolcall_delta" => StreamEvent::ToolCallDelta { index, delta: text("delta") },
        "toolcall_end" => {
            StreamEvent::ToolCallEnd { index, tool_call: serde_json::from_value(event["toolCall"].clone()).unwrap() }
        }
        "done" => StreamEvent::Done(message("message")),
        "error" => StreamEvent::Error(message("error")),
        other => panic!("stream event `{other}` is not known"),
    }
}
