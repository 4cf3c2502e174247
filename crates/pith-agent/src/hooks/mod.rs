//! The doors that the driver walks through (spec/core.md R4.9, R4.16, R4.18), in the order in which it reaches them.
//!
//! A hook is given plain data and gives plain data back; it never reaches into the run. Whatever a hook does wrong (an
//! error, a panic, no end within its budget) ends the run with a typed outcome, or, at the tool doors, becomes the call's
//! result.

mod answer;
mod view;

use std::sync::Arc;

use async_trait::async_trait;
use pith_llm::{CallOptions, Tap, WireRequest};
use pith_types::{AgentMessage, CustomMessage, Message, Model};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{HookError, ToolOutput};

pub use answer::{NextTurn, RequestChange, ToolAmendment, ToolVerdict, TurnDecision};
pub use view::{RequestView, ToolCallView, TurnView};

/// What an application may decide during a run. Implemented by applications; every method has a default that changes
/// nothing, so an implementation names only the doors it stands at.
///
/// Per request: [`prepare_request`](Self::prepare_request) → [`transform_context`](Self::transform_context) →
/// [`convert_to_llm`](Self::convert_to_llm) → (normalize) → [`authorize`](Self::authorize) → (prepare) →
/// [`before_send`](Self::before_send) → (send). After the answer, and its tools:
/// [`finish_turn`](Self::finish_turn); between turns [`prepare_next_turn`](Self::prepare_next_turn).
#[async_trait]
pub trait Hooks: Send + Sync {
    /// Before every request, after the pending messages have been committed. Changes persist for later requests; a changed
    /// tool set is declared to the model in this very request (R4.16).
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn prepare_request(&self, request: RequestView<'_>) -> Result<RequestChange, HookError> {
        let _ = request;
        Ok(RequestChange::default())
    }

    /// Rewrites what is sent, never what is stored (R4.18): prunes, injects, reorders.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        cancel: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        let _ = cancel;
        Ok(messages)
    }

    /// Turns the transcript into what models understand. The default keeps the four roles and drops the rest; it copies no
    /// message.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        Ok(model_messages(messages))
    }

    /// Looks up the key, and whatever else the provider wants to see of the caller, just before the request.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn authorize(&self, model: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        let _ = model;
        Ok(options)
    }

    /// Sees the exact payload and may change it before it is sent.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn before_send(&self, wire: WireRequest, cancel: &CancellationToken) -> Result<WireRequest, HookError> {
        let _ = cancel;
        Ok(wire)
    }

    /// Who watches what the provider sends back, before it is decoded; nobody by default.
    fn tap(&self) -> Option<Arc<dyn Tap>> {
        None
    }

    /// A complete message, before it enters the transcript. What comes back is kept in its place; the role must stay, else
    /// the message is kept as it was.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed); the message is kept as it was.
    async fn amend_message(
        &self,
        message: AgentMessage,
        cancel: &CancellationToken,
    ) -> Result<AgentMessage, HookError> {
        let _ = cancel;
        Ok(message)
    }

    /// Before a tool runs. The arguments are validated and coerced; they may be edited in place and are not validated
    /// again (R4.9).
    ///
    /// # Errors
    /// The error's text becomes the call's result; the tool does not run.
    async fn before_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        let _ = (call, arguments);
        Ok(ToolVerdict::Allow)
    }

    /// After a tool has run, also when it failed. Each field that the amendment holds replaces the old one whole (R4.9).
    ///
    /// # Errors
    /// The error's text becomes the call's result.
    async fn after_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        let _ = (call, arguments, output);
        Ok(ToolAmendment::default())
    }

    /// After every answer and its tools, before the turn ends; also after a failed answer, whose turn it cannot change
    /// (R4.16).
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn finish_turn(&self, turn: TurnView<'_>) -> Result<TurnDecision, HookError> {
        let _ = turn;
        Ok(TurnDecision::Default)
    }

    /// Between two turns of a run (R4.16).
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed).
    async fn prepare_next_turn(&self, turn: TurnView<'_>) -> Result<NextTurn, HookError> {
        let _ = turn;
        Ok(NextTurn::default())
    }
}

/// Hooks that change nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {}

/// The messages that a model can be given; an application's own kinds are left out.
pub fn model_messages(messages: Vec<AgentMessage>) -> Vec<Message> {
    convert_messages(messages, |_| None)
}

/// The messages that a model can be given, with `convert` asked what it is given in place of each of an application's own.
pub fn convert_messages(
    messages: Vec<AgentMessage>,
    mut convert: impl FnMut(&CustomMessage) -> Option<Message>,
) -> Vec<Message> {
    messages
        .into_iter()
        .filter_map(|message| match message {
            AgentMessage::Model(message) => Some(message),
            AgentMessage::Custom(message) => convert(&message),
        })
        .collect()
}
