//! Builds the payload (spec/providers.md 3.1). Pure: the same request gives the same bytes.

mod cache;
mod messages;
mod thinking;
mod tools;

use std::sync::Arc;

use pith_types::transcript::{resolve_transcript, system_message_text};
use pith_types::{Message, Model};
use serde_json::{Map, Value, json};

use super::compat::Compat;
use crate::apis::address;
use crate::apis::head::{Head, session};
use crate::estimate::clamp_to_window;
use crate::normalize::{anthropic_id, transform_messages};
use crate::{PrepareError, Request, Secret, ToolChoice, WireRequest};

use cache::Marks;
use thinking::Thinking;
use tools::Tools;

/// The version of the wire.
const VERSION: &str = "2023-06-01";

/// Sent where neither the caller nor the model says how long an answer may be: the wire wants a number.
const UNKNOWN_LIMIT: u64 = 8192;

pub(super) const THREADS_BETA: &str = "message-threads-2026-08-12";

pub(super) fn encode(request: &Request) -> Result<WireRequest, PrepareError> {
    let (model, options) = (&request.model, &request.options);
    let failed = |reason| PrepareError::Payload { provider: model.provider.clone(), model: model.id.clone(), reason };
    let compat = Compat::of(model);
    let url = format!("{}/v1/messages?beta=true", address::base_url(request)?);
    let messages = resolve_transcript(request.context.messages().to_vec(), compat.system_updates);
    let transformed = transform_messages(&messages, model, Some(anthropic_id), 0);
    let tools = Tools::of(&messages, &compat).map_err(failed)?;
    let wanted = options.max_tokens.unwrap_or(model.max_tokens);
    let wanted = if wanted == 0 { UNKNOWN_LIMIT } else { wanted };
    let thinking = Thinking::of(model, &compat, options, wanted);
    let marks = Marks::of(options.cache_retention, &compat);
    let sent = messages::Sent::of(&messages);
    let conversation = messages::encode(&transformed, model, &compat, &tools, &thinking, &marks, &sent);

    let mut body = Map::new();
    let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
    put("model", json!(address::model_name(request)));
    put("messages", conversation.map_err(failed)?);
    put("max_tokens", json!(clamp_to_window(model, thinking.max_tokens, request.context.messages())));
    put("stream", json!(true));
    if let Some(text) = prompt(&transformed) {
        let mut block = json!({"type": "text", "text": text});
        marks.put(&mut block);
        put("system", json!([block]));
    }
    if let Some(temperature) = options.temperature.filter(|_| compat.temperature && !thinking.on()) {
        put("temperature", json!(temperature));
    }
    let declared = tools.declared(&compat, &marks).map_err(failed)?;
    if !declared.is_empty() {
        put("tools", Value::Array(declared));
    }
    if let Some(fields) = thinking.field(&compat) {
        put("thinking", fields);
    }
    if let Some(effort) = thinking.pinned_effort(&compat) {
        put("output_config", json!({"effort": effort}));
    }
    if let Some(user @ Value::String(_)) = options.metadata.as_ref().and_then(|metadata| metadata.get("user_id")) {
        put("metadata", json!({"user_id": user}));
    }
    if let Some(choice) = &options.tool_choice {
        put("tool_choice", tool_choice(choice));
    }
    if !compat.fallbacks.is_empty() {
        put("fallbacks", compat.fallbacks.iter().map(|fallback| json!({"model": fallback.model})).collect());
    }
    let threads = compat.threads && session(request).is_some();
    if threads {
        put("thread", json!({"type": "create"}));
    }
    let headers = headers(request, &compat, &betas(&compat, &tools, &thinking, threads))?;
    let body = serde_json::to_vec(&body).map_err(|error| failed(error.to_string()))?;
    let effort = thinking.noted_effort(&compat).map(str::to_owned);
    Ok(WireRequest { model: Arc::clone(model), url, headers, body: body.into(), effort, ..WireRequest::default() })
}

/// The prompt, if the transcript begins with one.
fn prompt(messages: &[Message]) -> Option<String> {
    let text = system_message_text(messages.first()?.as_system()?);
    (!text.trim().is_empty()).then_some(text)
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::None => json!({"type": "none"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Tool(name) => json!({"type": "tool", "name": name}),
    }
}

/// What the request uses that the version alone does not have.
fn betas(compat: &Compat, tools: &Tools, thinking: &Thinking, threads: bool) -> Vec<&'static str> {
    let mut betas = Vec::new();
    if !compat.eager_tool_input && tools.any() {
        betas.push("fine-grained-tool-streaming-2025-05-14");
    }
    if thinking.has_budget() {
        betas.push("interleaved-thinking-2025-05-14");
    }
    if !compat.fallbacks.is_empty() {
        betas.push("server-side-fallback-2026-07-01");
    }
    if compat.effort_updates {
        betas.extend(["mid-conversation-output-config-2026-07-01", "thinking-binding-controls-2026-08-01"]);
    }
    if tools.changes {
        betas.push("inline-tools-2026-09-15");
    }
    if threads {
        betas.push(THREADS_BETA);
    }
    betas
}

fn headers(request: &Request, compat: &Compat, betas: &[&str]) -> Result<Vec<(String, Secret)>, PrepareError> {
    let (model, options) = (&request.model, &request.options);
    let mut head = Head::new();
    head.set("accept", Secret::new("application/json"));
    head.set("anthropic-version", Secret::new(VERSION));
    if !betas.is_empty() {
        head.set("anthropic-beta", Secret::new(betas.join(",")));
    }
    match (&options.api_key, options.variable("ANTHROPIC_AUTH_TOKEN")) {
        (Some(_), _) if bearer(model) => head.bearer(request),
        (Some(key), _) => head.set("x-api-key", key.clone()),
        (None, Some(token)) => head.set("authorization", Secret::new(format!("Bearer {token}"))),
        (None, None) => {}
    }
    head.session(request, compat.session_headers);
    head.finish(request)
}

/// Hosts that take the key as a bearer's, or in a header of their own.
fn bearer(model: &Model) -> bool {
    matches!(model.provider.as_str(), "cloudflare-ai-gateway" | "github-copilot")
}
