//! Builds the payload (spec/providers.md 3.3). Pure: the same request gives the same bytes.

mod effort;
mod messages;
mod tools;

use std::sync::Arc;

use pith_types::transcript::{PromptState, ToolSupport, resolve_transcript, resolve_transcript_tools};
use pith_types::{Message, ThinkingLevel, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::compat::{CacheKey, CacheOptions, Compat, ToolItems};
use super::id::responses_id;
use crate::apis::constrained::grammar;
use crate::estimate::clamp_to_window;
use crate::normalize::transform_messages;
use crate::sampling::resolve_sampling_params;
use crate::{CacheRetention, CallOptions, PrepareError, Request, Secret, ToolChoice, WireRequest};
use effort::Effort;

/// UTF-16 units that OpenAI takes of a cache key.
const CACHE_KEY_LENGTH: usize = 64;

/// Tokens that an answer must be allowed at least.
const LEAST_OUTPUT: u64 = 16;

/// Where a request goes, and what the model is called there.
pub(in crate::apis) struct Place {
    pub(in crate::apis) url: String,
    pub(in crate::apis) headers: Vec<(String, Secret)>,
    pub(in crate::apis) model: String,
}

pub(in crate::apis) fn encode(request: &Request, compat: &Compat, place: Place) -> Result<WireRequest, PrepareError> {
    let model = &request.model;
    let failed = |reason| PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason };
    let tools = Tools::of(request, compat);
    let effort = Effort::of(model, request.options.thinking, compat);
    let body = body(request, compat, &tools, &effort, place.model).map_err(failed)?;
    Ok(WireRequest {
        model: Arc::clone(model),
        url: place.url,
        headers: place.headers,
        body: serde_json::to_vec(&body).map_err(|error| failed(error.to_string()))?.into(),
        text_arguments: tools.grammar,
        effort: effort.kept().map(str::to_owned),
        ..WireRequest::default()
    })
}

/// The tools of a request, and the messages as they are read with them.
struct Tools {
    messages: Vec<Message>,
    /// Those that the request itself holds.
    request: Vec<ToolDeclaration>,
    /// System messages, from the first, that these stand for; later ones add theirs where they stand.
    folded: usize,
    /// Tools whose calls are plain text, with the argument that it stands for.
    grammar: Vec<(String, String)>,
}

impl Tools {
    fn of(request: &Request, compat: &Compat) -> Self {
        let messages = resolve_transcript(request.context.messages().to_vec(), compat.supports_system_updates);
        let support = match compat.tool_items {
            ToolItems::None => ToolSupport::None,
            ToolItems::Search => ToolSupport::Additions,
            ToolItems::Additional => ToolSupport::Changes,
        };
        let resolved = resolve_transcript_tools(&messages, support);
        let declared = PromptState::replay(request.context.messages());
        let argument = |tool: &ToolDeclaration| grammar(tool).map(|grammar| (tool.name.clone(), grammar.argument));
        let grammar = declared.tools().values().filter(|_| compat.supports_grammar_tools).filter_map(argument);
        Self {
            request: resolved.request_tools,
            folded: resolved.folded_system_messages,
            grammar: grammar.collect(),
            messages,
        }
    }

    /// The argument that the text of a call to this tool stands for.
    fn text_argument(&self, name: &str) -> Option<&str> {
        self.grammar.iter().find(|(tool, _)| tool == name).map(|(_, argument)| argument.as_str())
    }
}

fn body(
    request: &Request,
    compat: &Compat,
    tools: &Tools,
    effort: &Effort,
    name: String,
) -> Result<Map<String, Value>, String> {
    let (model, options) = (&*request.model, &request.options);
    let transformed = transform_messages(&tools.messages, model, Some(responses_id), 0);
    let mut input = messages::encode(&transformed, model, compat, tools, effort)?;
    input.extend(effort.update());

    let mut body = Map::new();
    let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
    put("model", Value::String(name));
    put("input", Value::Array(input));
    put("stream", json!(true));
    if let Some(key) = cache_key(options, compat.keeps_cache_key) {
        put("prompt_cache_key", json!(key));
    }
    if let Some((key, value)) = cache_options(options.cache_retention, compat.cache) {
        put(key, value);
    }
    put("store", json!(false));
    if compat.supports_max_output_tokens && (model.max_tokens > 0 || options.max_tokens.is_some()) {
        let wanted = options.max_tokens.unwrap_or(model.max_tokens);
        let limit = clamp_to_window(model, wanted, request.context.messages());
        put("max_output_tokens", json!(limit.max(LEAST_OUTPUT)));
    }
    if let Some(temperature) = options.temperature.filter(|_| compat.supports_temperature) {
        put("temperature", json!(temperature));
    }
    if let Some(tier) = &options.service_tier {
        put("service_tier", json!(tier));
    }
    if !tools.request.is_empty() {
        put("tools", Value::Array(tools::encode(&tools.request, compat)?));
    }
    if let Some(choice) = &options.tool_choice {
        put("tool_choice", tool_choice(choice, tools));
    }
    if let Some(reasoning) = effort.request() {
        put("reasoning", reasoning);
    }
    if effort.is_on() || (compat.always_encrypts && model.reasoning) {
        put("include", json!(["reasoning.encrypted_content"]));
    }
    let level = if model.reasoning { options.thinking } else { ThinkingLevel::Off };
    body.extend(resolve_sampling_params(model, level, options.sampling_params.as_ref()).unwrap_or_default());
    Ok(body)
}

fn tool_choice(choice: &ToolChoice, tools: &Tools) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) if tools.text_argument(name).is_some() => json!({"type": "custom", "name": name}),
        ToolChoice::Tool(name) => json!({"type": "function", "name": name}),
    }
}

fn cache_key(options: &CallOptions, key: CacheKey) -> Option<String> {
    let keep = match key {
        CacheKey::Never => false,
        CacheKey::WhenKept => options.cache_retention != CacheRetention::None,
        CacheKey::Always => true,
    };
    let session = options.session_id.as_ref().filter(|_| keep)?;
    Some(session.chars().take(CACHE_KEY_LENGTH).collect())
}

fn cache_options(retention: CacheRetention, options: CacheOptions) -> Option<(&'static str, Value)> {
    match (options, retention) {
        (CacheOptions::Explicit { .. }, CacheRetention::None) => {
            Some(("prompt_cache_options", json!({"mode": "explicit"})))
        }
        (CacheOptions::Explicit { long: true }, CacheRetention::Long) => {
            Some(("prompt_cache_options", json!({"ttl": "30m"})))
        }
        (CacheOptions::Retention, CacheRetention::Long) => Some(("prompt_cache_retention", json!("24h"))),
        _ => None,
    }
}
