//! Virtual models of extensions: chosen like any other, and routed to a model that answers, request by request.

use std::sync::{Arc, Weak};

use futures::{StreamExt as _, stream};
use pith_app::models::VIRTUAL_API;
use pith_llm::thinking::clamp_level;
use pith_llm::{Api, Call, CallOptions, EventStream, PrepareError, Request, StreamEvent, WireRequest};
use pith_types::{AssistantMessage, InputKind, Model, StopReason, ThinkingLevel};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::shared::{Record, Shared};

/// What an extension says of a virtual model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VirtualSpec {
    /// The provider under which it is listed.
    pub provider: String,
    /// Its id.
    pub id: String,
    /// For people.
    #[serde(default)]
    pub name: Option<String>,
    /// The levels that can be chosen.
    #[serde(default)]
    pub thinking_levels: Vec<String>,
    /// Shown before the first answer.
    #[serde(default)]
    pub context_window: u64,
    /// Shown before the first answer.
    #[serde(default)]
    pub max_tokens: u64,
    /// What it takes in; text and pictures by default.
    #[serde(default)]
    pub input: Option<Vec<InputKind>>,
    /// Whether it is there, or was taken back.
    #[serde(default)]
    pub on: bool,
}

impl VirtualSpec {
    /// The model that is listed.
    pub(super) fn model(&self) -> Model {
        let offered = |level: &str| self.thinking_levels.iter().any(|offered| offered == level);
        let levels = ["minimal", "low", "medium", "high", "xhigh", "max"];
        Model {
            id: self.id.clone(),
            name: self.name.clone().unwrap_or_else(|| self.id.clone()),
            api: VIRTUAL_API.to_owned(),
            provider: self.provider.clone(),
            reasoning: levels.iter().any(|level| offered(level)),
            thinking_level_map: Some(
                levels.iter().map(|level| ((*level).to_owned(), offered(level).then(|| (*level).to_owned()))).collect(),
            ),
            input: self.input.clone().unwrap_or_else(|| vec![InputKind::Text, InputKind::Image]),
            context_window: self.context_window,
            max_tokens: self.max_tokens,
            ..Model::default()
        }
    }
}

/// Asks the extension which model answers, and that model. It keeps neither the extension nor the program alive.
pub(super) struct Router {
    record: Weak<Record>,
    shared: Weak<Shared>,
}

impl Router {
    pub(super) fn new(record: &Arc<Record>, shared: &Arc<Shared>) -> Self {
        Self { record: Arc::downgrade(record), shared: Arc::downgrade(shared) }
    }
}

impl Api for Router {
    fn id(&self) -> &str {
        VIRTUAL_API
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let model = Arc::clone(&request.model);
        Ok(WireRequest { model, asked: Some(Arc::new(request.clone())), ..WireRequest::default() })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let (told, heard) = unbounded_channel();
        let (record, shared) = (self.record.upgrade(), self.shared.upgrade());
        tokio::spawn(async move {
            let (model, clock, cancel) = (Arc::clone(&wire.model), Arc::clone(&call.clock), call.cancel.clone());
            let routed = match (wire.asked, record, shared) {
                (Some(asked), Some(record), Some(shared)) => tokio::select! {
                    routed = route(&asked, &record, &shared, call) => routed,
                    () = cancel.cancelled() => Err("the request was aborted".to_owned()),
                },
                _ => Err("its extension is loaded no longer".to_owned()),
            };
            match routed {
                Ok(mut events) => {
                    while let Some(event) = events.next().await {
                        if told.send(event).is_err() {
                            break;
                        }
                    }
                }
                Err(error) => {
                    let aborted = cancel.is_cancelled();
                    let message = AssistantMessage {
                        api: model.api.clone(),
                        provider: model.provider.clone(),
                        model: model.id.clone(),
                        stop_reason: if aborted { StopReason::Aborted } else { StopReason::Error },
                        error_message: Some(format!("`{}/{}` was not routed: {error}", model.provider, model.id)),
                        timestamp: clock.now_ms(),
                        ..AssistantMessage::default()
                    };
                    drop(told.send(StreamEvent::Error(Arc::new(message))));
                }
            }
        });
        stream::unfold(heard, |mut heard| async move { heard.recv().await.map(|event| (event, heard)) }).boxed()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Route {
    provider: String,
    id: String,
    #[serde(default)]
    thinking_level: ThinkingLevel,
}

/// The answer of the model that the extension names.
async fn route(asked: &Request, record: &Record, shared: &Shared, call: Call) -> Result<EventStream, String> {
    let (model, options) = (&asked.model, &asked.options);
    let request = json!({
        "model": **model,
        "thinkingLevel": options.thinking,
        "direct": !options.in_turn,
        "messages": asked.context.messages(),
    });
    let args = json!([record.id, format!("{}/{}", model.provider, model.id), request]);
    let budget = shared.surroundings.deadlines.budget("route");
    let answer = record.package.call("route", &args, budget).await.map_err(|failure| failure.to_string())?;
    let route: Route = serde_json::from_value(answer.unwrap_or(Value::Null)).map_err(|error| error.to_string())?;
    let registry = (shared.surroundings.models)();
    let named = format!("{}/{}", route.provider, route.id);
    let target = registry.find(&route.provider, &route.id).map(|entry| entry.model());
    let target = target.ok_or_else(|| format!("there is no model `{named}`"))?;
    if target.api == VIRTUAL_API {
        return Err(format!("`{named}` is a virtual model itself"));
    }
    let app = shared.app();
    let access = app.as_ref().map(|app| app.model_access()).or_else(|| shared.surroundings.access.clone());
    let access = access.ok_or("there is no session yet")?;
    if !access.can_ask(&target) {
        return Err(format!("`{named}` has no key"));
    }
    let thinking = clamp_level(&target, route.thinking_level);
    let options = CallOptions {
        api_key: None,
        headers: Default::default(),
        env: Default::default(),
        thinking,
        ..options.clone()
    };
    let messages = asked.context.messages().to_vec();
    let asked = match app.filter(|_| options.in_turn) {
        Some(app) => app.ask_in_turn(target, messages, options, call.cancel).await,
        None => access.ask(target, messages, options, call.cancel).await,
    };
    asked.map_err(|error| error.to_string())
}
