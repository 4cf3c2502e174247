//! The app's answers at the agent's doors.

use std::sync::Arc;

use async_trait::async_trait;
use pith_agent::{HookError, Hooks, NextTurn, TurnView};
use pith_llm::CallOptions;
use pith_types::{AgentMessage, Message, Model};

use crate::authority::Authority;
use crate::convert::convert;
use crate::images;
use crate::prompter::Prompter;

/// Stands at the doors for the app.
pub(crate) struct AppHooks {
    pub(crate) authority: Arc<dyn Authority>,
    pub(crate) prompter: Arc<Prompter>,
    /// Whether no picture may be sent (setting `images.blockImages`).
    pub(crate) block_images: bool,
}

#[async_trait]
impl Hooks for AppHooks {
    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        let messages = convert(messages);
        Ok(if self.block_images { images::without(messages) } else { messages })
    }

    async fn authorize(&self, model: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        self.authority.authorize(model, options).await.map_err(|error| HookError::new(with_causes(&*error)))
    }

    /// The prompt may have to change between two turns as well (spec/coding-agent.md 1.4.1).
    async fn prepare_next_turn(&self, turn: TurnView<'_>) -> Result<NextTurn, HookError> {
        let patch = self.prompter.patch(turn.messages);
        Ok(NextTurn { append: patch.into_iter().collect(), ..NextTurn::default() })
    }
}

/// The error and its causes in one text.
fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        text = format!("{text}: {source}");
        cause = source.source();
    }
    text
}
