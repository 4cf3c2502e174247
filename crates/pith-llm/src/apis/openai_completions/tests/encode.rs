//! The payload: order of keys, forms of messages, cache keys, headers, tools.

use pith_types::{Message, SystemMessage, ToolDeclaration};
use serde_json::{Value, json};

use super::{body, model, prepare, sent};
use crate::{CacheRetention, CallOptions, PrepareError, ToolChoice};

fn declares(tools: Vec<ToolDeclaration>) -> Vec<Message> {
    vec![SystemMessage { content: "P".into(), tools_added: Some(tools), ..SystemMessage::default() }.into()]
}

fn tool(constrained_sampling: Value, parameters: Value) -> ToolDeclaration {
    let constrained_sampling = (!constrained_sampling.is_null()).then_some(constrained_sampling);
    ToolDeclaration { name: "t".into(), description: "d".into(), parameters, constrained_sampling }
}

/// An answer of the model under test.
fn answer(content: Value) -> Value {
    json!({"role": "assistant", "content": content, "api": "openai-completions", "provider": "p", "model": "m",
        "stopReason": "stop"})
}

#[test]
fn keys_stand_in_the_order_of_the_wire() {
    let options = CallOptions {
        temperature: Some(0.5),
        tool_choice: Some(ToolChoice::Tool("t".into())),
        sampling_params: json!({"top_p": 0.9}).as_object().cloned(),
        thinking: pith_types::ThinkingLevel::High,
        ..CallOptions::default()
    };
    let messages = declares(vec![tool(Value::Null, json!({"type": "object"}))]);
    let body = body(model(json!({"reasoning": true})), messages, options);
    let keys: Vec<&str> = body.as_object().into_iter().flat_map(|body| body.keys()).map(String::as_str).collect();
    let expected = [
        "model",
        "messages",
        "stream",
        "stream_options",
        "store",
        "max_completion_tokens",
        "temperature",
        "tools",
        "tool_choice",
        "reasoning_effort",
        "top_p",
    ];
    assert_eq!(keys, expected);
    assert_eq!(body["tool_choice"], json!({"type": "function", "function": {"name": "t"}}));
    assert_eq!(body["tools"][0]["function"].get("strict"), None);
}

#[test]
fn what_says_nothing_is_not_sent() {
    let messages = json!([
        {"role": "user", "content": "a"}, answer(json!([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}])),
        {"role": "user", "content": []}, answer(json!([])),
        {"role": "user", "content": ""}, answer(json!([{"type": "text", "text": "  "}])),
        {"role": "user", "content": [{"type": "text", "text": ""}]},
        answer(json!([{"type": "thinking", "thinking": "t1", "thinkingSignature": "reasoning"},
            {"type": "thinking", "thinking": "t2", "thinkingSignature": "reasoning_content"}, {"type": "text", "text": "x"}])),
        answer(json!([{"type": "thinking", "thinking": "unsigned"}, {"type": "text", "text": "y"}])),
        answer(json!([{"type": "thinking", "thinking": "alone", "thinkingSignature": "reasoning"}])),
        answer(json!([{"type": "thinking", "thinking": "odd", "thinkingSignature": "blob"}, {"type": "text", "text": "z"}])),
    ]);
    let expected = json!([
        {"role": "user", "content": "a"}, {"role": "assistant", "content": "onetwo"}, {"role": "user", "content": ""},
        {"role": "assistant", "content": "x", "reasoning": "t1\nt2"}, {"role": "assistant", "content": "y"},
        {"role": "assistant", "content": "z"},
    ]);
    assert_eq!(sent(json!({}), messages), expected);
}

#[test]
fn results_are_text_and_their_pictures_follow_the_batch() {
    let picture = json!({"type": "image", "data": "AA", "mimeType": "image/png"});
    let messages = json!([
        answer(json!([{"type": "toolCall", "id": "a", "name": "t", "arguments": {"z": 1, "a": 2}},
            {"type": "toolCall", "id": "b", "name": "t", "arguments": {}}, {"type": "toolCall", "id": "c", "name": "t"}])),
        {"role": "toolResult", "toolCallId": "a", "toolName": "t", "content": [picture]},
        {"role": "toolResult", "toolCallId": "b", "toolName": "t", "content": [{"type": "text", "text": "1"}, {"type": "text", "text": "2"}]},
        {"role": "toolResult", "toolCallId": "c", "toolName": "t", "content": []},
        {"role": "user", "content": "next"},
    ]);
    let flags = json!({"requiresAssistantAfterToolResult": true, "requiresToolResultName": true});
    let out = sent(flags, messages);
    assert_eq!(out[0]["content"], "", "an answer without text is empty where null is not taken");
    assert_eq!(out[0]["tool_calls"][0]["function"]["arguments"], r#"{"z":1,"a":2}"#);
    assert_eq!(out[1], json!({"role": "tool", "content": "(see attached image)", "tool_call_id": "a", "name": "t"}));
    assert_eq!(out[2]["content"], "1\n2");
    assert_eq!(out[3]["content"], "(no tool output)");
    assert_eq!(out[4]["role"], "assistant");
    assert_eq!(out[5]["content"][1]["image_url"]["url"], "data:image/png;base64,AA");
    assert_eq!(out[6], json!({"role": "user", "content": "next"}));
}

#[test]
fn thinking_as_text_comes_before_the_text() {
    let messages =
        json!([answer(json!([{"type": "thinking", "thinking": "t1"}, {"type": "thinking", "thinking": "t2"},
        {"type": "text", "text": "x"}]))]);
    let content = sent(json!({"requiresThinkingAsText": true}), messages)[0]["content"].take();
    assert_eq!(content, json!([{"type": "text", "text": "t1\n\nt2"}, {"type": "text", "text": "x"}]));
}

#[test]
fn the_cache_is_named_where_that_helps() {
    let with = |compat: Value, cache_retention, session: &str| {
        let options = CallOptions { session_id: Some(session.into()), cache_retention, ..CallOptions::default() };
        let body = body(model(json!({"compat": compat})), vec![], options);
        (body["prompt_cache_key"].clone(), body["prompt_cache_retention"].clone())
    };
    let long = "s".repeat(70);
    assert_eq!(with(json!({}), CacheRetention::Short, "s"), (Value::Null, Value::Null));
    assert_eq!(with(json!({}), CacheRetention::Long, &long), (json!("s".repeat(64)), json!("24h")));
    assert_eq!(
        with(json!({"supportsLongCacheRetention": false}), CacheRetention::Long, "s"),
        (Value::Null, Value::Null)
    );
    assert_eq!(with(json!({"promptCacheKeyMode": "enabled"}), CacheRetention::Short, "s").0, json!("s"));
    assert_eq!(with(json!({"promptCacheKeyMode": "enabled"}), CacheRetention::None, "s").0, Value::Null);
    assert_eq!(with(json!({"promptCacheKeyMode": "disabled"}), CacheRetention::Long, "s"), (Value::Null, json!("24h")));
}

#[test]
fn headers_of_model_and_caller_win_and_are_shown_to_nobody() -> Result<(), PrepareError> {
    let fields = json!({"headers": {"X-Model": "1", "Authorization": "Basic mine"}});
    let mut options = CallOptions::default();
    options.headers.insert("x-model".into(), crate::Secret::new("secret-2"));
    let wire = prepare(model(fields), vec![], options)?;
    let value = |name: &str| wire.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.reveal());
    assert_eq!(value("authorization"), Some("Basic mine"));
    assert_eq!(value("x-model"), Some("secret-2"));
    assert_eq!(wire.url, "http://host/v1/chat/completions");
    assert!(!format!("{wire:?}").contains("mine") && !format!("{wire:?}").contains("secret-2"));
    Ok(())
}

#[test]
fn strict_tools_are_bound_where_they_can_be() {
    let strict = |demand: &str, parameters: Value| {
        let tool = tool(json!({"type": "json_schema", "strict": demand}), parameters);
        let model = model(json!({"compat": {"supportsStrictMode": true}}));
        prepare(model, declares(vec![tool]), CallOptions::default())
            .map(|wire| serde_json::from_slice::<Value>(&wire.body).unwrap_or_default()["tools"][0]["function"].take())
    };
    let nested = json!({"type": "object", "required": ["l"], "properties": {
        "l": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string"}}}},
        "e": {"enum": ["a", "b"], "type": "string"}}});
    let bound = strict("prefer", nested).unwrap_or_default();
    assert_eq!(bound["strict"], json!(true));
    assert_eq!(bound["parameters"]["required"], json!(["l", "e"]));
    assert_eq!(bound["parameters"]["properties"]["l"]["items"]["additionalProperties"], json!(false));
    assert_eq!(bound["parameters"]["properties"]["e"]["anyOf"][1], json!({"type": "null"}));
    let open = json!({"type": "object", "properties": {"any": {}}});
    let unbound = strict("prefer", open.clone()).unwrap_or_default();
    assert_eq!((&unbound["strict"], &unbound["parameters"]), (&json!(false), &open));
    assert!(strict("require", open).is_err_and(|error| error.to_string().contains("`t`")));
}

#[test]
fn flags_that_are_not_readable_are_left_out_alone() {
    let compat = json!({"thinkingFormat": "no such", "maxTokensField": "max_tokens", "unknown": 1});
    assert_eq!(body(model(json!({"compat": compat})), vec![], CallOptions::default())["max_tokens"], json!(64_000));
}

#[test]
fn a_base_url_that_is_none_and_a_missing_key_are_said() {
    let nowhere = prepare(model(json!({"baseUrl": "host/v1"})), vec![], CallOptions::default());
    assert!(matches!(nowhere, Err(PrepareError::BaseUrl { .. })));
    let request = |base_url: &str| crate::Request {
        model: std::sync::Arc::new(model(json!({"baseUrl": base_url}))),
        context: crate::normalize_context(vec![]),
        options: CallOptions::default(),
    };
    let prepare = |base_url: &str| crate::Api::prepare(&super::OpenAiCompletions, &request(base_url));
    assert!(matches!(prepare("https://host/v1"), Err(PrepareError::MissingKey { .. })));
    assert!(prepare("http://127.0.0.1:1/v1").is_ok(), "a server of one's own may need none");
}

#[test]
fn what_a_person_says_in_a_row_is_joined_only_for_hosts_that_want_roles_to_alternate() {
    let picture = json!({"type": "image", "data": "aa", "mimeType": "image/png"});
    let messages = json!([{"role": "user", "content": "a"}, {"role": "user", "content": "b"},
        {"role": "user", "content": [{"type": "text", "text": "c"}, picture]}, answer(json!([{"type": "text", "text": "x"}])),
        {"role": "user", "content": "d"}]);
    let strict = sent(json!({"requiresAlternatingRoles": true}), messages.clone());
    let roles = |sent: &Value| -> Vec<String> {
        sent.as_array().into_iter().flatten().map(|one| one["role"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(roles(&strict), ["user", "assistant", "user"]);
    assert_eq!(strict[0]["content"][0], json!({"type": "text", "text": "a\n\nb"}));
    assert_eq!(strict[0]["content"].as_array().map(Vec::len), Some(3));
    assert_eq!(roles(&sent(json!({}), messages)), ["user", "user", "user", "assistant", "user"]);
}
