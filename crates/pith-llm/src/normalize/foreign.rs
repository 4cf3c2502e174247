//! Answers of another model: thinking and signatures mean nothing to this one, and ids may have another form.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use pith_types::{
    AssistantMessage, Content, Message, Model, TextContent, ThinkingContent, ToolCall, ToolResultMessage,
};

use super::IdRule;

/// Rewrites the answers that `model` did not give, and the results of their calls; drops thinking that says nothing.
pub(super) fn rewrite_answers(messages: &[Message], model: &Model, rule: Option<IdRule>) -> Vec<Message> {
    let mut renamed = HashMap::new();
    messages
        .iter()
        .map(|message| match message {
            Message::Assistant(answer) if gave(model, answer) => own(answer, message),
            Message::Assistant(answer) => foreign(answer, model, rule, &mut renamed),
            Message::ToolResult(result) => match renamed.get(&result.tool_call_id) {
                Some(id) => Message::ToolResult(Arc::new(ToolResultMessage {
                    tool_call_id: String::clone(id),
                    ..ToolResultMessage::clone(result)
                })),
                None => message.clone(),
            },
            Message::System(_) | Message::User(_) => message.clone(),
        })
        .collect()
}

fn gave(model: &Model, answer: &AssistantMessage) -> bool {
    answer.provider == model.provider && answer.api == model.api && answer.model == model.id
}

fn own(answer: &AssistantMessage, message: &Message) -> Message {
    if !answer.content.iter().any(says_nothing) {
        return message.clone();
    }
    let content = answer.content.iter().filter(|block| !says_nothing(block)).cloned().collect();
    AssistantMessage { content, ..answer.clone() }.into()
}

fn says_nothing(block: &Content) -> bool {
    match block {
        Content::Thinking(ThinkingContent { thinking, thinking_signature, redacted }) => {
            let signed = thinking_signature.as_ref().is_some_and(|signature| !signature.is_empty());
            !signed && *redacted != Some(true) && thinking.trim().is_empty()
        }
        _ => false,
    }
}

fn foreign(
    answer: &AssistantMessage,
    model: &Model,
    rule: Option<IdRule>,
    renamed: &mut HashMap<String, String>,
) -> Message {
    let block = |block: &Content| match block {
        Content::Thinking(_) => None,
        Content::Text(text) => Some(Content::Text(TextContent { text: text.text.clone(), text_signature: None })),
        Content::Image { .. } => Some(block.clone()),
        Content::ToolCall(call) => {
            let id = rule.map_or(Cow::Borrowed(call.id.as_str()), |rule| rule(&call.id, model, answer));
            if *id != call.id {
                renamed.insert(call.id.clone(), id.clone().into_owned());
            }
            Some(Content::ToolCall(ToolCall { id: id.into_owned(), thought_signature: None, ..call.clone() }))
        }
    };
    AssistantMessage { content: answer.content.iter().filter_map(block).collect(), ..answer.clone() }.into()
}
