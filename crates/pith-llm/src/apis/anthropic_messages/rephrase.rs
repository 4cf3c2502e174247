//! A request in another form, for a server that refuses it for its form (spec/providers.md 2.6, 3.1): without binding
//! arguments to schemas, without a thread, without thinking whose signature does not fit any more.
//!
//! What a server did not take is remembered, so that it is not tried again.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;

use super::encode::THREADS_BETA;
use crate::failure::is_strict_limit;
use crate::{Secret, WireRequest};

/// What servers did not take.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    refused: Arc<Mutex<HashSet<(Form, u64)>>>,
}

/// What a request may have that a server does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    /// Arguments bound to schemas; refused for this set of tools.
    Strict,
    /// A conversation that the server keeps; refused at this address.
    Thread,
    /// Thinking of earlier answers; refused for this conversation alone, so that it is not remembered.
    Thinking,
}

impl Memory {
    /// The request without what is known to be refused.
    pub(super) fn apply(&self, wire: WireRequest) -> WireRequest {
        if self.refused.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            return wire;
        }
        let Ok(mut body) = serde_json::from_slice::<Value>(&wire.body) else { return wire };
        let mut wire = wire;
        for form in [Form::Strict, Form::Thread] {
            let known = (form, key(form, &wire, &body));
            if self.refused.lock().unwrap_or_else(PoisonError::into_inner).contains(&known) {
                wire = without(form, wire, &mut body);
            }
        }
        wire
    }

    /// The request without what it was refused for; nothing when its form was not the cause.
    pub(super) fn rephrase(&self, wire: &WireRequest, status: u16, answer: &str) -> Option<WireRequest> {
        let form = cause(status, answer)?;
        let mut body = serde_json::from_slice::<Value>(&wire.body).ok()?;
        let key = key(form, wire, &body);
        let rephrased = without(form, wire.clone(), &mut body);
        if rephrased.body == wire.body {
            return None;
        }
        if form != Form::Thinking {
            self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert((form, key));
        }
        Some(rephrased)
    }
}

/// What the server minds.
fn cause(status: u16, answer: &str) -> Option<Form> {
    if !(400..500).contains(&status) || status == 429 {
        return None;
    }
    let text = answer.to_lowercase();
    if is_strict_limit(answer) {
        return Some(Form::Strict);
    }
    if text.contains("signature") && text.contains("thinking") {
        return Some(Form::Thinking);
    }
    (status == 400 && text.contains("thread")).then_some(Form::Thread)
}

fn key(form: Form, wire: &WireRequest, body: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    wire.url.hash(&mut hasher);
    if form == Form::Strict {
        body["tools"].to_string().hash(&mut hasher);
    }
    hasher.finish()
}

fn without(form: Form, mut wire: WireRequest, body: &mut Value) -> WireRequest {
    match form {
        Form::Strict => {
            each_tool(body, |tool| _ = tool.as_object_mut().and_then(|tool| tool.shift_remove("strict")));
        }
        Form::Thread => {
            if let Some(fields) = body.as_object_mut() {
                fields.shift_remove("thread");
            }
            for (name, value) in &mut wire.headers {
                if name == "anthropic-beta" {
                    let left: Vec<&str> = value.reveal().split(',').filter(|beta| *beta != THREADS_BETA).collect();
                    *value = Secret::new(left.join(","));
                }
            }
            wire.headers.retain(|(name, value)| name != "anthropic-beta" || !value.reveal().is_empty());
        }
        Form::Thinking => {
            if let Some(messages) = body["messages"].as_array_mut() {
                for message in messages.iter_mut() {
                    if let Some(blocks) = message["content"].as_array_mut() {
                        blocks
                            .retain(|block| !matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking")));
                    }
                }
                messages.retain(|message| message["role"] != "assistant" || message["content"] != Value::Array(vec![]));
            }
        }
    }
    if let Ok(bytes) = serde_json::to_vec(body) {
        wire.body = bytes.into();
    }
    wire
}

/// Every tool that the request declares, at the top and in the conversation.
fn each_tool(body: &mut Value, mut change: impl FnMut(&mut Value)) {
    if let Some(tools) = body["tools"].as_array_mut() {
        tools.iter_mut().for_each(&mut change);
    }
    let messages = body["messages"].as_array_mut().into_iter().flatten();
    let blocks = messages.filter_map(|message| message["content"].as_array_mut()).flatten();
    for block in blocks.filter(|block| block["type"] == "tool_addition") {
        change(&mut block["tool"]["definition"]);
    }
}
