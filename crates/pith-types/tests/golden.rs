//! The file and RPC format of messages: what is read is written again with an equal value.

use pith_types::{AgentMessage, parse_json};
use serde_json::Value;

fn check(line: &str) -> Result<(), Box<dyn std::error::Error>> {
    let before: Value = serde_json::from_str(line)?;
    let message: AgentMessage = parse_json(line).map_err(|error| format!("{error} in {line}"))?;
    let text = serde_json::to_string(&message)?;
    assert_eq!(serde_json::from_str::<Value>(&text)?, before, "as a value");
    assert_eq!(parse_json::<AgentMessage>(&text)?, message, "read again");
    Ok(())
}

#[test]
fn every_shape_of_message_survives_reading_and_writing() -> Result<(), Box<dyn std::error::Error>> {
    include_str!("fixtures/messages.jsonl").lines().try_for_each(check)
}

#[test]
fn messages_of_session_files_survive_reading_and_writing() -> Result<(), Box<dyn std::error::Error>> {
    include_str!("fixtures/session-messages.jsonl").lines().try_for_each(check)
}

#[test]
fn fields_are_written_in_the_order_of_the_format() -> Result<(), Box<dyn std::error::Error>> {
    for line in include_str!("fixtures/messages.jsonl").lines() {
        let message: AgentMessage = parse_json(line)?;
        assert_eq!(serde_json::to_string(&message)?, line);
    }
    Ok(())
}

#[test]
fn a_message_without_a_role_is_refused_and_one_without_content_is_read() {
    assert!(parse_json::<AgentMessage>(r#"{"content":"x"}"#).is_err());
    for role in ["system", "user", "assistant"] {
        assert!(parse_json::<AgentMessage>(&format!(r#"{{"role":"{role}"}}"#)).is_ok(), "{role}");
        assert!(parse_json::<AgentMessage>(&format!(r#"{{"role":"{role}","content":null}}"#)).is_ok(), "{role} null");
    }
}

#[test]
fn numbers_of_another_form_make_no_message_unreadable() -> Result<(), Box<dyn std::error::Error>> {
    let line = r#"{"role":"assistant","content":[],"usage":{"input":1.0,"output":-2,"cacheRead":null,"cost":{"input":1}},"timestamp":5.5,"durationMs":2.9}"#;
    let message: AgentMessage = parse_json(line)?;
    let answer = message.as_assistant().ok_or("no answer")?;
    assert_eq!((answer.usage.input, answer.usage.output, answer.usage.cache_read), (1, 0, 0));
    assert_eq!((answer.timestamp, answer.duration_ms), (5, Some(2)));
    Ok(())
}
