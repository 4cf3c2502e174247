//! Calls that a server left in the text.

use pith_types::StopReason;
use serde_json::{Value, json};

use super::decode::answer_of;
use super::model;
use crate::StreamEvent;

fn chunk(delta: &Value, finish: Option<&str>) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))
}

/// A server of one's own says this text, a few letters at a time.
async fn said(text: &str, compat: Value, finish: &str) -> Vec<StreamEvent> {
    let letters: Vec<char> = text.chars().collect();
    let pieces = letters.chunks(3).map(|piece| chunk(&json!({"content": piece.iter().collect::<String>()}), None));
    let mut body: String = pieces.collect();
    body.push_str(&chunk(&json!({}), Some(finish)));
    let tool = json!({"name": "read", "description": "", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}}, "required": ["path"]}});
    let messages = json!([{"role": "system", "content": "", "toolsAdded": [tool]}]);
    answer_of(model(json!({"baseUrl": "http://127.0.0.1:1/v1", "compat": compat})), messages, &body).await
}

const CALL: &str = "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>";

#[tokio::test]
async fn a_text_that_is_wholly_a_call_becomes_one_and_nothing_of_it_is_shown() {
    let events = said(CALL, json!({}), "stop").await;
    assert!(!events.iter().any(|event| matches!(event, StreamEvent::TextStart { .. })), "{events:?}");
    let Some(StreamEvent::Done(message)) = events.last() else { unreachable!("{events:?}") };
    assert_eq!(message.stop_reason, StopReason::ToolUse);
    let call = message.tool_calls().next().cloned().unwrap_or_default();
    assert_eq!((call.name.as_str(), json!(call.arguments)), ("read", json!({"path": "a"})));
    assert!(!call.id.is_empty());
    assert_eq!(message.diagnostics.as_ref().map(|notes| notes[0]["type"].clone()), Some(json!("recovered_tool_calls")));
}

#[tokio::test]
async fn where_it_is_switched_off_or_the_answer_was_cut_the_text_stays() {
    for (compat, finish) in [(json!({"textToolCalls": false}), "stop"), (json!({}), "length")] {
        let events = said(CALL, compat, finish).await;
        let Some(StreamEvent::Done(message)) = events.last() else { unreachable!("{events:?}") };
        assert_eq!(message.content.first().and_then(|block| block.as_text()), Some(CALL));
        assert_eq!(message.tool_calls().count(), 0);
    }
}
