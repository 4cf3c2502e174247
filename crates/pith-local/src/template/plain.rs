//! A conversation for templates that know less: tools, calls and results become text, and so does the system turn.

use serde_json::json;

use super::json::spaced;
use crate::prompt::{Conversation, Role, Turn};

/// Introduces the list of tools; `{tools}` stands for it.
const TOOLS: &str = include_str!("tools.txt");

/// The same conversation with system, user and assistant turns only, and no tools beside them.
pub(super) fn without_tools(conversation: &Conversation) -> Conversation {
    let mut turns: Vec<Turn> = Vec::new();
    for turn in &conversation.turns {
        let mut content = turn.content.clone();
        for call in &turn.calls {
            let call = spaced(&json!({"name": call.name, "arguments": call.arguments}));
            let gap = if content.is_empty() { "" } else { "\n" };
            content.push_str(&format!("{gap}<tool_call>\n{call}\n</tool_call>"));
        }
        match turn.role {
            Role::Tool => {
                let result = format!("<tool_response>\n{content}\n</tool_response>");
                match turns
                    .last_mut()
                    .filter(|last| last.role == Role::User && last.content.ends_with("</tool_response>"))
                {
                    Some(last) => last.content.push_str(&format!("\n{result}")),
                    None => turns.push(Turn::new(Role::User, result)),
                }
            }
            role => turns.push(Turn::new(role, content)),
        }
    }
    if !conversation.tools.is_empty() {
        let list: Vec<String> = conversation.tools.iter().map(spaced).collect();
        let text = TOOLS.trim_end().replace("{tools}", &list.join("\n"));
        match turns.first_mut().filter(|first| first.role == Role::System) {
            Some(first) => first.content = format!("{}\n\n{text}", first.content).trim_start().to_owned(),
            None => turns.insert(0, Turn::new(Role::System, text)),
        }
    }
    Conversation { turns, tools: Vec::new() }
}

/// The same conversation with its system turns at the head of the first user turn.
pub(super) fn without_system(conversation: &Conversation) -> Conversation {
    let (system, mut turns): (Vec<Turn>, Vec<Turn>) =
        conversation.turns.iter().cloned().partition(|turn| turn.role == Role::System);
    let text = system.iter().map(|turn| turn.content.as_str()).collect::<Vec<_>>().join("\n\n");
    match turns.iter_mut().find(|turn| turn.role == Role::User) {
        Some(first) => first.content = format!("{text}\n\n{}", first.content),
        None => turns.insert(0, Turn::new(Role::User, text)),
    }
    Conversation { turns, tools: conversation.tools.clone() }
}
