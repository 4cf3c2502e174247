//! What the recordings in `tests/provider_cases` do not show of this wire.

use pith_types::{AssistantMessage, StopReason, ThinkingLevel};
use serde_json::{Value, json};

use super::MistralConversations;
use crate::apis::played::{Played, deltas};
use crate::{CacheRetention, CallOptions};

fn mistral() -> Played<MistralConversations> {
    Played { api: MistralConversations, fields: json!({"id": "mistral-large-4", "provider": "mistral"}) }
}

fn user() -> Value {
    json!({"role": "user", "content": "hi", "timestamp": 1})
}

fn chunk(delta: Value, finish: Value) -> Value {
    json!({"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
}

async fn message(frames: &[Value]) -> AssistantMessage {
    mistral().message(frames).await
}

#[test]
fn answers_and_results_are_never_empty() {
    let played = mistral();
    let call = json!({"type": "toolCall", "id": "abcdefgh1", "name": "t", "arguments": {}});
    let result = json!({"role": "toolResult", "toolCallId": "abcdefgh1", "toolName": "t", "content": [],
        "isError": true, "timestamp": 2});
    let empty = played.answer(json!([{"type": "text", "text": " "}]));
    let body = played.body(&json!([user(), empty, played.answer(json!([call])), result]), CallOptions::default());
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    assert_eq!(messages.len(), 3);
    assert_eq!(messages[1].get("content"), None);
    assert_eq!(messages[2]["content"], json!([{"type": "text", "text": "[tool error] (no tool output)"}]));
}

#[test]
fn a_model_is_told_an_effort_or_only_to_think() {
    let thinking = |map: Value, level: ThinkingLevel| {
        let mut played = mistral();
        played.fields["thinkingLevelMap"] = map;
        let body = played.body(&json!([user()]), CallOptions { thinking: level, ..CallOptions::default() });
        (body["reasoning_effort"].clone(), body["prompt_mode"].clone())
    };
    let words = || json!({"off": "none", "low": "lo"});
    assert_eq!(thinking(words(), ThinkingLevel::Low), (json!("lo"), Value::Null));
    assert_eq!(thinking(words(), ThinkingLevel::Medium), (json!("high"), Value::Null));
    assert_eq!(thinking(words(), ThinkingLevel::Off), (json!("none"), Value::Null));
    assert_eq!(thinking(Value::Null, ThinkingLevel::Low), (Value::Null, json!("reasoning")));
    assert_eq!(thinking(Value::Null, ThinkingLevel::Off), (Value::Null, Value::Null));
}

#[test]
fn nothing_names_the_conversation_when_nothing_is_to_be_kept() {
    let options =
        CallOptions { session_id: Some("s".into()), cache_retention: CacheRetention::None, ..CallOptions::default() };
    let wire = mistral().prepare(&json!([user()]), options);
    let headers: Vec<String> = wire.iter().flat_map(|wire| &wire.headers).map(|(name, _)| name.clone()).collect();
    assert_eq!(headers, ["accept", "content-type", "authorization"]);
    assert!(wire.is_ok_and(|wire| !String::from_utf8_lossy(&wire.body).contains("prompt_cache_key")));
}

#[tokio::test]
async fn calls_may_come_in_pieces_and_with_ids_that_are_none() {
    let call = |index: u64, id: Value, name: &str, arguments: Value| json!({"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": arguments}}]});
    let frames = [
        chunk(call(0, json!("abcdefghi"), "t", json!("{\"a\":")), Value::Null),
        chunk(call(0, json!("null"), "", json!("1}")), Value::Null),
        chunk(call(1, Value::Null, "u", json!({"b": 2})), Value::Null),
        chunk(call(2, json!("abcdefghi"), "v", json!("{}")), json!("tool_calls")),
    ];
    let message = message(&frames).await;
    let calls: Vec<Value> = message.tool_calls().map(|call| json!([call.name, call.arguments])).collect();
    assert_eq!(calls, [json!(["t", {"a": 1}]), json!(["u", {"b": 2}]), json!(["v", {}])]);
    let ids: std::collections::HashSet<&str> = message.tool_calls().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().all(|id| id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric())), "{ids:?}");
}

#[tokio::test]
async fn text_and_thinking_may_come_in_one_list_with_other_things() {
    let parts = json!([
        {"type": "text", "text": "a"},
        {"type": "reference", "reference_ids": [1]},
        {"type": "thinking", "thinking": [{"type": "text", "text": "t"}]},
        {"type": "thinking", "thinking": "u"},
    ]);
    let events = mistral().play(&[chunk(json!({"content": parts}), json!("stop"))]).await;
    assert_eq!(deltas(&events), [(0, "a"), (1, "t"), (1, "u")]);
}

#[tokio::test]
async fn the_usual_ends_are_told_apart() {
    for (finish, reason) in [
        ("stop", StopReason::Stop),
        ("length", StopReason::Length),
        ("model_length", StopReason::Length),
        ("content_filter", StopReason::Error),
    ] {
        let message = message(&[chunk(json!({"content": "x"}), json!(finish))]).await;
        assert_eq!(message.stop_reason, reason, "{finish}");
    }
    assert_eq!(message(&[chunk(json!({"content": "x"}), Value::Null)]).await.stop_reason, StopReason::Error);
}

#[tokio::test]
async fn cached_tokens_are_found_where_they_have_stood() {
    for cached in [
        json!({"num_cached_tokens": 4}),
        json!({"prompt_tokens_details": {"cached_tokens": 4}}),
        json!({"prompt_token_details": {"cached_tokens": 4}}),
    ] {
        let mut usage = json!({"prompt_tokens": 10, "completion_tokens": 2});
        usage
            .as_object_mut()
            .into_iter()
            .for_each(|usage| usage.extend(cached.as_object().cloned().unwrap_or_default()));
        let mut frame = chunk(json!({"content": "x"}), json!("stop"));
        frame["usage"] = usage;
        let usage = message(&[frame]).await.usage;
        assert_eq!((usage.input, usage.cache_read, usage.total_tokens), (6, 4, 12), "{cached}");
    }
}
