//! What the recordings in `tests/provider_cases` do not show of this wire.

mod decode;
mod encode;
mod thinking;

use std::sync::Arc;

use pith_types::{Message, Model};
use serde_json::{Value, json};

use super::OpenAiCompletions;
use crate::{Api as _, CallOptions, PrepareError, Request, Secret, WireRequest, normalize_context};

/// A model of an unknown host, with these fields over the usual ones.
fn model(fields: Value) -> Model {
    let mut usual = json!({"id": "m", "api": "openai-completions", "provider": "p", "baseUrl": "http://host/v1/",
        "input": ["text", "image"], "contextWindow": 200_000, "maxTokens": 64_000});
    for (key, value) in fields.as_object().into_iter().flatten() {
        usual[key] = value.clone();
    }
    serde_json::from_value(usual).unwrap_or_default()
}

fn prepare(model: Model, messages: Vec<Message>, options: CallOptions) -> Result<WireRequest, PrepareError> {
    let options = CallOptions { api_key: options.api_key.or_else(|| Some(Secret::new("key"))), ..options };
    OpenAiCompletions.prepare(&Request { model: Arc::new(model), context: normalize_context(messages), options })
}

/// The payload, or null when there is none.
fn body(model: Model, messages: Vec<Message>, options: CallOptions) -> Value {
    prepare(model, messages, options).ok().and_then(|wire| serde_json::from_slice(&wire.body).ok()).unwrap_or_default()
}

/// The messages of the payload for these, given as JSON, under these flags.
fn sent(compat: Value, messages: Value) -> Value {
    let messages: Vec<Message> = serde_json::from_value(messages).unwrap_or_default();
    assert!(!messages.is_empty(), "the messages of the test are not readable");
    body(model(json!({"reasoning": true, "compat": compat})), messages, CallOptions::default())["messages"].take()
}
