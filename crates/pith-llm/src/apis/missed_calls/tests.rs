#![allow(clippy::unwrap_used, reason = "tests")]

use pith_types::{AssistantMessage, StopReason};
use serde_json::json;

use super::*;
use crate::StreamEvent;
use crate::apis::{self, played::Played};

#[derive(Debug, PartialEq)]
enum Ending {
    Text(String),
    Calls(Vec<Found>),
}

fn watch() -> MissedCalls {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["path"]});
    let now = ("now".to_owned(), json!({"type": "object", "properties": {}}));
    MissedCalls::among([("read".to_owned(), schema), now]).unwrap()
}

/// What is shown while the text comes in pieces of this many characters, and how it ends.
fn played(text: &str, size: usize) -> (String, Ending) {
    let mut watch = Some(watch());
    let mut shown = String::new();
    let letters: Vec<char> = text.chars().collect();
    for piece in letters.chunks(size).map(|piece| piece.iter().collect::<String>()) {
        match watch.as_mut().map(|watch| watch.take(&piece)) {
            Some(true) => {}
            Some(false) => shown = watch.take().map(MissedCalls::into_text).unwrap_or_default(),
            None => shown.push_str(&piece),
        }
    }
    let calls = watch.as_ref().and_then(|watch| watch.calls(text));
    let rest = || watch.map(MissedCalls::into_text).unwrap_or_default();
    (shown, calls.map_or_else(|| Ending::Text(rest()), Ending::Calls))
}

fn found(text: &str) -> Option<Vec<(String, Value)>> {
    let endings: Vec<(String, Ending)> = [1, 3, 1000].map(|size| played(text, size)).into();
    let first = endings.first()?;
    assert!(endings.iter().all(|ending| ending == first), "it depends on how it is cut: {text}");
    match &first.1 {
        Ending::Calls(calls) => {
            assert_eq!(first.0, "", "something was shown of {text}");
            Some(calls.iter().map(|call| (call.name.clone(), json!(call.arguments))).collect())
        }
        _ => None,
    }
}

#[test]
fn a_text_that_is_wholly_a_call_is_one_in_whatever_form() {
    let read = vec![("read".to_owned(), json!({"path": "a"}))];
    for text in [
        r#"{"name": "read", "arguments": {"path": "a"}}"#,
        r#"  {"name": "read", "parameters": {"path": "a"}}  "#,
        "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}",
        "```json\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```\n",
        "```\n{\"tool\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```",
        r#"[{"name": "read", "arguments": {"path": "a"}}]"#,
        r#"[TOOL_CALLS][{"name": "read", "arguments": {"path": "a"}}]"#,
        r#"{"function": {"name": "read", "arguments": "{\"path\": \"a\"}"}, "type": "function"}"#,
        r#"{"type": "function", "function": {"name": "read", "arguments": {"path": "a"}}}"#,
        r#"{"tool_calls": [{"name": "read", "arguments": {"path": "a"}}]}"#,
        r#"<|python_tag|>{"name": "read", "parameters": {"path": "a"}}"#,
    ] {
        assert_eq!(found(text), Some(read.clone()), "{text}");
    }
    let two = "<tool_call>{\"name\":\"read\",\"arguments\":{\"path\":\"a\"}}</tool_call>\n<tool_call>{\"name\":\"now\"}</tool_call>";
    assert_eq!(found(two).map(|calls| calls.len()), Some(2));
}

#[test]
fn anything_else_stays_text() {
    for text in [
        "Use {\"name\": \"read\", \"arguments\": {\"path\": \"a\"}} for that.",
        "{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}} would read it.",
        "```json\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```\nThis reads it.",
        r#"{"name": "write", "arguments": {"path": "a"}}"#,
        r#"{"name": "read", "arguments": {}}"#,
        r#"{"name": "read", "arguments": {"path": 5}}"#,
        r#"{"name": "read", "arguments": {"path": "a", "limit": "many"}}"#,
        r#"{"name": "read", "arguments": {"path": "a"}"#,
        r#"{"name": "Ada", "age": 3}"#,
        r#"{"path": "a"}"#,
        "```python\nprint()\n```",
        "[1, 2]",
        "<tool",
        "",
    ] {
        assert_eq!(found(text), None, "{text}");
        let (shown, ending) = played(text, 2);
        let Ending::Text(rest) = ending else { unreachable!("{text}") };
        assert_eq!(shown + &rest, text, "some of it is lost");
    }
}

#[test]
fn prose_is_shown_as_it_comes_and_json_of_another_kind_soon() {
    assert_eq!(played("Hello, this is prose.", 1).0, "Hello, this is prose.");
    assert_eq!(played(r#"{"age": 3, "name": "read"}"#, 1).0, r#"{"age": 3, "name": "read"}"#);
    let after = r#"{"name": "read", "arguments": {"path": "a"}} is how."#;
    assert_eq!(played(after, 1).0, after);
}

#[test]
fn only_servers_of_ones_own_are_watched_unless_the_model_says_so() {
    let model = |base_url: &str| Model { base_url: base_url.into(), ..Model::default() };
    for local in [
        "http://127.0.0.1:8080/v1",
        "http://localhost:11434/v1",
        "http://192.168.1.5/v1",
        "http://[::1]:1/v1",
        "http://box.local/v1",
    ] {
        assert!(are_looked_for(&model(local), None), "{local}");
    }
    assert!(!are_looked_for(&model("https://api.openai.com/v1"), None));
    assert!(are_looked_for(&model("https://api.openai.com/v1"), Some(true)));
    assert!(!are_looked_for(&model("http://127.0.0.1/v1"), Some(false)));
}

#[test]
fn tools_are_read_of_each_wire_that_such_servers_speak_unless_none_may_be_called() {
    let schema = json!({"type": "object"});
    let tools = [
        json!({"type": "function", "function": {"name": "t", "parameters": schema}}),
        json!({"type": "function", "name": "t", "parameters": schema}),
        json!({"name": "t", "input_schema": schema}),
    ];
    for tool in tools {
        let body = json!({"messages": [], "tools": [tool]});
        assert_eq!(declared(body.to_string().as_bytes()), [("t".to_owned(), schema.clone())], "{tool}");
        for choice in [json!("none"), json!({"type": "none"})] {
            let body = json!({"tools": [tool], "tool_choice": choice});
            assert_eq!(declared(body.to_string().as_bytes()), [], "{body}");
        }
    }
}

/// A text in the words of the wires that servers of one's own speak, a few letters at a time.
fn dialects(text: &str, whole: bool) -> [(&'static str, String); 3] {
    let letters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = letters.chunks(3).map(|piece| piece.iter().collect()).collect();
    let frames = |frames: Vec<Value>| -> String {
        frames
            .iter()
            .map(|frame| format!("event: {}\ndata: {frame}\n\n", frame["type"].as_str().unwrap_or_default()))
            .collect()
    };
    let chunk =
        |delta: Value, finish: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    let mut chunks: Vec<Value> = pieces.iter().map(|piece| chunk(json!({"content": piece}), Value::Null)).collect();
    chunks.push(chunk(json!({}), json!(if whole { "stop" } else { "length" })));
    let mut events = vec![
        json!({"type": "message_start", "message": {"id": "m", "model": "m"}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
    ];
    events.extend(pieces.iter().map(
        |piece| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}),
    ));
    events.push(json!({"type": "content_block_stop", "index": 0}));
    let reason = if whole { "end_turn" } else { "max_tokens" };
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}}));
    events.push(json!({"type": "message_stop"}));
    let item = json!({"type": "message", "id": "msg_1", "content": [{"type": "output_text", "text": text}]});
    let mut items = vec![
        json!({"type": "response.output_item.added", "output_index": 0, "item": {"type": "message", "id": "msg_1"}}),
    ];
    items.extend(
        pieces.iter().map(|piece| json!({"type": "response.output_text.delta", "output_index": 0, "delta": piece})),
    );
    items.push(json!({"type": "response.output_item.done", "output_index": 0, "item": item}));
    items.push(match whole {
        true => json!({"type": "response.completed", "response": {"status": "completed"}}),
        false => json!({"type": "response.incomplete", "response": {"status": "incomplete",
            "incomplete_details": {"reason": "max_output_tokens"}}}),
    });
    [
        ("openai-completions", frames(chunks)),
        ("anthropic-messages", frames(events)),
        ("openai-responses", frames(items)),
    ]
}

/// What a server of one's own has said, on each of those wires.
async fn said(text: &str, compat: Value, whole: bool) -> Vec<(Vec<StreamEvent>, AssistantMessage)> {
    let tool = json!({"name": "read", "description": "", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}}, "required": ["path"]}});
    let messages = json!([{"role": "system", "content": "", "toolsAdded": [tool], "timestamp": 0},
        {"role": "user", "content": "hi", "timestamp": 1}]);
    let mut all = Vec::new();
    for (api, body) in dialects(text, whole) {
        let fields = json!({"baseUrl": "http://127.0.0.1:1/v1", "compat": compat});
        let api = apis::all().into_iter().find(|wire| wire.id() == api).unwrap();
        let events = Played { api, fields }.play_to(&messages, body).await;
        let Some(StreamEvent::Done(message)) = events.last().cloned() else { unreachable!("{events:?}") };
        let message = AssistantMessage::clone(&message);
        all.push((events, message));
    }
    all
}

const CALL: &str = "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>";

#[tokio::test]
async fn on_every_wire_a_text_that_is_wholly_a_call_becomes_one_and_nothing_of_it_is_shown() {
    for (events, message) in said(CALL, json!({}), true).await {
        assert!(!events.iter().any(|event| matches!(event, StreamEvent::TextStart { .. })), "{events:?}");
        assert_eq!((message.stop_reason, message.content.len()), (StopReason::ToolUse, 1), "{}", message.api);
        let call = message.tool_calls().next().cloned().unwrap_or_default();
        assert_eq!((call.name.as_str(), json!(call.arguments)), ("read", json!({"path": "a"})));
        assert!(!call.id.is_empty());
        let notes = message.diagnostics.as_ref().map(|notes| notes[0]["type"].clone());
        assert_eq!(notes, Some(json!("recovered_tool_calls")));
    }
}

#[tokio::test]
async fn where_it_is_switched_off_or_the_answer_was_cut_the_text_stays() {
    for (text, compat, whole) in [
        (CALL, json!({"textToolCalls": false}), true),
        (CALL, json!({}), false),
        ("{\"name\": \"x\"}", json!({}), true),
    ] {
        for (events, message) in said(text, compat, whole).await {
            assert_eq!(message.content.first().and_then(|block| block.as_text()), Some(text), "{}", message.api);
            assert_eq!(message.tool_calls().count(), 0);
            let told: String = events
                .iter()
                .filter_map(|event| match event {
                    StreamEvent::TextDelta { delta, .. } => Some(delta.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!(told, text, "{}", message.api);
        }
    }
}
