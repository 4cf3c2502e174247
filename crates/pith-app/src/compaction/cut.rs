//! Where a conversation is cut (3.8.6, 3.8.7). Pure.

use pith_types::{AgentMessage, Message};

use super::estimate::message_tokens;

/// A place to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The first message that stays.
    pub(super) kept: usize,
    /// Where the person's message stands that began what is cut in two, if something is.
    pub(super) turn: Option<usize>,
}

/// The place from which on about `keep` tokens stay, looked for after the last summary. Results stay with their calls.
pub(super) fn cut(messages: &[AgentMessage], from: usize, keep: u64) -> Option<Cut> {
    let allowed = allowed(messages, from);
    let mut tokens = 0;
    let reached = (from..messages.len()).rev().find(|place| {
        tokens += messages.get(*place).map_or(0, message_tokens);
        tokens >= keep
    })?;
    let kept = allowed.iter().find(|place| **place >= reached).or(allowed.last()).copied()?;
    let begins = |place: &usize| messages.get(*place).is_some_and(is_said);
    let is_answer = messages.get(kept).is_some_and(|message| message.as_assistant().is_some());
    let turn = allowed.iter().rev().copied().find(|place| *place < kept && begins(place)).filter(|_| is_answer);
    Some(Cut { kept, turn })
}

/// Where a cut parts no call from its result: at what is said to the agent, and at answers.
fn allowed(messages: &[AgentMessage], from: usize) -> Vec<usize> {
    let mut open: Vec<&str> = Vec::new();
    let mut allowed = Vec::new();
    for (place, message) in messages.iter().enumerate().skip(from) {
        match message {
            AgentMessage::Model(Message::System(_)) => {}
            AgentMessage::Model(Message::ToolResult(result)) => open.retain(|id| *id != result.tool_call_id),
            AgentMessage::Model(Message::Assistant(answer)) => {
                open = answer.tool_calls().map(|call| call.id.as_str()).collect();
                allowed.push(place);
            }
            AgentMessage::Model(Message::User(_)) => {
                open.clear();
                allowed.push(place);
            }
            AgentMessage::Custom(_) if open.is_empty() => allowed.push(place),
            AgentMessage::Custom(_) => {}
        }
    }
    allowed
}

/// Whether the message is one that a model is given as said by the person.
fn is_said(message: &AgentMessage) -> bool {
    matches!(message, AgentMessage::Model(Message::User(_)) | AgentMessage::Custom(_))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    /// `u` a message of the person, `a` an answer, `c` an answer with a call, `r` its result, `s` a change of the prompt, `x`
    /// a message of a program: ten tokens each.
    fn conversation(roles: &str) -> Vec<AgentMessage> {
        let text = "x".repeat(40);
        let block = json!([{ "type": "text", "text": text }]);
        let message = |role: char| match role {
            'u' => json!({ "role": "user", "content": text, "timestamp": 1 }),
            'a' => json!({ "role": "assistant", "content": block }),
            'c' => json!({ "role": "assistant", "content": [
                { "type": "toolCall", "id": "1", "name": "xx", "arguments": { "xxxxxxxxxx": "xxxxxxxxxxxxxxxxxxxxx" } }] }),
            'r' => {
                json!({ "role": "toolResult", "toolCallId": "1", "toolName": "x", "content": block, "timestamp": 1 })
            }
            'x' => json!({ "role": "custom", "customType": "x", "content": text, "display": true, "timestamp": 1 }),
            _ => json!({ "role": "system", "content": text }),
        };
        roles.chars().map(|role| serde_json::from_value(message(role)).unwrap()).collect()
    }

    fn places(roles: &str, from: usize, keep: u64) -> Option<(usize, Option<usize>)> {
        cut(&conversation(roles), from, keep).map(|cut| (cut.kept, cut.turn))
    }

    #[test]
    fn about_as_much_is_kept_as_is_wanted() {
        assert_eq!(places("uauaua", 0, 20), Some((4, None)));
        assert_eq!(places("uauaua", 0, 21), Some((3, Some(2))));
        assert_eq!(places("uauaua", 0, 1000), None);
        assert_eq!(places("uauaua", 3, 1000), None);
        assert_eq!(places("", 0, 1), None);
    }

    #[test]
    fn a_call_stays_with_its_result() {
        assert_eq!(places("ucrcr", 0, 10), Some((3, Some(0))));
        assert_eq!(places("ucrcr", 0, 30), Some((3, Some(0))));
        assert_eq!(places("ucra", 0, 20), Some((3, Some(0))));
        assert_eq!(places("ucxra", 0, 25), Some((4, Some(0))));
    }

    #[test]
    fn only_a_cut_at_an_answer_splits_a_turn() {
        assert_eq!(places("uaxaa", 0, 30), Some((2, None)));
        assert_eq!(places("uaxaa", 0, 20), Some((3, Some(2))));
        assert_eq!(places("sasa", 0, 10), Some((3, None)));
    }
}
