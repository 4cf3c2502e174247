//! Builds the payload (spec/providers.md 3.4). Pure: the same request gives the same bytes.

mod contents;
mod thinking;
mod tools;

use std::sync::Arc;

use pith_types::ThinkingLevel;
use pith_types::transcript::{collapse_system_messages, current_tools, system_message_text};
use serde_json::{Map, Value, json};

use super::{family::Family, id::google_id};
use crate::estimate::clamp_to_window;
use crate::normalize::transform_messages;
use crate::sampling::resolve_sampling_params;
use crate::{PrepareError, Request, Secret, WireRequest};

pub(in crate::apis) fn encode(
    request: &Request,
    url: String,
    headers: Vec<(String, Secret)>,
) -> Result<WireRequest, PrepareError> {
    let model = &request.model;
    let failed = |reason| PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason };
    let body = body(request).map_err(failed)?;
    let body = serde_json::to_vec(&body).map_err(|error| failed(error.to_string()))?;
    Ok(WireRequest { model: Arc::clone(model), url, headers, body: body.into(), ..WireRequest::default() })
}

fn body(request: &Request) -> Result<Map<String, Value>, String> {
    let (model, options, family) = (&*request.model, &request.options, Family::of(&request.model.id));
    let messages = collapse_system_messages(request.context.messages());
    let transformed = transform_messages(&messages, model, Some(google_id), 0);

    let mut body = Map::new();
    body.insert("contents".into(), Value::Array(contents::encode(&transformed, model, family)));
    let prompt = messages.first().and_then(|message| message.as_system()).map(system_message_text);
    if let Some(prompt) = prompt.filter(|prompt| !prompt.is_empty()) {
        body.insert("systemInstruction".into(), json!({"parts": [{"text": prompt}], "role": "user"}));
    }
    let declared = tools::encode(&current_tools(request.context.messages()), family)?;
    if !declared.functions.is_empty() {
        let mode = tools::mode(options.tool_choice.as_ref(), declared.any_bound);
        body.insert("tools".into(), json!([{"functionDeclarations": declared.functions}]));
        if let Some(calling) = mode {
            body.insert("toolConfig".into(), json!({"functionCallingConfig": calling}));
        }
    }
    body.insert("generationConfig".into(), Value::Object(generation(request, family)));
    Ok(body)
}

fn generation(request: &Request, family: Family<'_>) -> Map<String, Value> {
    let (model, options) = (&*request.model, &request.options);
    let mut generation = Map::new();
    if let Some(temperature) = options.temperature {
        generation.insert("temperature".into(), json!(temperature));
    }
    if model.max_tokens > 0 || options.max_tokens.is_some() {
        let wanted = options.max_tokens.unwrap_or(model.max_tokens);
        let limit = clamp_to_window(model, wanted, request.context.messages());
        generation.insert("maxOutputTokens".into(), json!(limit));
    }
    if let Some(thinking) = thinking::config(model, options, family) {
        generation.insert("thinkingConfig".into(), thinking);
    }
    let level = if model.reasoning { options.thinking } else { ThinkingLevel::Off };
    generation.extend(resolve_sampling_params(model, level, options.sampling_params.as_ref()).unwrap_or_default());
    generation
}
