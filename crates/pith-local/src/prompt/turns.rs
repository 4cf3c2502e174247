//! The turns of a transcript: what was asked, answered, called and given back.

use std::collections::HashMap;

use pith_llm::normalize::transform_messages;
use pith_types::{AssistantMessage, Content, Message, Model, ToolCall, ToolResultMessage};

use super::{Role, SaidCall, Turn};

/// Added to a result that the model has been given before for the same call, since small models else call forever.
const AGAIN: &str = include_str!("again.txt");
/// Added to the result of a call that failed, since small models else take the failure for the end.
const FAILED: &str = include_str!("failed.txt");

/// Added to the last result, since small models have forgotten by then what they were asked.
const ONWARD: &str = include_str!("onward.txt");
/// A request longer than this, in characters, is not said again.
const SAID_AGAIN: usize = 400;

/// Everything but the system messages.
pub(super) fn of(messages: &[Message], model: &Model) -> Vec<Turn> {
    let messages = transform_messages(messages, model, None, 0);
    let mut turns = Vec::new();
    let mut calls: HashMap<String, ToolCall> = HashMap::new();
    let mut results: HashMap<String, String> = HashMap::new();
    let mut request = String::new();
    for message in &messages {
        match message {
            Message::System(_) => {}
            Message::User(user) => {
                results.clear();
                request = user.content.to_text();
                turns.push(Turn::new(Role::User, request.clone()));
            }
            Message::Assistant(answer) => {
                calls.extend(answer.tool_calls().map(|call| (call.id.clone(), call.clone())));
                turns.push(assistant(answer));
            }
            Message::ToolResult(result) => turns.push(tool_result(result, &calls, &mut results)),
        }
    }
    if let Some(last) = turns.last_mut().filter(|turn| turn.role == Role::Tool)
        && request.chars().count() <= SAID_AGAIN
    {
        last.content.push_str(&format!("\n\n{}", ONWARD.trim_end().replace("{request}", request.trim())));
    }
    turns
}

fn assistant(answer: &AssistantMessage) -> Turn {
    let text: Vec<&str> = answer.content.iter().filter_map(Content::as_text).collect();
    let calls =
        answer.tool_calls().map(|call| SaidCall { name: call.name.clone(), arguments: call.arguments.clone().into() });
    Turn { role: Role::Assistant, content: text.join("\n"), calls: calls.collect() }
}

/// A result, with a note where it failed, or says what the same call has said before.
fn tool_result(
    result: &ToolResultMessage,
    calls: &HashMap<String, ToolCall>,
    results: &mut HashMap<String, String>,
) -> Turn {
    let text: Vec<&str> = result.content.iter().filter_map(Content::as_text).collect();
    let mut text = text.join("\n");
    let again = calls.get(&result.tool_call_id).is_some_and(|call| {
        let call = format!("{} {}", call.name, serde_json::Value::from(call.arguments.clone()));
        results.insert(call, text.clone()).is_some_and(|before| before == text)
    });
    let note = if again { Some(AGAIN) } else { result.is_error.then_some(FAILED) };
    if let Some(note) = note {
        text.push_str(&format!("\n\n{}", note.trim_end()));
    }
    Turn::new(Role::Tool, text)
}
