//! The models: which there are, which one is asked, and a way to ask one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pith_app::ModelAccess;
use pith_app::event::assistant_event;
use pith_app::hear;
use pith_app::models::{Entry, Registry, Scoped};
use pith_app::sign_in::key_variables;
use pith_llm::catalog::vendor;
use pith_llm::thinking::clamp_level;
use pith_llm::{CallOptions, Secret, StreamEvent};
use pith_types::{AssistantMessage, Message, Model, SystemMessage, ThinkingLevel, ToolDeclaration, UserContent};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Answer, Question, Work, unknown};
use crate::host::shared::Record;
use crate::rights::Right;
use crate::runtime::{Budget, CallFailure, HostError};

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let registry = || (question.shared.surroundings.models)();
    Some(match question.method {
        // While extensions load there is none.
        "model.current" => Ok(question.app().map_or(Value::Null, |app| json!(*app.current_model()))),
        "model.scoped" => Ok(question.app().map_or(json!([]), |app| scoped(&app.scoped_models()))),
        "thinking.level" => question.app().map(|app| json!(app.current_thinking_level())),
        "thinking.set" => question.app().map(|app| {
            let level = question.args.get("level").cloned().and_then(|level| serde_json::from_value(level).ok());
            if let Some(level) = level {
                question.shared.begin(async move {
                    app.set_thinking_level(level).await;
                });
            }
            Value::Null
        }),
        "models.all" => Ok(of_type(question, registry().entries().iter())),
        "models.available" => Ok(of_type(question, registry().ready())),
        "models.find" => Ok(match registry().find(question.text("provider"), question.text("id")) {
            Some(entry) if matches!(question.text("type"), "" | "chat") => json!(*entry.model()),
            _ => others(question)
                .find(|model| model["provider"] == question.text("provider") && model["id"] == question.text("id"))
                .unwrap_or_default(),
        }),
        "models.ready" => {
            let registry = registry();
            Ok(registry.find(question.text("provider"), question.text("id")).is_some_and(|entry| entry.ready).into())
        }
        "models.providers" => Ok(providers(&registry()).len().into()),
        "models.error" => Ok(Value::Null),
        "provider.get" => Ok(provider(question, &registry())),
        "provider.registered" => Ok(question.shared.surroundings.providers.now().keys().cloned().collect()),
        "provider.name" => Ok(provider_name(question).into()),
        "login.tell" => {
            let (login, news) = (question.args.get("login"), question.args.get("news"));
            let told = question.shared.logins.tell(login.unwrap_or(&Value::Null), news.cloned().unwrap_or_default());
            told.map(|()| Value::Null)
        }
        "provider.variables" => Ok(json!(key_variables(question.text("name")))),
        "provider.oauth" => Ok((question.shared.surroundings.logins)(question.text("provider")).is_some().into()),
        "models.known" => {
            let (provider, id) = (question.text("provider"), question.text("id"));
            let current = question.app().is_ok_and(|app| {
                let current = app.current_model();
                current.provider == provider && current.id == id
            });
            Ok((current || registry().find(provider, id).is_some()).into())
        }
        "provider.status" => {
            let ready = registry().ready().any(|entry| entry.provider() == question.text("name"));
            Ok(json!({ "configured": ready }))
        }
        _ => return None,
    })
}

/// The person's list of models.
fn scoped(models: &[Scoped]) -> Value {
    let one = |one: &Scoped| match one.thinking {
        Some(level) => json!({ "model": *one.model, "thinkingLevel": level }),
        None => json!({ "model": *one.model }),
    };
    models.iter().map(one).collect()
}

/// What is known of a provider; nothing when it has no models.
fn provider(question: &Question<'_>, registry: &Registry) -> Value {
    let id = question.text("name");
    let mut models = registry.entries().iter().filter(|entry| entry.provider() == id).map(Entry::model).peekable();
    let Some(first) = models.peek() else { return Value::Null };
    json!({ "id": id, "name": provider_name(question), "baseUrl": first.base_url, "models": models.map(|model| json!(*model)).collect::<Vec<_>>() })
}

/// For people.
fn provider_name(question: &Question<'_>) -> String {
    let id = question.text("name");
    let brought = question.shared.surroundings.providers.now();
    let own = brought.get(id).and_then(|provider| provider.name().map(str::to_owned));
    own.or_else(|| vendor(id).map(|vendor| vendor.name.to_owned())).unwrap_or_else(|| id.to_owned())
}

/// Models for chat; there are no others here.
fn of_type<'a>(question: &Question<'_>, entries: impl Iterator<Item = &'a Entry>) -> Value {
    if !matches!(question.text("type"), "" | "chat") {
        let ready = |model: &Value| question.method != "models.available" || is_ready(question, model);
        return others(question).filter(ready).collect();
    }
    entries.map(|entry| json!(*entry.model())).collect()
}

/// Models of extensions for pictures or classes, of the kind that is asked for.
fn others(question: &Question<'_>) -> impl Iterator<Item = Value> {
    let kind = question.text("type").to_owned();
    let specs = question.shared.in_force().into_iter().flat_map(|record| record.registered().providers);
    specs.flat_map(|spec| spec.others).filter(move |model| model["type"] == kind.as_str())
}

/// Whether there is a key for such a model.
fn is_ready(question: &Question<'_>, model: &Value) -> bool {
    let provider = model["provider"].as_str().unwrap_or_default().to_owned();
    let access =
        question.app().map(|app| app.model_access()).ok().or_else(|| question.shared.surroundings.access.clone());
    access.is_none_or(|access| access.can_ask(&Model { provider, ..Model::default() }))
}

/// Such a model is asked: by its provider's code, with its provider's key.
async fn operate(mut work: Work<'_>) -> Result<Value, HostError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut request = work.args.take();
    let provider = request["model"]["provider"].as_str().unwrap_or_default().to_owned();
    let records = work.shared.in_force();
    let has = |record: &&Arc<Record>| record.registered().providers.iter().any(|spec| spec.name == provider);
    let record = records.iter().rfind(has);
    let record = Arc::clone(record.ok_or_else(|| HostError::new(format!("Unknown provider: {provider}")))?);
    if request["options"]["apiKey"].is_null() {
        let (access, model) = (access(&work)?, Model { provider: provider.clone(), ..Model::default() });
        let keys = work.on_app(async move { access.keys(&model).await }).await?;
        let keys = keys.map_err(|error| HostError::new(error.to_string()))?;
        request["options"]["apiKey"] = json!(keys.api_key.as_ref().map(Secret::reveal));
        let mut headers: Map<String, Value> =
            keys.headers.iter().map(|(name, value)| (name.clone(), value.reveal().into())).collect();
        if let Value::Object(own) = request["options"]["headers"].take() {
            headers.extend(own);
        }
        request["options"]["headers"] = headers.into();
    }
    let call = format!("operation:{}", NEXT.fetch_add(1, Ordering::Relaxed));
    request["call"] = call.as_str().into();
    let args = json!([record.id, provider, request]);
    let mut asked = std::pin::pin!(record.package.call("operate", &args, Budget::Unlimited));
    let answer = tokio::select! {
        answer = &mut asked => answer,
        () = work.cancel.cancelled() => {
            record.package.tell("over", &json!([call, true]));
            asked.await
        }
    };
    answer.map(Option::unwrap_or_default).map_err(|failure| match failure {
        CallFailure::Threw { message, .. } => HostError::new(message),
        failure => HostError::new(format!("`{}`: {failure}", record.name())),
    })
}

fn providers(registry: &Registry) -> std::collections::BTreeSet<String> {
    registry.ready().map(|entry| entry.provider().to_owned()).collect()
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Named {
    provider: String,
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Asked {
    model: Named,
    /// The model as the extension describes it, when that is what it means to ask.
    #[serde(default)]
    described: Option<Model>,
    context: Value,
    #[serde(default)]
    options: Options,
}

/// The head of an answer that an extension got itself.
#[derive(Deserialize)]
struct Response {
    status: u16,
    #[serde(default)]
    headers: std::collections::BTreeMap<String, String>,
}

/// A part of such an answer.
#[derive(Deserialize)]
struct StreamPart {
    model: Model,
    #[serde(default)]
    data: Value,
}

/// What an extension may say of a request.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    api_key: Option<String>,
    max_tokens: Option<u64>,
    temperature: Option<f64>,
    reasoning: Option<ThinkingLevel>,
    session_id: Option<String>,
    headers: Map<String, Value>,
}

/// A conversation as extensions write it: the prompt and the tools beside the messages, or among them.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Conversation {
    system_prompt: Option<String>,
    messages: Vec<Message>,
    tools: Option<Vec<ToolDeclaration>>,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    match work.method {
        "llm.complete" | "llm.stream" => {
            let asked: Asked = work.read()?;
            match asked.described.clone() {
                Some(model) => {
                    let url = url::Url::parse(&model.base_url).ok();
                    let host = url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
                    work.gate.check(Right::Reach(host)).map_err(|denied| HostError::new(denied.to_string()))?;
                    ask(work, Arc::new(model), asked).await
                }
                None => {
                    let model = find(&work, &asked.model)?;
                    ask(work, model, asked).await
                }
            }
        }
        "login.ask" => {
            let question = work.args.get_mut("question").map(Value::take).unwrap_or_default();
            let login = work.args.get("login").cloned().unwrap_or_default();
            let answer = work.shared.logins.ask(&login, question, work.cancel.clone())?;
            Ok(json!(work.on_app(answer).await?))
        }
        "provider.payload" => {
            let payload = work.args.get_mut("payload").map(Value::take).unwrap_or_default();
            let app = work.app()?;
            work.on_app(async move { app.offer_payload(payload).await }).await
        }
        "provider.response" => {
            let Response { status, headers } = work.read()?;
            let headers: Vec<(String, String)> = headers.into_iter().collect();
            let app = work.app()?;
            work.on_app(async move { app.tell_response(status, &headers).await }).await.map(|()| Value::Null)
        }
        "provider.streamEvent" => {
            let StreamPart { model, data } = work.read()?;
            let app = work.app()?;
            work.on_app(async move { app.tell_provider_event(&model, &data).await }).await.map(|()| Value::Null)
        }
        "model.set" => {
            let named: Named = work.read()?;
            let model = find(&work, &named)?;
            let app = work.app()?;
            if !app.model_access().can_ask(&model) {
                return Ok(Value::Bool(false));
            }
            let set = work.on_app(async move { app.set_model(&model.provider, &model.id).await.is_ok() }).await?;
            Ok(Value::Bool(set))
        }
        "models.key" => {
            let named: Named = work.read()?;
            let Ok(model) = find(&work, &named) else { return Ok(json!({ "ok": false, "error": "unknown model" })) };
            let access = access(&work)?;
            let keys = work.on_app(async move { access.keys(&model).await }).await?;
            Ok(match keys {
                Ok(options) => {
                    let headers: Map<String, Value> =
                        options.headers.iter().map(|(name, value)| (name.clone(), value.reveal().into())).collect();
                    json!({ "ok": true, "apiKey": options.api_key.as_ref().map(Secret::reveal), "headers": headers })
                }
                Err(error) => json!({ "ok": false, "error": error.to_string() }),
            })
        }
        "provider.key" => {
            let named: Named = work.read()?;
            let registry = (work.shared.surroundings.models)();
            let Some(model) = registry.entries().iter().find(|entry| entry.provider() == named.name).map(Entry::model)
            else {
                return Ok(Value::Null);
            };
            let access = access(&work)?;
            let keys = work.on_app(async move { access.keys(&model).await }).await?;
            Ok(json!(keys.ok().and_then(|options| options.api_key).map(|key| key.reveal().to_owned())))
        }
        "models.operate" => operate(work).await,
        "models.refresh" => {
            let shared = Arc::clone(&work.shared);
            work.on_app(async move { shared.refresh_providers(false).await }).await.map(|()| Value::Null)
        }
        method => Err(unknown(method)),
    }
}

fn find(work: &Work<'_>, named: &Named) -> Result<Arc<Model>, HostError> {
    let registry = (work.shared.surroundings.models)();
    let model = registry.find(&named.provider, &named.id).map(Entry::model);
    let current = || work.app().ok().map(|app| app.current_model());
    model
        .or_else(|| current().filter(|current| current.provider == named.provider && current.id == named.id))
        .ok_or_else(|| HostError::new(format!("there is no model `{}/{}`", named.provider, named.id)))
}

async fn ask(work: Work<'_>, model: Arc<Model>, asked: Asked) -> Result<Value, HostError> {
    let described = asked.described.is_some();
    let conversation: Conversation = super::read(asked.context)?;
    let mut messages = conversation.messages;
    if conversation.system_prompt.is_some() || conversation.tools.is_some() {
        let head = SystemMessage {
            content: UserContent::Text(conversation.system_prompt.unwrap_or_default()),
            tools_added: conversation.tools,
            ..SystemMessage::default()
        };
        messages.insert(0, Message::System(Arc::new(head)));
    }
    let options = CallOptions {
        api_key: asked.options.api_key.map(Secret::new),
        max_tokens: asked.options.max_tokens,
        temperature: asked.options.temperature,
        thinking: clamp_level(&model, asked.options.reasoning.unwrap_or(ThinkingLevel::Off)),
        session_id: asked.options.session_id,
        headers: asked
            .options
            .headers
            .into_iter()
            .filter_map(|(name, value)| Some((name, Secret::new(value.as_str()?))))
            .collect(),
        ..CallOptions::default()
    };
    let (events, cancel, access) = (Arc::clone(&work.events), work.cancel.clone(), access(&work)?);
    let answer = work
        .on_app(async move {
            let stream = match described {
                true => access.ask_as_described(model, messages, options, cancel),
                false => access.ask(model, messages, options, cancel).await,
            };
            let stream = stream.map_err(|error| error.to_string())?;
            Ok::<_, String>(hear(stream, |event| events(told(event))).await)
        })
        .await?;
    match answer {
        Ok(Some(answer)) => Ok(message(&answer)),
        Ok(None) => Err(HostError::new("the model gave no answer")),
        Err(error) => Err(HostError::new(error)),
    }
}

/// The app's way to the models; while extensions load, the program's.
fn access(work: &Work<'_>) -> Result<ModelAccess, HostError> {
    match (work.app(), &work.shared.surroundings.access) {
        (Ok(app), _) => Ok(app.model_access()),
        (Err(_), Some(access)) => Ok(access.clone()),
        (Err(error), None) => Err(error),
    }
}

/// A step of an answer, as extensions hear it.
fn told(event: &StreamEvent) -> Value {
    match event {
        StreamEvent::Start(partial) => json!({ "type": "start", "partial": message(partial) }),
        StreamEvent::Done(answer) => {
            json!({ "type": "done", "reason": answer.stop_reason, "message": message(answer) })
        }
        StreamEvent::Error(answer) => {
            json!({ "type": "error", "reason": answer.stop_reason, "error": message(answer) })
        }
        other => json!(assistant_event(other)),
    }
}

fn message(answer: &Arc<AssistantMessage>) -> Value {
    json!(Message::Assistant(Arc::clone(answer)))
}
