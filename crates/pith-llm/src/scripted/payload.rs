//! The request in the scripted wire: JSON, so that whoever stands between `prepare` and `send` sees and changes it as with
//! any other wire.

use std::sync::Arc;

use pith_types::{Message, Model, ThinkingLevel};
use serde::{Deserialize, Serialize};

use crate::{CacheRetention, PrepareError, Request, ToolChoice, WireRequest};

/// A request as the scripted provider got it.
#[derive(Debug, Clone)]
pub struct ScriptedCall {
    /// Whom it was for.
    pub model: Arc<Model>,
    /// What was said.
    pub messages: Vec<Message>,
    /// The conversation's name.
    pub session_id: Option<String>,
    /// How much to reason.
    pub thinking: ThinkingLevel,
    /// Tokens of the answer at most.
    pub max_tokens: Option<u64>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// What the model may or must call.
    pub tool_choice: Option<ToolChoice>,
    /// Which request of this provider it was, from 1.
    pub number: usize,
    cache_retention: CacheRetention,
}

impl ScriptedCall {
    pub(super) fn caches(&self) -> bool {
        self.cache_retention != CacheRetention::None
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sent<'a> {
    model: &'a str,
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    cache_retention: CacheRetention,
    thinking: ThinkingLevel,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'a ToolChoice>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Received {
    messages: Vec<Message>,
    session_id: Option<String>,
    cache_retention: CacheRetention,
    thinking: ThinkingLevel,
    max_tokens: Option<u64>,
    temperature: Option<f64>,
    tool_choice: Option<ToolChoice>,
}

pub(super) fn encode(request: &Request) -> Result<WireRequest, PrepareError> {
    let options = &request.options;
    let sent = Sent {
        model: &request.model.id,
        messages: request.context.messages(),
        session_id: options.session_id.as_deref(),
        cache_retention: options.cache_retention,
        thinking: options.thinking,
        max_tokens: options.max_tokens,
        temperature: options.temperature,
        tool_choice: options.tool_choice.as_ref(),
    };
    let body = serde_json::to_vec(&sent).map_err(|error| PrepareError::Payload {
        provider: request.model.provider.clone(),
        model: request.model.id.clone(),
        reason: error.to_string(),
    })?;
    let model = Arc::clone(&request.model);
    Ok(WireRequest { model, body: body.into(), ..WireRequest::default() })
}

pub(super) fn decode(wire: &WireRequest, number: usize) -> serde_json::Result<ScriptedCall> {
    let received: Received = serde_json::from_slice(&wire.body)?;
    Ok(ScriptedCall {
        model: Arc::clone(&wire.model),
        messages: received.messages,
        session_id: received.session_id,
        thinking: received.thinking,
        max_tokens: received.max_tokens,
        temperature: received.temperature,
        tool_choice: received.tool_choice,
        number,
        cache_retention: received.cache_retention,
    })
}
