use std::sync::Arc;

use pith_app::event::ToolOutput;
use pith_types::{AgentMessage, AssistantMessage};
use serde_json::json;

use super::*;

fn shown(events: &[AgentEvent]) -> (String, String) {
    let mut view = StreamView::new(Style::new(false));
    let (mut answer, mut aside) = (String::new(), String::new());
    for event in events {
        for piece in view.show(&AppEvent::Agent(event.clone())) {
            match piece {
                Piece::Answer(text) => answer.push_str(&text),
                Piece::Aside(text) => aside.push_str(&text),
            }
        }
    }
    (answer, aside)
}

fn delta(text: &str) -> AgentEvent {
    AgentEvent::MessageUpdate(StreamEvent::TextDelta { index: 0, delta: text.to_owned() })
}

fn end() -> AgentEvent {
    AgentEvent::MessageEnd(AgentMessage::from(AssistantMessage::default()))
}

fn call(arguments: serde_json::Value) -> AgentEvent {
    AgentEvent::ToolExecutionStart {
        call_id: "1".to_owned(),
        tool_name: "bash".to_owned(),
        arguments: Arc::new(arguments.as_object().cloned().unwrap_or_default()),
    }
}

#[test]
fn text_comes_as_it_is_and_its_last_line_is_closed_once() {
    assert_eq!(shown(&[delta("Hel"), delta("lo"), end()]).0, "Hello\n");
    assert_eq!(shown(&[delta("Hello\n"), end()]).0, "Hello\n");
    assert_eq!(shown(&[end()]).0, "");
}

#[test]
fn a_tool_call_is_one_short_line_beside_the_answer() {
    let long = "x".repeat(300);
    let (answer, aside) =
        shown(&[delta("I look."), call(json!({ "command": "ls\n  -la" })), call(json!({ "c": long }))]);
    assert_eq!(answer, "I look.\n");
    let lines: Vec<&str> = aside.lines().collect();
    assert_eq!(lines.first(), Some(&"bash ls -la"));
    assert_eq!(lines.get(1).map(|line| line.chars().count()), Some(101));
}

#[test]
fn a_failed_call_says_why_in_its_last_line() {
    let output = ToolOutput::text("out\n\n\nCommand exited with code 3\n");
    let event = AgentEvent::ToolExecutionEnd {
        call_id: "1".to_owned(),
        tool_name: "bash".to_owned(),
        output,
        is_error: true,
        duration_ms: None,
    };
    assert_eq!(shown(&[event]).1, "bash: Command exited with code 3\n");
}

#[test]
fn escapes_of_models_and_tools_are_shown_not_obeyed() {
    let (answer, aside) = shown(&[delta("\u{1b}]0;title\u{7}"), call(json!({ "command": "\u{1b}[2J" }))]);
    assert!(!answer.contains('\u{1b}') && !aside.contains('\u{1b}'), "{answer:?} {aside:?}");
}
