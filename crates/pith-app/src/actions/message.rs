//! Messages of extensions: kept, queued, or the start of a run (spec/extensions-sessions-screen.md 1.5.1).

use std::sync::PoisonError;

use pith_types::{AgentMessage, CustomMessage, UserContent};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::extension::Trigger;
use crate::input::Stop;

/// A message of an extension.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CustomDraft {
    /// Whose message it is.
    pub custom_type: String,
    /// What it says; the model gets it as a user message.
    pub content: UserContent,
    /// Whether people are shown it.
    pub display: bool,
    /// For programs.
    pub details: Option<Value>,
}

/// When a message is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeliverAs {
    /// After the running turn's tools.
    #[default]
    Steer,
    /// When the run would otherwise stop.
    FollowUp,
    /// With the next prompt.
    NextTurn,
}

/// What is to be done with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SendOptions {
    /// Whether it starts a run, or is queued into the active one. Unset, it does the second only.
    pub trigger_turn: Option<bool>,
    /// When.
    pub deliver_as: Option<DeliverAs>,
}

impl App {
    /// Delivers a message of an extension.
    ///
    /// # Errors
    /// When it should have started a run and could not.
    pub async fn send_message(&self, draft: CustomDraft, options: SendOptions) -> Result<(), Stop> {
        let Some(draft) = self.queue_message(draft, options) else { return Ok(()) };
        let message = self.custom_message(draft);
        Ok(self.inner.start_with(Trigger::Message(message.clone()), message).map(drop)?)
    }

    /// Delivers it at once, unless it starts a run: what an extension sends during a run is in the queue before its handler
    /// returns, and so before the run can come to its end; what it sends while nothing runs is in the conversation before
    /// it goes on. Gives the draft back, for [`Self::send_message`], when it is to start a run.
    pub fn queue_message(&self, draft: CustomDraft, options: SendOptions) -> Option<CustomDraft> {
        let inner = &self.inner;
        if options.deliver_as == Some(DeliverAs::NextTurn) {
            inner.pending.lock().unwrap_or_else(PoisonError::into_inner).push(self.custom_message(draft));
            return None;
        }
        if inner.life.is_settled() {
            if options.trigger_turn == Some(true) {
                return Some(draft);
            }
            self.keep_message(self.custom_message(draft));
            return None;
        }
        let message = self.custom_message(draft);
        match (options.trigger_turn, options.deliver_as) {
            (Some(false), _) => inner.fanout.waits_for_turn(message),
            (_, Some(DeliverAs::FollowUp)) => inner.agent.follow_up(message),
            _ => inner.agent.steer(message),
        }
        None
    }

    /// Puts a message behind the conversation while nothing runs.
    fn keep_message(&self, message: AgentMessage) {
        let inner = &self.inner;
        let mut messages = inner.agent.messages();
        messages.push(message.clone());
        inner.agent.set_messages(messages);
        inner.fanout.keep_and_show(message);
    }

    fn custom_message(&self, draft: CustomDraft) -> AgentMessage {
        let mut fields = Map::new();
        fields.insert("customType".to_owned(), draft.custom_type.into());
        fields.insert("content".to_owned(), json!(draft.content));
        fields.insert("display".to_owned(), draft.display.into());
        if let Some(details) = draft.details {
            fields.insert("details".to_owned(), details);
        }
        fields.insert("timestamp".to_owned(), self.inner.agent.client().clock().now_ms().into());
        CustomMessage { role: "custom".to_owned(), fields }.into()
    }
}
