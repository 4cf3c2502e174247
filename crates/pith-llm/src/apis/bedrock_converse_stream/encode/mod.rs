//! Builds the payload (spec/providers.md 3.5). Pure: the same request gives the same bytes; the signature is made later.

mod messages;
mod thinking;
mod tools;

use std::sync::Arc;

use pith_types::transcript::{PromptState, resolve_transcript, system_message_text};
use serde_json::{Map, Value, json};

use super::{address, family::Family};
use crate::apis::head::Head;
use crate::estimate::clamp_to_window;
use crate::normalize::{anthropic_id, transform_messages};
use crate::{CacheRetention, PrepareError, Request, Secret, Signing, WireRequest};

use thinking::Thinking;

/// Headers that belong to the signature and cannot be set.
const OWN_HEADERS: [&str; 2] = ["authorization", "host"];

pub(super) fn encode(request: &Request) -> Result<WireRequest, PrepareError> {
    let (model, options) = (&request.model, &request.options);
    let failed = |reason| PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason };
    let family = Family::of(model);
    let region = address::region(request);
    let url = address::url(request, &region)?;
    let messages = resolve_transcript(request.context.messages().to_vec(), false);
    let transformed = transform_messages(&messages, model, Some(anthropic_id), 0);
    let thinking = Thinking::of(request, family);
    let mark = cache_point(request, family);

    let mut body = Map::new();
    body.insert("messages".into(), messages::encode(&transformed, family, mark.as_ref()));
    if let Some(prompt) = messages.first().and_then(|message| message.as_system()).map(system_message_text)
        && !prompt.trim().is_empty()
    {
        body.insert("system".into(), [json!({"text": prompt})].into_iter().chain(mark).collect());
    }
    let mut inference = Map::new();
    if thinking.max_tokens > 0 {
        let limit = clamp_to_window(model, thinking.max_tokens, request.context.messages());
        inference.insert("maxTokens".into(), json!(limit));
    }
    if let Some(temperature) = options.temperature {
        inference.insert("temperature".into(), json!(temperature));
    }
    if !inference.is_empty() {
        body.insert("inferenceConfig".into(), Value::Object(inference));
    }
    let tools = PromptState::replay(&messages);
    let tools = tools.tools().values();
    if let Some(config) = tools::config(tools, model, options.tool_choice.as_ref()).map_err(failed)? {
        body.insert("toolConfig".into(), config);
    }
    if let Some(fields) = thinking.fields() {
        body.insert("additionalModelRequestFields".into(), fields);
    }
    let body = serde_json::to_vec(&body).map_err(|error| failed(error.to_string()))?;
    let (headers, signing) = access(request, region)?;
    Ok(WireRequest { model: Arc::clone(model), url, headers, body: body.into(), signing, ..WireRequest::default() })
}

/// The mark up to which the service keeps the prompt, where the model's generation has it.
fn cache_point(request: &Request, family: Family) -> Option<Value> {
    let options = &request.options;
    let forced = options.variable("AWS_BEDROCK_FORCE_CACHE").is_some_and(is_on);
    if !forced && !family.caches(&request.model) {
        return None;
    }
    match options.cache_retention {
        CacheRetention::None => None,
        CacheRetention::Short => Some(json!({"cachePoint": {"type": "default"}})),
        CacheRetention::Long => Some(json!({"cachePoint": {"type": "default", "ttl": "1h"}})),
    }
}

fn is_on(value: &str) -> bool {
    matches!(value, "1" | "true")
}

/// Headers, and what they are signed with.
type Access = (Vec<(String, Secret)>, Option<Signing>);

/// The headers, and what they are signed with unless a token stands for the signature.
fn access(request: &Request, region: String) -> Result<Access, PrepareError> {
    let options = &request.options;
    let secret = |name: &str| options.variable(name).map(Secret::new);
    let mut head = Head::new();
    head.set("accept", Secret::new("application/vnd.amazon.eventstream"));
    let own = |name: &str| OWN_HEADERS.contains(&name) || name.starts_with("x-amz-");
    let of_model = request.model.headers.iter().flatten().map(|(name, value)| (name, Secret::new(value)));
    let of_caller = options.headers.iter().map(|(name, value)| (name, value.clone()));
    for (name, value) in of_model.chain(of_caller) {
        let name = name.to_ascii_lowercase();
        if !own(&name) {
            head.set(&name, value);
        }
    }
    let token = options.api_key.clone().or_else(|| secret("AWS_BEARER_TOKEN_BEDROCK"));
    if let Some(token) = token {
        head.set("authorization", Secret::new(format!("Bearer {}", token.reveal())));
        return Ok((head.into_list(), None));
    }
    if options.variable("AWS_BEDROCK_SKIP_AUTH").is_some_and(is_on) {
        return Ok((head.into_list(), None));
    }
    let (Some(access_key), Some(secret_key)) = (secret("AWS_ACCESS_KEY_ID"), secret("AWS_SECRET_ACCESS_KEY")) else {
        return Err(PrepareError::MissingKey { provider: request.model.provider.clone() });
    };
    let session_token = secret("AWS_SESSION_TOKEN");
    Ok((head.into_list(), Some(Signing { region, access_key, secret_key, session_token })))
}
