//! Requests without pictures (setting `images.blockImages`). Pure.

use std::sync::Arc;

use pith_types::{Content, Message, UserContent};

const PLACEHOLDER: &str = "[an image stood here; sending images is switched off]";

/// The messages with a line of text in the place of each picture.
pub(crate) fn without(messages: Vec<Message>) -> Vec<Message> {
    messages.into_iter().map(strip).collect()
}

fn strip(mut message: Message) -> Message {
    match &mut message {
        Message::User(user) => {
            if let UserContent::Blocks(blocks) = &user.content
                && blocks.iter().any(is_image)
            {
                let user = Arc::make_mut(user);
                if let UserContent::Blocks(blocks) = &mut user.content {
                    blocks.iter_mut().for_each(replace);
                }
            }
        }
        Message::ToolResult(result) if result.content.iter().any(is_image) => {
            Arc::make_mut(result).content.iter_mut().for_each(replace);
        }
        Message::System(_) | Message::Assistant(_) | Message::ToolResult(_) => {}
    }
    message
}

fn is_image(block: &Content) -> bool {
    matches!(block, Content::Image { .. })
}

fn replace(block: &mut Content) {
    if is_image(block) {
        *block = Content::text(PLACEHOLDER);
    }
}
