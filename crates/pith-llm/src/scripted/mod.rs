//! A provider that plays answers from a script: for tests of programs that talk to models, without a network.
//!
//! Comes in: answers, queued in the order of the requests. Goes out: the same events as from a real provider, in small
//! chunks, with a simulated usage. Behaves as spec/core.md R5.18 has it.
//!
//! ```
//! use std::sync::Arc;
//! use futures::StreamExt as _;
//! use pith_llm::{Client, Clock, Offline, Request, StreamEvent, normalize_context, scripted::Scripted};
//! use pith_types::Message;
//!
//! struct Epoch;
//! impl Clock for Epoch {
//!     fn now_ms(&self) -> i64 { 0 }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let scripted = Scripted::default();
//! scripted.push("Hello.");
//! let client = Client::new(vec![Arc::new(scripted.clone())], Arc::new(Offline), Arc::new(Epoch));
//! let context = normalize_context(vec![Message::user("Hi", 0)]);
//! let request = Request { model: Arc::new(scripted.model()), context, options: Default::default() };
//! let wire = client.prepare(&request).unwrap();
//! let events: Vec<StreamEvent> = client.send(wire, Default::default()).collect().await;
//! assert!(matches!(events.last(), Some(StreamEvent::Done(_))));
//! assert_eq!(scripted.calls().len(), 1);
//! # });
//! ```

mod answer;
mod payload;
mod play;
mod usage;

use std::{
    collections::{HashMap, VecDeque},
    ops::RangeInclusive,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use pith_types::{AssistantMessage, Model, StopReason};
use serde_json::json;

use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

pub use answer::Answer;
pub use payload::ScriptedCall;
use play::Player;

/// The name of the scripted wire, and of the provider of [`Scripted::model`].
pub const SCRIPTED: &str = "scripted";

/// How answers are played.
#[derive(Debug, Clone)]
pub struct Pace {
    /// Tokens in a delta, each of four UTF-16 units; varies within the range from delta to delta.
    pub token_size: RangeInclusive<usize>,
    /// Tokens in a second; as fast as they are taken when absent.
    pub tokens_per_second: Option<f64>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { token_size: 3..=5, tokens_per_second: None }
    }
}

/// The scripted provider. Clones share one script, so that a test keeps one to feed and to look at.
#[derive(Clone, Default)]
pub struct Scripted {
    pace: Pace,
    script: Arc<Mutex<Script>>,
}

#[derive(Default)]
struct Script {
    answers: VecDeque<Answer>,
    calls: Vec<ScriptedCall>,
    /// The last prompt of each session, as the simulated cache keeps it.
    cached: HashMap<String, String>,
    deferred: HashMap<String, Deferred>,
}

struct Deferred {
    message: AssistantMessage,
    pending_fetches: usize,
}

impl Scripted {
    /// A provider without answers that plays at the given pace.
    pub fn new(pace: Pace) -> Self {
        Self { pace, script: Arc::default() }
    }

    /// A model of this provider: free, with a large window.
    pub fn model(&self) -> Model {
        Model {
            id: "scripted-1".into(),
            name: "Scripted".into(),
            api: SCRIPTED.into(),
            provider: SCRIPTED.into(),
            context_window: 128_000,
            max_tokens: 16_384,
            ..Model::default()
        }
    }

    /// Queues one more answer.
    pub fn push(&self, answer: impl Into<Answer>) {
        self.script().answers.push_back(answer.into());
    }

    /// Replaces the answers that were not taken yet.
    pub fn set(&self, answers: impl IntoIterator<Item = Answer>) {
        self.script().answers = answers.into_iter().collect();
    }

    /// How many answers were not taken yet.
    pub fn pending(&self) -> usize {
        self.script().answers.len()
    }

    /// Every request so far, in order.
    pub fn calls(&self) -> Vec<ScriptedCall> {
        self.script().calls.clone()
    }

    /// Asks for a deferred answer by the id in its handle: its events, or another handle while it is still pending.
    pub fn fetch(&self, id: &str, model: &Arc<Model>, call: Call) -> EventStream {
        let mut script = self.script();
        let message = match script.deferred.get_mut(id) {
            None => {
                drop(script);
                return self.fail(format!("there is no deferred answer `{id}`"), model, call);
            }
            Some(deferred) if deferred.pending_fetches > 0 => {
                deferred.pending_fetches -= 1;
                handle(id, model)
            }
            Some(_) => script.deferred.remove(id).map(|deferred| deferred.message).unwrap_or_default(),
        };
        drop(script);
        self.play(message, model, call)
    }

    /// Gives up a deferred answer; whether there was one.
    pub fn cancel(&self, id: &str) -> bool {
        self.script().deferred.remove(id).is_some()
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, message: AssistantMessage, model: &Model, call: Call) -> EventStream {
        Player::new(addressed(message, model), self.pace.clone(), call).into_stream()
    }

    fn fail(&self, text: String, model: &Model, call: Call) -> EventStream {
        Player::failed(addressed(failure(text), model), call).into_stream()
    }

    fn simulate_usage(&self, call: &ScriptedCall, message: &mut AssistantMessage) {
        if message.usage.total_tokens > 0 {
            return;
        }
        let prompt = usage::render(&call.messages);
        let session = call.session_id.as_ref().filter(|_| call.caches());
        let mut script = self.script();
        let before = session.map(|session| script.cached.get(session).map_or("", String::as_str));
        message.usage = usage::simulate(&prompt, before, message);
        if let Some(session) = session {
            script.cached.insert(session.clone(), prompt);
        }
    }
}

impl Api for Scripted {
    fn id(&self) -> &str {
        SCRIPTED
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        payload::encode(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let asked = match payload::decode(&wire, self.script().calls.len() + 1) {
            Ok(asked) => asked,
            Err(error) => return self.fail(format!("the payload is not readable: {error}"), &wire.model, call),
        };
        let answer = {
            let mut script = self.script();
            script.calls.push(asked.clone());
            script.answers.pop_front()
        };
        let mut message = match answer {
            None => {
                let mut message = addressed(failure("the script has no more answers".into()), &wire.model);
                self.simulate_usage(&asked, &mut message);
                return Player::failed(message, call).into_stream();
            }
            Some(Answer::Message(message)) => *message,
            Some(Answer::Factory(make)) => make(&asked),
            Some(Answer::Events(events)) => return play::replay(events, call),
            Some(Answer::Deferred { message, pending_fetches }) => {
                let id = format!("deferred-{}", asked.number);
                let deferred = Deferred { message: *message, pending_fetches };
                self.script().deferred.insert(id.clone(), deferred);
                handle(&id, &wire.model)
            }
        };
        self.simulate_usage(&asked, &mut message);
        self.play(message, &wire.model, call)
    }
}

/// An answer that will come later.
fn handle(id: &str, model: &Model) -> AssistantMessage {
    AssistantMessage {
        stop_reason: StopReason::Deferred,
        deferred: Some(json!({"provider": model.provider, "modelId": model.id, "api": model.api, "id": id})),
        ..AssistantMessage::default()
    }
}

/// Says whose answer it is, whatever the script says.
fn addressed(message: AssistantMessage, model: &Model) -> AssistantMessage {
    AssistantMessage { api: model.api.clone(), provider: model.provider.clone(), model: model.id.clone(), ..message }
}

fn failure(text: String) -> AssistantMessage {
    AssistantMessage { stop_reason: StopReason::Error, error_message: Some(text), ..AssistantMessage::default() }
}
