//! Virtual models in a conversation: the model that a request was routed to is asked as if it had been chosen, and it is its
//! limits that count.

use std::sync::Arc;

use pith_llm::{CallOptions, EventStream, Request, normalize_context};
use pith_types::{AgentMessage, AssistantMessage, Message, Model, StopReason};
use tokio_util::sync::CancellationToken;

use crate::app::{App, Inner};
use crate::authority::AuthorityError;
use crate::models::{Entry, VIRTUAL_API};

impl App {
    /// Asks a model for a turn of the conversation: the extensions see the request and what comes back, as they do when the
    /// model itself was chosen.
    ///
    /// # Errors
    /// When the model has no key, or the request cannot be formed.
    pub async fn ask_in_turn(
        &self,
        model: Arc<Model>,
        messages: Vec<Message>,
        options: CallOptions,
        cancel: CancellationToken,
    ) -> Result<EventStream, AuthorityError> {
        let inner = &self.inner;
        let options = inner.authority.authorize(&model, options).await?;
        let client = inner.agent.client();
        let wire = client.prepare(&Request { model, context: normalize_context(messages), options })?;
        let wire = inner.fanout.request(wire).await?;
        Ok(client.send_watched(wire, cancel, pith_agent::Hooks::tap(&*inner.hooks)))
    }
}

impl Inner {
    /// Whose limits count: those of the model in force, and of a virtual one those of the model that answered last.
    pub(crate) fn limiting_model(&self) -> Arc<Model> {
        let answered =
            |message: &&AssistantMessage| !matches!(message.stop_reason, StopReason::Error | StopReason::Aborted);
        let current = self.agent.model();
        if current.api != VIRTUAL_API {
            return current;
        }
        let messages = self.agent.messages();
        let mut answers = messages.iter().rev().filter_map(AgentMessage::as_assistant);
        answers.find(answered).and_then(|answer| self.answering(answer)).unwrap_or(current)
    }

    /// The model whose limits this answer met: the one in force, and where that is a virtual one the one that gave it.
    pub(crate) fn limiting_model_of(&self, answer: &AssistantMessage) -> Arc<Model> {
        let current = self.agent.model();
        if current.api != VIRTUAL_API {
            return current;
        }
        self.answering(answer).unwrap_or(current)
    }

    fn answering(&self, answer: &AssistantMessage) -> Option<Arc<Model>> {
        self.models.registry().find(&answer.provider, &answer.model).map(Entry::model)
    }
}
