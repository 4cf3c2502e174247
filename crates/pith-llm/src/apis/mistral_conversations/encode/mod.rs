//! Builds the payload. Pure: the same request gives the same bytes.

mod messages;
mod tools;

use std::sync::Arc;

use pith_types::transcript::{collapse_system_messages, current_tools};
use pith_types::{Model, ThinkingLevel};
use serde_json::{Map, Value, json};

use super::id::mistral_id;
use crate::apis::address;
use crate::apis::functions::tool_choice;
use crate::apis::head::{self, Head};
use crate::estimate::clamp_to_window;
use crate::normalize::transform_messages;
use crate::sampling::resolve_sampling_params;
use crate::thinking::clamp_level;
use crate::{PrepareError, Request, WireRequest};

/// The effort of a model that has no word of its own for a level.
const USUAL_EFFORT: &str = "high";

pub(super) fn encode(request: &Request) -> Result<WireRequest, PrepareError> {
    let model = &request.model;
    let failed = |reason| PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason };
    let base = address::base_url(request)?;
    let url = format!("{}/v1/chat/completions", base.strip_suffix("/v1").unwrap_or(&base));
    let mut head = Head::new();
    head.bearer(request);
    head.session(request, &["x-affinity"]);
    let headers = head.finish(request)?;
    let body = body(request).map_err(failed)?;
    let body = serde_json::to_vec(&body).map_err(|error| failed(error.to_string()))?;
    Ok(WireRequest { model: Arc::clone(model), url, headers, body: body.into(), ..WireRequest::default() })
}

fn body(request: &Request) -> Result<Map<String, Value>, String> {
    let (model, options) = (&*request.model, &request.options);
    let messages = collapse_system_messages(request.context.messages());
    let transformed = transform_messages(&messages, model, Some(mistral_id), 0);
    let tools = tools::encode(&current_tools(request.context.messages()), model)?;

    let mut body = Map::new();
    let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
    put("model", json!(model.id));
    put("stream", json!(true));
    put("messages", Value::Array(messages::encode(&transformed)));
    if !tools.is_empty() {
        put("tools", Value::Array(tools));
    }
    if let Some(temperature) = options.temperature {
        put("temperature", json!(temperature));
    }
    if model.max_tokens > 0 || options.max_tokens.is_some() {
        let wanted = options.max_tokens.unwrap_or(model.max_tokens);
        put("max_tokens", json!(clamp_to_window(model, wanted, request.context.messages())));
    }
    if let Some(choice) = &options.tool_choice {
        put("tool_choice", tool_choice(choice));
    }
    if let Some((key, value)) = thinking(model, options.thinking) {
        put(key, json!(value));
    }
    if let Some(session) = head::session(request) {
        put("prompt_cache_key", json!(session));
    }
    let level = if model.reasoning { options.thinking } else { ThinkingLevel::Off };
    body.extend(resolve_sampling_params(model, level, options.sampling_params.as_ref()).unwrap_or_default());
    Ok(body)
}

/// How much to think: an effort, where the model has words for it, else only that it shall.
fn thinking(model: &Model, level: ThinkingLevel) -> Option<(&'static str, &str)> {
    if !model.reasoning {
        return None;
    }
    let map = model.thinking_level_map.as_ref();
    let word = |level: &str| map.and_then(|map| map.get(level)?.as_deref());
    if level == ThinkingLevel::Off {
        return word("off").map(|word| ("reasoning_effort", word));
    }
    let has_efforts = map.is_some_and(|map| map.iter().any(|(level, word)| level != "off" && word.is_some()));
    if !has_efforts {
        return Some(("prompt_mode", "reasoning"));
    }
    Some(("reasoning_effort", word(clamp_level(model, level).as_str()).unwrap_or(USUAL_EFFORT)))
}
