//! The stream.

use pith_types::{AssistantMessage, Content, StopReason};
use serde_json::{Value, json};

use super::with_compat;
use crate::StreamEvent;
use crate::apis::played::deltas;

fn completed() -> Value {
    json!({"type": "response.completed", "response": {"id": "r", "status": "completed"}})
}

fn event(kind: &str, fields: Value) -> Value {
    let mut event = json!({"type": format!("response.{kind}"), "output_index": 0});
    for (key, value) in fields.as_object().into_iter().flatten() {
        event[key] = value.clone();
    }
    event
}

fn call(arguments: &str) -> Value {
    json!({"item": {"type": "function_call", "id": "fc_1", "call_id": "c", "name": "t", "arguments": arguments}})
}

async fn message(events: &[Value]) -> AssistantMessage {
    with_compat(json!({})).message(events).await
}

fn arguments(message: &AssistantMessage) -> Value {
    message.tool_calls().map(|call| json!(call.arguments)).collect()
}

#[tokio::test]
async fn what_an_item_says_in_the_end_counts() {
    let pieces = |last: Value| {
        [
            event("output_item.added", call("")),
            event("function_call_arguments.delta", json!({"delta": "{\"x\":"})),
            last,
            completed(),
        ]
    };
    let goes_on = message(&pieces(event("output_item.done", call("{\"x\":1}")))).await;
    assert_eq!(arguments(&goes_on), json!([{"x": 1}]));
    let differs = message(&pieces(event("output_item.done", call("{\"y\":2}")))).await;
    assert_eq!(arguments(&differs), json!([{"y": 2}]));
    let parts = json!({"item": {"type": "message", "id": "m", "content": [{"text": "a"}, {"refusal": "b"}]}});
    let texts = message(&[event("output_item.done", parts), completed()]).await;
    assert_eq!(texts.content.first().and_then(Content::as_text), Some("ab"));
}

#[tokio::test]
async fn a_call_without_an_end_is_a_failure_unless_the_answer_was_too_long() {
    let begun =
        [event("output_item.added", call("")), event("function_call_arguments.delta", json!({"delta": "{\"a"}))];
    let whole = message(&[&begun[..], &[completed()]].concat()).await;
    assert_eq!(whole.stop_reason, StopReason::Error);
    let details = json!({"reason": "max_output_tokens"});
    let cut =
        json!({"type": "response.incomplete", "response": {"status": "incomplete", "incomplete_details": details}});
    let short = message(&[&begun[..], &[cut]].concat()).await;
    assert_eq!((short.stop_reason, arguments(&short)), (StopReason::Length, json!([{}])));
    assert_eq!(short.raw_stop_reason.as_deref(), Some("incomplete.max_output_tokens"));
}

#[tokio::test]
async fn a_call_in_plain_text_is_given_on_as_json() {
    let item = |input: &str| json!({"item": {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c", "name": "t", "input": input}});
    let played = with_compat(json!({}));
    let frames = [
        event("output_item.added", item("")),
        event("custom_tool_call_input.delta", json!({"delta": "a\"b"})),
        event("custom_tool_call_input.delta", json!({"delta": "\nc"})),
        event("custom_tool_call_input.done", json!({"input": "a\"b\nc"})),
        event("output_item.done", item("a\"b\nc")),
        completed(),
    ];
    let events = played.play(&frames).await;
    assert_eq!(deltas(&events), [(0, "{\"input\":\"a\\\"b"), (0, "\\nc"), (0, "\"}")]);
    let at_once = [event("output_item.done", item("abc")), completed()];
    let events = played.play(&at_once).await;
    assert_eq!(deltas(&events), [(0, "{\"input\":\"abc\"}")]);
    let last = events.last().and_then(StreamEvent::finished).map(|message| message.stop_reason);
    assert_eq!(last, Some(StopReason::ToolUse));
}

#[tokio::test]
async fn parts_of_a_summary_stand_apart() {
    let parts = |a: &str, b: &str| json!([{"type": "summary_text", "text": a}, {"type": "summary_text", "text": b}]);
    let item = |summary: Value| json!({"item": {"type": "reasoning", "id": "rs", "summary": summary}});
    let message = message(&[
        event("output_item.added", item(json!([]))),
        event("reasoning_summary_text.delta", json!({"delta": "a"})),
        event("reasoning_summary_part.done", json!({})),
        event("reasoning_summary_text.delta", json!({"delta": "b"})),
        event("reasoning_summary_part.done", json!({})),
        event("output_item.done", item(parts("a", "b"))),
        completed(),
    ])
    .await;
    let Some(Content::Thinking(block)) = message.content.first() else { unreachable!("{message:?}") };
    assert_eq!(block.thinking, "a\n\nb");
    let signature: Value =
        block.thinking_signature.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    assert_eq!(signature["id"], "rs");
}

#[tokio::test]
async fn events_of_a_host_that_leaves_out_the_place_are_for_the_item_that_came_last() {
    let mut frames = [
        event("output_item.added", json!({"item": {"type": "message", "id": "m"}})),
        event("output_text.delta", json!({"delta": "x"})),
        completed(),
    ];
    frames[0]["output_index"] = json!(4);
    frames[1]["output_index"] = Value::Null;
    assert_eq!(message(&frames).await.content.first().and_then(Content::as_text), Some("x"));
}

#[tokio::test]
async fn a_response_that_failed_says_why() {
    let failed = |error: Value| json!({"type": "response.failed", "response": {"status": "failed", "error": error}});
    let text = async |error: Value| message(&[failed(error)]).await.error_message.unwrap_or_default();
    assert_eq!(text(json!({"code": "server_error", "message": "boom"})).await, "server_error: boom");
    assert_eq!(text(Value::Null).await, "Response failed for no stated reason");
}
