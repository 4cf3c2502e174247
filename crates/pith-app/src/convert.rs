//! What a model is told of the app's own kinds of messages (spec/core.md R1.9). Pure.

use pith_types::{AgentMessage, Content, CustomMessage, Message, UserContent, UserMessage};
use serde_json::Value;

const BRANCH_SUMMARY: &str = include_str!("convert/branch_summary.txt");
const COMPACTION_SUMMARY: &str = include_str!("convert/compaction_summary.txt");

/// The transcript as models take it: the four roles as they are, the app's own as user messages, any other left out.
pub fn convert(messages: Vec<AgentMessage>) -> Vec<Message> {
    messages
        .into_iter()
        .filter_map(|message| match message {
            AgentMessage::Model(message) => Some(message),
            AgentMessage::Custom(message) => custom(&message),
        })
        .collect()
}

fn custom(message: &CustomMessage) -> Option<Message> {
    let content = match message.role.as_str() {
        "bashExecution" => vec![Content::text(bash_execution(message)?)],
        "custom" => blocks(message.fields.get("content")?)?,
        "branchSummary" => vec![Content::text(summary(BRANCH_SUMMARY, message))],
        "compactionSummary" => vec![Content::text(summary(COMPACTION_SUMMARY, message))],
        _ => return None,
    };
    let timestamp = message.fields.get("timestamp").and_then(Value::as_i64).unwrap_or_default();
    Some(UserMessage { content: UserContent::Blocks(content), timestamp }.into())
}

fn blocks(content: &Value) -> Option<Vec<Content>> {
    match content {
        Value::String(text) => Some(vec![Content::text(text.as_str())]),
        blocks => serde_json::from_value(blocks.clone()).ok(),
    }
}

fn bash_execution(message: &CustomMessage) -> Option<String> {
    let flag = |name: &str| message.fields.get(name).and_then(Value::as_bool).unwrap_or_default();
    if flag("excludeFromContext") {
        return None;
    }
    let output = text(message, "output");
    let output = if output.is_empty() { "(no output)".to_owned() } else { format!("```\n{output}\n```") };
    let mut told = format!("Ran `{}`\n{output}", text(message, "command"));
    match message.fields.get("exitCode").and_then(Value::as_i64) {
        _ if flag("cancelled") => told.push_str("\n\n(command cancelled)"),
        Some(code) if code != 0 => told.push_str(&format!("\n\nCommand exited with code {code}")),
        _ => {}
    }
    let full = text(message, "fullOutputPath");
    if flag("truncated") && !full.is_empty() {
        told.push_str(&format!("\n\n[Output truncated. Full output: {full}]"));
    }
    Some(told)
}

fn summary(introduction: &str, message: &CustomMessage) -> String {
    format!("{}\n\n<summary>\n{}</summary>", introduction.trim_end(), text(message, "summary"))
}

fn text<'a>(message: &'a CustomMessage, name: &str) -> &'a str {
    message.fields.get(name).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn told(message: Value) -> Vec<Value> {
        let message: AgentMessage = serde_json::from_value(message).unwrap();
        convert(vec![message]).iter().map(|message| serde_json::to_value(message).unwrap()).collect()
    }

    fn user(text: &str) -> Vec<Value> {
        vec![json!({ "role": "user", "content": [{ "type": "text", "text": text }], "timestamp": 1 })]
    }

    fn bash(output: &str, more: Value) -> Value {
        let mut message = json!({ "role": "bashExecution", "command": "ls", "output": output, "timestamp": 1 });
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        message
    }

    #[test]
    fn a_command_of_the_person_is_told_with_its_output_and_end() {
        assert_eq!(told(bash("a\nb", json!({ "exitCode": 0 }))), user("Ran `ls`\n```\na\nb\n```"));
        assert_eq!(
            told(bash("", json!({ "exitCode": 2, "truncated": true, "fullOutputPath": "/tmp/f" }))),
            user("Ran `ls`\n(no output)\n\nCommand exited with code 2\n\n[Output truncated. Full output: /tmp/f]")
        );
        assert_eq!(
            told(bash("x", json!({ "exitCode": null, "cancelled": true }))),
            user("Ran `ls`\n```\nx\n```\n\n(command cancelled)")
        );
        assert!(told(bash("x", json!({ "excludeFromContext": true }))).is_empty());
    }

    #[test]
    fn custom_messages_and_summaries_become_user_messages_and_unknown_roles_go() {
        let custom =
            json!({ "role": "custom", "customType": "k", "content": "hello", "display": true, "timestamp": 1 });
        assert_eq!(told(custom), user("hello"));
        let summary = told(json!({ "role": "branchSummary", "summary": "S", "fromId": "e1", "timestamp": 1 }));
        let text = summary.first().unwrap().pointer("/content/0/text").unwrap().as_str().unwrap();
        assert!(text.ends_with("\n\n<summary>\nS</summary>"), "{text}");
        assert!(told(json!({ "role": "artifact", "timestamp": 1 })).is_empty());
    }
}
