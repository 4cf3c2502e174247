//! Pictures for a model that takes none: a run of them becomes one line of text.

use std::sync::Arc;

use pith_types::{Content, InputKind, Message, Model, ToolResultMessage, UserContent, UserMessage};

const USER_PLACEHOLDER: &str = "(image omitted: model does not support images)";
const TOOL_PLACEHOLDER: &str = "(tool image omitted: model does not support images)";

/// The messages with every picture replaced, unless the model takes pictures.
pub fn hide_images(messages: &[Message], model: &Model) -> Vec<Message> {
    if model.input.contains(&InputKind::Image) {
        return messages.to_vec();
    }
    messages.iter().map(without_images).collect()
}

fn without_images(message: &Message) -> Message {
    match message {
        Message::User(user) => match &user.content {
            UserContent::Blocks(blocks) if has_image(blocks) => Message::User(Arc::new(UserMessage {
                content: UserContent::Blocks(replaced(blocks, USER_PLACEHOLDER)),
                timestamp: user.timestamp,
            })),
            _ => message.clone(),
        },
        Message::ToolResult(result) if has_image(&result.content) => {
            let content = replaced(&result.content, TOOL_PLACEHOLDER);
            Message::ToolResult(Arc::new(ToolResultMessage { content, ..ToolResultMessage::clone(result) }))
        }
        _ => message.clone(),
    }
}

fn has_image(blocks: &[Content]) -> bool {
    blocks.iter().any(|block| matches!(block, Content::Image { .. }))
}

/// Only a run of pictures is one placeholder; a text that happens to read like it hides none.
fn replaced(blocks: &[Content], placeholder: &str) -> Vec<Content> {
    let mut replaced = Vec::with_capacity(blocks.len());
    let mut after_image = false;
    for block in blocks {
        let image = matches!(block, Content::Image { .. });
        if !image {
            replaced.push(block.clone());
        } else if !after_image {
            replaced.push(Content::text(placeholder));
        }
        after_image = image;
    }
    replaced
}
