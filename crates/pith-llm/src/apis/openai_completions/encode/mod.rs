//! Builds the payload (spec/providers.md 3.2.1–3.2.4). Pure: the same request gives the same bytes.

mod cache;
mod messages;
mod thinking;
mod tools;

use std::sync::Arc;

use pith_types::transcript::{PromptState, ToolSupport, resolve_transcript, resolve_transcript_tools};
use pith_types::{Message, Model, ThinkingLevel};
use serde_json::{Map, Value, json};

use super::compat::{Compat, PromptCacheKey, SessionHeaders};
use crate::apis::address;
use crate::apis::constrained::grammar;
use crate::apis::functions::tool_choice;
use crate::apis::head::Head;
use crate::estimate::clamp_to_window;
use crate::normalize::{completions_id, transform_messages};
use crate::sampling::resolve_sampling_params;
use crate::{CacheRetention, PrepareError, Request, Secret, WireRequest};

/// The fields in which hosts send thinking, in the order in which they are looked for; it goes back in the same one.
pub(super) const REASONING_FIELDS: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_text"];

/// UTF-16 units that OpenAI takes of a cache key.
const CACHE_KEY_LENGTH: usize = 64;

pub(super) fn encode(request: &Request) -> Result<WireRequest, PrepareError> {
    let model = &request.model;
    let compat = Compat::of(model);
    let url = format!("{}/chat/completions", address::base_url(request)?);
    let headers = headers(request, &compat)?;
    let messages = resolve_transcript(request.context.messages().to_vec(), compat.supports_system_updates);
    let tools = Tools::of(&messages, &compat);
    let declared = tools::encode(&tools.request, &compat).map_err(|reason| payload_error(model, reason))?;
    let body = body(request, &compat, &messages, &tools, declared)?;
    let text_arguments = tools.grammar.clone();
    let body = serde_json::to_vec(&body).map_err(|error| payload_error(model, error.to_string()))?;
    Ok(WireRequest {
        model: Arc::clone(model),
        url,
        headers,
        body: body.into(),
        text_arguments,
        ..WireRequest::default()
    })
}

/// The tools of a request.
struct Tools {
    /// Those that the request itself holds.
    request: Vec<pith_types::ToolDeclaration>,
    /// System messages, from the first, that these stand for; later ones add theirs where they stand.
    folded: usize,
    /// Tools whose calls are plain text, with the argument that it stands for.
    grammar: Vec<(String, String)>,
}

impl Tools {
    fn of(messages: &[Message], compat: &Compat) -> Self {
        let additions = compat.supports_system_updates && compat.supports_tool_additions;
        let support = if additions { ToolSupport::Additions } else { ToolSupport::None };
        let resolved = resolve_transcript_tools(messages, support);
        let grammar = if compat.supports_grammar_tools {
            let state = PromptState::replay(messages);
            let argument = |tool| grammar(tool).map(|grammar| (tool.name.clone(), grammar.argument));
            state.tools().values().filter_map(argument).collect()
        } else {
            Vec::new()
        };
        Self { request: resolved.request_tools, folded: resolved.folded_system_messages, grammar }
    }
}

fn body(
    request: &Request,
    compat: &Compat,
    messages: &[Message],
    tools: &Tools,
    declared: Vec<Value>,
) -> Result<Map<String, Value>, PrepareError> {
    let (model, options) = (&*request.model, &request.options);
    let transformed = transform_messages(messages, model, Some(completions_id), 0);
    let mut encoded =
        messages::encode(&transformed, model, compat, tools).map_err(|reason| payload_error(model, reason))?;
    let mut declared = declared;
    if compat.marks_cache {
        cache::mark(&mut encoded, &mut declared, options.cache_retention, compat);
    }

    let mut body = Map::new();
    let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
    put("model", json!(address::model_name(request)));
    put("messages", Value::Array(encoded));
    put("stream", json!(true));
    if let Some(key) = cache_key(request, compat) {
        put("prompt_cache_key", json!(key));
    }
    if options.cache_retention == CacheRetention::Long && compat.supports_long_cache_retention {
        put("prompt_cache_retention", json!("24h"));
    }
    if compat.supports_usage_in_streaming {
        put("stream_options", json!({"include_usage": true}));
    }
    if compat.supports_store {
        put("store", json!(false));
    }
    let limit = clamp_to_window(model, options.max_tokens.unwrap_or(model.max_tokens), request.context.messages());
    let limit = (model.max_tokens > 0 || options.max_tokens.is_some()).then_some(limit);
    if let Some(limit) = limit {
        put(compat.max_tokens_field.name(), json!(limit));
    }
    if let Some(temperature) = options.temperature {
        put("temperature", json!(temperature));
    }
    if !declared.is_empty() || (compat.requires_tools_with_tool_history && has_tool_history(&transformed)) {
        put("tools", Value::Array(declared));
    }
    if let Some(choice) = &options.tool_choice {
        put("tool_choice", tool_choice(choice));
    }
    if compat.tool_stream && !tools.request.is_empty() {
        put("tool_stream", json!(true));
    }
    if let Some(priority) = compat.priority {
        put("priority", json!(priority));
    }
    for (key, value) in thinking::fields(model, compat, options, limit) {
        put(key, value);
    }
    if let Some(routing) = &compat.openrouter_routing {
        put("provider", json!(routing));
    }
    if let Some(routing) = &compat.vercel_routing {
        put("providerOptions", json!({"gateway": routing}));
    }
    let level = if model.reasoning { options.thinking } else { ThinkingLevel::Off };
    body.extend(resolve_sampling_params(model, level, options.sampling_params.as_ref()).unwrap_or_default());
    Ok(body)
}

fn has_tool_history(messages: &[Message]) -> bool {
    messages.iter().any(|message| match message {
        Message::Assistant(answer) => answer.tool_calls().next().is_some(),
        Message::ToolResult(_) => true,
        Message::System(_) | Message::User(_) => false,
    })
}

fn cache_key(request: &Request, compat: &Compat) -> Option<String> {
    let options = &request.options;
    let session = options.session_id.as_ref().filter(|_| options.cache_retention != CacheRetention::None)?;
    let wanted = match compat.prompt_cache_key {
        PromptCacheKey::Enabled => true,
        PromptCacheKey::Disabled => false,
        PromptCacheKey::Auto => {
            let long = options.cache_retention == CacheRetention::Long && compat.supports_long_cache_retention;
            long || request.model.base_url.contains("api.openai.com")
        }
    };
    wanted.then(|| session.chars().take(CACHE_KEY_LENGTH).collect())
}

fn headers(request: &Request, compat: &Compat) -> Result<Vec<(String, Secret)>, PrepareError> {
    let mut head = Head::new();
    head.bearer(request);
    head.session(
        request,
        match compat.session_headers {
            Some(SessionHeaders::Openai) => &["session_id", "x-client-request-id", "x-session-affinity"],
            Some(SessionHeaders::OpenaiNosession) => &["x-client-request-id", "x-session-affinity"],
            Some(SessionHeaders::Openrouter) => &["x-session-id"],
            None => &[],
        },
    );
    head.finish(request)
}

fn payload_error(model: &Model, reason: String) -> PrepareError {
    PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason }
}
