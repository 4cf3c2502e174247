//! Edits of the context: what stands in the place of a message's content (3.7.2).

use std::{collections::HashMap, sync::Arc};

use pith_types::{AgentMessage, Content, CustomMessage, Message, UserContent};
use serde_json::json;

use crate::{EntryId, Replacement};

/// The edits in force, by entry; nothing instead says that the entry is left out.
pub(super) type Edits = HashMap<EntryId, Option<Replacement>>;

/// The message with other content. Where content is a list of blocks, a text becomes one block.
pub(super) fn replace(message: AgentMessage, content: &UserContent) -> AgentMessage {
    match message {
        AgentMessage::Model(Message::System(mut system)) => {
            Arc::make_mut(&mut system).content = content.clone();
            Message::System(system).into()
        }
        AgentMessage::Model(Message::User(mut user)) => {
            Arc::make_mut(&mut user).content = content.clone();
            Message::User(user).into()
        }
        AgentMessage::Model(Message::Assistant(mut answer)) => {
            Arc::make_mut(&mut answer).content = blocks(content);
            Message::Assistant(answer).into()
        }
        AgentMessage::Model(Message::ToolResult(mut result)) => {
            Arc::make_mut(&mut result).content = blocks(content);
            Message::ToolResult(result).into()
        }
        AgentMessage::Custom(custom) => {
            let mut custom = CustomMessage::clone(&custom);
            custom.fields.insert("content".to_owned(), json!(content));
            AgentMessage::Custom(Arc::new(custom))
        }
    }
}

fn blocks(content: &UserContent) -> Vec<Content> {
    match content {
        UserContent::Text(text) => vec![Content::text(text.as_str())],
        UserContent::Blocks(blocks) => blocks.clone(),
    }
}
