//! What a proxy is sent: the model, the context, and those of the options that can be written down.

use bytes::Bytes;
use pith_types::{Message, Model, ThinkingLevel};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{CacheRetention, PrepareError, Request, thinking::ThinkingBudgets};

#[derive(Serialize)]
struct Payload<'a> {
    model: &'a Model,
    context: Context<'a>,
    options: Options<'a>,
}

#[derive(Serialize)]
struct Context<'a> {
    messages: &'a [Message],
}

/// Neither keys nor headers: the proxy has its own.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Options<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling_params: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<ThinkingLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_budgets: Option<&'a ThinkingBudgets>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_retention: Option<CacheRetention>,
}

pub(super) fn encode(request: &Request) -> Result<Bytes, PrepareError> {
    let options = &request.options;
    let payload = Payload {
        model: &request.model,
        context: Context { messages: request.context.messages() },
        options: Options {
            temperature: options.temperature,
            max_tokens: options.max_tokens,
            sampling_params: options.sampling_params.as_ref(),
            reasoning: (options.thinking != ThinkingLevel::Off).then_some(options.thinking),
            thinking_budgets: options.thinking_budgets.as_ref(),
            session_id: options.session_id.as_deref(),
            cache_retention: Some(options.cache_retention).filter(|kept| *kept != CacheRetention::default()),
        },
    };
    serde_json::to_vec(&payload).map(Bytes::from).map_err(|error| PrepareError::Payload {
        provider: request.model.provider.clone(),
        model: request.model.id.clone(),
        reason: error.to_string(),
    })
}

/// Why the proxy refused: what it says itself, else its status.
pub(super) fn refusal(status: u16, body: &str) -> String {
    let said = serde_json::from_str::<Value>(body).ok().and_then(|body| body["error"].as_str().map(str::to_owned));
    match said {
        Some(said) => format!("the proxy refused the request: {said}"),
        None => format!("the proxy refused the request with status {status}"),
    }
}
