//! What the recordings in `tests/provider_cases` do not show of this wire.

use pith_types::{AssistantMessage, Content, StopReason, ThinkingLevel};
use serde_json::{Value, json};

use super::GoogleGenerativeAi;
use crate::apis::played::{Played, deltas};
use crate::{CallOptions, ToolChoice};

const SIGNATURE: &str = "b3BhcXVlLXNpZ25hdHVyZQ==";

fn of(id: &str) -> Played<GoogleGenerativeAi> {
    Played { api: GoogleGenerativeAi, fields: json!({"id": id, "provider": "google"}) }
}

fn user() -> Value {
    json!({"role": "user", "content": "hi", "timestamp": 1})
}

fn piece(parts: Value, finish: Value) -> Value {
    json!({"candidates": [{"content": {"parts": parts}, "finishReason": finish}], "responseId": "r"})
}

async fn message(frames: &[Value]) -> AssistantMessage {
    of("gemini-3-pro").message(frames).await
}

#[test]
fn signatures_go_back_on_their_own_parts_if_the_service_can_read_them() {
    let played = of("gemini-3-pro");
    let thinking =
        |text: &str, signature: Value| json!({"type": "thinking", "thinking": text, "thinkingSignature": signature});
    let text = |text: &str, signature: Value| json!({"type": "text", "text": text, "textSignature": signature});
    let answer = played.answer(json!([
        thinking("a", Value::Null),
        thinking("b", json!("!!!")),
        thinking("", json!(SIGNATURE)),
        text("", json!(SIGNATURE)),
        text("", Value::Null),
        text("c", json!("YWI=")),
    ]));
    let body = played.body(&json!([user(), answer]), CallOptions::default());
    let expected = json!([
        {"text": "a", "thought": true},
        {"text": "b", "thought": true},
        {"text": "", "thought": true, "thoughtSignature": SIGNATURE},
        {"text": "", "thoughtSignature": SIGNATURE},
        {"text": "c", "thoughtSignature": "YWI="},
    ]);
    assert_eq!(body["contents"][1]["parts"], expected);
}

#[test]
fn pictures_of_results_follow_in_turns_of_their_own_where_results_hold_none() {
    let image = json!({"type": "image", "data": "QUJD", "mimeType": "image/png"});
    let call = |id: &str| json!({"type": "toolCall", "id": id, "name": "t", "arguments": {}});
    let result = |id: &str, content: Value| json!({"role": "toolResult", "toolCallId": id, "toolName": "t", "content": content, "timestamp": 2});
    let turns = |id: &str| {
        let played = of(id);
        let answer = played.answer(json!([call("a"), call("b"), call("c")]));
        let results = [result("a", json!([image])), result("b", json!([])), result("c", json!([]))];
        let transcript = json!([user(), answer, results[0], results[1], results[2]]);
        let body = played.body(&transcript, CallOptions::default());
        let parts = |turn: &Value| turn["parts"].as_array().map_or(0, Vec::len);
        let turns: Vec<usize> = body["contents"].as_array().into_iter().flatten().map(parts).collect();
        (turns, body["contents"][2]["parts"][0]["functionResponse"]["response"]["output"].clone())
    };
    assert_eq!(turns("gemini-2.5-flash"), (vec![1, 3, 1, 2, 2], json!("(see attached image)")));
    assert_eq!(turns("gemini-3-flash").0, [1, 3, 3]);
}

#[test]
fn what_may_be_called_is_said_in_the_words_of_the_service() {
    let tool = |strict: Value| {
        json!({"name": "t", "description": "d", "constrainedSampling": strict,
        "parameters": {"type": "object", "properties": {"a": {"type": "string"}, "k": {"const": 5, "type": "integer"}}}})
    };
    let mode = |id: &str, strict: Value, choice: Option<ToolChoice>| {
        let transcript =
            json!([{"role": "system", "content": "s", "toolsAdded": [tool(strict)], "timestamp": 0}, user()]);
        let body = of(id).body(&transcript, CallOptions { tool_choice: choice, ..CallOptions::default() });
        body["toolConfig"]["functionCallingConfig"].clone()
    };
    let prefer = json!({"type": "json_schema", "strict": "prefer"});
    assert_eq!(mode("gemini-3-pro", prefer.clone(), None), json!({"mode": "VALIDATED"}));
    assert_eq!(mode("gemini-2.5-pro", prefer, None), Value::Null);
    assert_eq!(mode("gemini-3-pro", Value::Null, Some(ToolChoice::Auto)), json!({"mode": "AUTO"}));
    let one = json!({"mode": "ANY", "allowedFunctionNames": ["t"]});
    assert_eq!(mode("gemini-3-pro", Value::Null, Some(ToolChoice::Tool("t".into()))), one);
}

#[test]
fn older_models_think_in_tokens_and_newer_ones_in_levels() {
    let thinking = |id: &str, map: Value, level: ThinkingLevel| {
        let mut played = of(id);
        played.fields["thinkingLevelMap"] = map;
        let options = CallOptions { thinking: level, ..CallOptions::default() };
        played.body(&json!([user()]), options)["generationConfig"]["thinkingConfig"].clone()
    };
    let on = |key: &str, value: Value| json!({"includeThoughts": true, key: value});
    for (id, level, expected) in [
        ("gemini-2.5-pro", ThinkingLevel::Max, on("thinkingBudget", json!(32_768))),
        ("gemini-2.5-flash", ThinkingLevel::High, on("thinkingBudget", json!(24_576))),
        ("gemini-2.5-flash-lite", ThinkingLevel::Minimal, on("thinkingBudget", json!(512))),
        ("gemini-2.0-flash", ThinkingLevel::Low, on("thinkingBudget", json!(-1))),
        ("gemini-3-pro", ThinkingLevel::Max, on("thinkingLevel", json!("HIGH"))),
        ("gemini-3-pro", ThinkingLevel::Off, json!({"thinkingBudget": 0})),
    ] {
        assert_eq!(thinking(id, Value::Null, level), expected, "{id}");
    }
    let never_off = json!({"off": null, "minimal": null});
    assert_eq!(thinking("gemini-3-pro", never_off, ThinkingLevel::Off), json!({"thinkingLevel": "LOW"}));
    assert_eq!(
        thinking("gemini-3-pro", json!({"low": "high"}), ThinkingLevel::Low),
        on("thinkingLevel", json!("HIGH"))
    );
}

#[tokio::test]
async fn a_signature_may_come_behind_its_text() {
    let frames = [
        piece(json!([{"text": "v"}]), Value::Null),
        piece(json!([{"text": "", "thoughtSignature": SIGNATURE}]), json!("STOP")),
    ];
    let Some(Content::Text(block)) = message(&frames).await.content.pop() else { unreachable!("it is a text") };
    assert_eq!((block.text.as_str(), block.text_signature.as_deref()), ("v", Some(SIGNATURE)));
}

#[tokio::test]
async fn an_id_that_is_used_twice_is_mended() {
    let call = json!({"functionCall": {"id": "a", "name": "t", "args": {}}});
    let message = message(&[piece(json!([call, call]), json!("STOP"))]).await;
    let ids: Vec<&str> = message.tool_calls().map(|call| call.id.as_str()).collect();
    assert!(matches!(ids.as_slice(), ["a", other] if *other != "a" && !other.is_empty()), "{ids:?}");
    assert_eq!(message.stop_reason, StopReason::ToolUse);
}

#[tokio::test]
async fn an_error_within_the_stream_is_told_with_its_status() {
    let error = json!({"error": {"code": 503, "message": "over", "status": "UNAVAILABLE"}});
    let events = of("gemini-3-pro").play(&[piece(json!([{"text": "a"}]), Value::Null), error]).await;
    assert_eq!(deltas(&events), [(0, "a")]);
    let message = events.last().and_then(|event| event.finished()).cloned().unwrap_or_default();
    assert_eq!(message.error_message.as_deref(), Some("503 UNAVAILABLE: over"));
    assert!(crate::failure::is_retryable(&message));
}
