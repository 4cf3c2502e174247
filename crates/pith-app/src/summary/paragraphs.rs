//! Messages written out as text, so that a model takes them as something to read and not as its own conversation
//! (spec/extensions-sessions-screen.md 3.8.10). Pure.

use pith_types::{AgentMessage, AssistantMessage, Content, Message, ToolCall, UserContent};

use crate::convert::convert;

/// Characters of a tool's result at most.
const RESULT_LIMIT: usize = 2000;

/// Each message that says something, as a paragraph with who says it. Thinking and the prompt are left out.
pub(crate) fn paragraphs(messages: &[AgentMessage]) -> Vec<String> {
    convert(messages.to_vec()).iter().flat_map(paragraph).collect()
}

fn paragraph(message: &Message) -> Vec<String> {
    match message {
        Message::System(_) => Vec::new(),
        Message::User(user) => said("User", &text(&user.content)).into_iter().collect(),
        Message::Assistant(answer) => answered(answer),
        Message::ToolResult(result) => said("Tool result", &cut(&blocks(&result.content))).into_iter().collect(),
    }
}

fn said(who: &str, what: &str) -> Option<String> {
    (!what.trim().is_empty()).then(|| format!("[{who}]: {what}"))
}

fn answered(answer: &AssistantMessage) -> Vec<String> {
    let text = said("Assistant", &blocks(&answer.content));
    let calls: Vec<String> = answer.tool_calls().map(call).collect();
    text.into_iter().chain(said("Assistant tool calls", &calls.join("; "))).collect()
}

fn call(call: &ToolCall) -> String {
    let arguments: Vec<String> = call.arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}({})", call.name, arguments.join(", "))
}

fn text(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(content) => blocks(content),
    }
}

fn blocks(content: &[Content]) -> String {
    let parts: Vec<&str> = content
        .iter()
        .filter_map(|block| match block {
            Content::Text(text) => Some(text.text.as_str()),
            Content::Image { .. } => Some("(an image)"),
            Content::Thinking(_) | Content::ToolCall(_) => None,
        })
        .collect();
    parts.join("\n")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(RESULT_LIMIT) {
        None => text.to_owned(),
        Some((at, _)) => {
            let (kept, dropped) = text.split_at(at);
            format!("{kept}\n[{} more characters]", dropped.chars().count())
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn written(message: serde_json::Value) -> Vec<String> {
        paragraphs(&[serde_json::from_value(message).unwrap()])
    }

    #[test]
    fn each_voice_is_named_and_thinking_is_left_out() {
        let answer = json!({ "role": "assistant", "content": [
            { "type": "thinking", "thinking": "hm" },
            { "type": "text", "text": "I look." },
            { "type": "toolCall", "id": "1", "name": "read", "arguments": { "path": "a", "limit": 2 } },
            { "type": "toolCall", "id": "2", "name": "ls", "arguments": {} },
        ] });
        assert_eq!(
            written(answer),
            ["[Assistant]: I look.", r#"[Assistant tool calls]: read(path="a", limit=2); ls()"#]
        );
        assert_eq!(written(json!({ "role": "user", "content": "hi", "timestamp": 1 })), ["[User]: hi"]);
        assert!(written(json!({ "role": "system", "content": "be" })).is_empty());
        let bash = json!({ "role": "bashExecution", "command": "ls", "output": "a", "exitCode": 0, "timestamp": 1 });
        assert_eq!(written(bash), ["[User]: Ran `ls`\n```\na\n```"]);
    }

    #[test]
    fn long_results_are_cut_with_a_note() {
        let result = |text: String| {
            json!({ "role": "toolResult", "toolCallId": "1", "toolName": "x",
                "content": [{ "type": "text", "text": text }], "timestamp": 1 })
        };
        assert_eq!(written(result("é".repeat(2000)))[0].chars().count(), 2015);
        assert!(written(result("é".repeat(2003)))[0].ends_with("é\n[3 more characters]"));
    }
}
