#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use pith_types::UserMessage;
use serde_json::json;

use super::*;

fn lines(events: &[AppEvent]) -> String {
    let mut json = JsonEvents::default();
    let mut out = Vec::new();
    events.iter().for_each(|event| json.write(event, &mut out).unwrap());
    String::from_utf8(out).unwrap()
}

fn line(event: AgentEvent) -> String {
    lines(&[AppEvent::Agent(event)])
}

#[test]
fn plain_events_are_their_name() {
    assert_eq!(line(AgentEvent::AgentStart), "{\"type\":\"agent_start\"}\n");
    assert_eq!(line(AgentEvent::TurnStart), "{\"type\":\"turn_start\"}\n");
    assert_eq!(lines(&[AppEvent::Settled { aborted: true }]), "{\"type\":\"agent_settled\",\"aborted\":true}\n");
    let end = AppEvent::AgentEnd { messages: Vec::new(), will_retry: false };
    assert_eq!(lines(&[end]), "{\"type\":\"agent_end\",\"messages\":[],\"willRetry\":false}\n");
    let output = AppEvent::ShellOutput { id: Some("7".into()), delta: "x\n".into() };
    assert_eq!(lines(&[output]), "{\"type\":\"bash_execution_update\",\"id\":\"7\",\"delta\":\"x\\n\"}\n");
    let failed =
        AppEvent::ExtensionError { extension: "x.ts".into(), event: "input".into(), error: "boom".into(), stack: None };
    assert_eq!(
        lines(&[failed]),
        "{\"type\":\"extension_error\",\"extensionPath\":\"x.ts\",\"event\":\"input\",\"error\":\"boom\"}\n"
    );
    let queue = AppEvent::QueueUpdate { steering: vec!["a".into()], follow_up: Vec::new() };
    assert_eq!(lines(&[queue]), "{\"type\":\"queue_update\",\"steering\":[\"a\"],\"followUp\":[]}\n");
}

#[test]
fn messages_are_as_they_are_stored() {
    let message = UserMessage { content: "go".into(), timestamp: 1 };
    assert_eq!(
        line(AgentEvent::MessageEnd(message.into())),
        "{\"type\":\"message_end\",\"message\":{\"role\":\"user\",\"content\":\"go\",\"timestamp\":1}}\n"
    );
}

#[test]
fn an_update_is_its_own_step_with_the_usage_so_far() {
    let answer = AssistantMessage { usage: Usage { input: 7, ..Usage::default() }, ..AssistantMessage::default() };
    let written = lines(&[
        AppEvent::Agent(AgentEvent::MessageStart(answer.into())),
        AppEvent::Agent(AgentEvent::MessageUpdate(StreamEvent::TextDelta { index: 1, delta: "Hi".into() })),
    ]);
    let update: Value = serde_json::from_str(written.lines().nth(1).unwrap()).unwrap();
    assert_eq!(update.pointer("/usage/input"), Some(&json!(7)));
    let step = json!({ "type": "text_delta", "contentIndex": 1, "delta": "Hi" });
    assert_eq!(update.get("assistantMessageEvent"), Some(&step));
    assert!(written.lines().nth(1).unwrap().starts_with("{\"type\":\"message_update\",\"usage\":{"));
}

#[test]
fn every_step_of_an_answer_has_its_form() {
    let call = ToolCall { id: "c".into(), name: "read".into(), ..ToolCall::default() };
    for (event, step) in [
        (StreamEvent::TextStart { index: 0 }, json!({ "type": "text_start", "contentIndex": 0 })),
        (
            StreamEvent::TextEnd { index: 0, content: "x".into(), signature: Some("s".into()) },
            json!({ "type": "text_end", "contentIndex": 0, "content": "x" }),
        ),
        (StreamEvent::ThinkingStart { index: 0 }, json!({ "type": "thinking_start", "contentIndex": 0 })),
        (
            StreamEvent::ThinkingDelta { index: 0, delta: "h".into() },
            json!({ "type": "thinking_delta", "contentIndex": 0, "delta": "h" }),
        ),
        (
            StreamEvent::ToolCallStart { index: 2, id: "c".into(), name: "read".into() },
            json!({ "type": "toolcall_start", "contentIndex": 2, "id": "c", "toolName": "read" }),
        ),
        (
            StreamEvent::ToolCallDelta { index: 2, delta: "{".into() },
            json!({ "type": "toolcall_delta", "contentIndex": 2, "delta": "{" }),
        ),
        (
            StreamEvent::ToolCallEnd { index: 2, tool_call: call },
            json!({
                "type": "toolcall_end",
                "contentIndex": 2,
                "toolCall": { "type": "toolCall", "id": "c", "name": "read", "arguments": {} },
            }),
        ),
    ] {
        let written: Value = serde_json::from_str(&line(AgentEvent::MessageUpdate(event))).unwrap();
        assert_eq!(written.get("assistantMessageEvent"), Some(&step));
    }
    assert_eq!(line(AgentEvent::MessageUpdate(StreamEvent::Done(Arc::default()))), "");
}

#[test]
fn a_tools_result_says_what_there_is_of_it() {
    let output = ToolOutput { structured_content: Some(json!("hi")), ..ToolOutput::text("hi") };
    let end = |output: ToolOutput, is_error, duration_ms| AgentEvent::ToolExecutionEnd {
        call_id: "c".into(),
        tool_name: "bash".into(),
        output,
        is_error,
        duration_ms,
    };
    assert_eq!(
        line(end(output, false, Some(5))),
        "{\"type\":\"tool_execution_end\",\"toolCallId\":\"c\",\"toolName\":\"bash\",\"result\":{\"content\":\
         [{\"type\":\"text\",\"text\":\"hi\"}],\"structuredContent\":\"hi\"},\"isError\":false,\"durationMs\":5}\n"
    );
    assert!(!line(end(ToolOutput::default(), true, None)).contains("durationMs"));
}

#[test]
fn a_turn_ends_with_whole_messages() {
    let end = AgentEvent::TurnEnd {
        message: Arc::new(AssistantMessage { model: "m".into(), ..AssistantMessage::default() }),
        tool_results: vec![Arc::new(ToolResultMessage { tool_call_id: "c".into(), ..ToolResultMessage::default() })],
    };
    let written: Value = serde_json::from_str(&line(end)).unwrap();
    assert_eq!(written.pointer("/message/role"), Some(&json!("assistant")));
    assert_eq!(written.pointer("/toolResults/0/role"), Some(&json!("toolResult")));
    assert_eq!(written.pointer("/toolResults/0/toolCallId"), Some(&json!("c")));
}
