//! What an agent can be told (spec/core.md R3.5).

use pith_types::{AgentMessage, Content, CustomMessage, Message, SystemMessage, UserContent, UserMessage};

/// A text, a text with images, or ready messages. An empty list of messages is a request without a new message.
#[derive(Debug, Clone, PartialEq)]
pub enum Prompt {
    /// Becomes one user message: a text block, then the images.
    Text {
        /// May be empty.
        text: String,
        /// Image blocks.
        images: Vec<Content>,
    },
    /// Used as they are, whatever their roles.
    Messages(Vec<AgentMessage>),
}

impl Prompt {
    /// A text with images.
    pub fn with_images(text: impl Into<String>, images: Vec<Content>) -> Self {
        Self::Text { text: text.into(), images }
    }

    /// The messages; a text is stamped with `now`, in Unix milliseconds.
    pub(crate) fn into_messages(self, now: i64) -> Vec<AgentMessage> {
        match self {
            Self::Messages(messages) => messages,
            Self::Text { text, images } => {
                let content = std::iter::once(Content::text(text)).chain(images).collect();
                vec![UserMessage { content: UserContent::Blocks(content), timestamp: now }.into()]
            }
        }
    }
}

impl From<&str> for Prompt {
    fn from(text: &str) -> Self {
        Self::with_images(text, Vec::new())
    }
}

impl From<String> for Prompt {
    fn from(text: String) -> Self {
        Self::with_images(text, Vec::new())
    }
}

impl From<AgentMessage> for Prompt {
    fn from(message: AgentMessage) -> Self {
        Self::Messages(vec![message])
    }
}

impl From<Vec<AgentMessage>> for Prompt {
    fn from(messages: Vec<AgentMessage>) -> Self {
        Self::Messages(messages)
    }
}

impl From<Message> for Prompt {
    fn from(message: Message) -> Self {
        AgentMessage::from(message).into()
    }
}

impl From<UserMessage> for Prompt {
    fn from(message: UserMessage) -> Self {
        AgentMessage::from(message).into()
    }
}

impl From<SystemMessage> for Prompt {
    fn from(message: SystemMessage) -> Self {
        AgentMessage::from(message).into()
    }
}

impl From<CustomMessage> for Prompt {
    fn from(message: CustomMessage) -> Self {
        AgentMessage::from(message).into()
    }
}
