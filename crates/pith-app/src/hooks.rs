//! The app's answers at the agent's doors: its own, and those of the extensions that stand there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use async_trait::async_trait;
use pith_agent::{
    HookError, Hooks, NextTurn, RequestChange, RequestView, ToolAmendment, ToolCallView, ToolOutput, ToolVerdict,
    TurnDecision, TurnView, validate_arguments,
};
use pith_llm::{CallOptions, Tap, WireRequest};
use pith_types::{AgentMessage, Message, Model, ToolCall};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::app::Inner;
use crate::authority::Authority;
use crate::convert::convert;
use crate::extension::{Boundary, BoundaryOutcome, BoundaryPlace};
use crate::fanout::Fanout;
use crate::images;
use crate::prompter::Prompter;
use crate::record::Record;
use crate::tools::Toolset;

/// Stands at the doors for the app.
pub(crate) struct AppHooks {
    /// The app itself, once it is there.
    pub(crate) app: OnceLock<Weak<Inner>>,
    pub(crate) authority: Arc<dyn Authority>,
    pub(crate) prompter: Arc<Prompter>,
    pub(crate) fanout: Arc<Fanout>,
    pub(crate) toolset: Arc<Toolset>,
    pub(crate) record: Arc<Record>,
    /// Which state of the tools the run has.
    pub(crate) declared: AtomicU64,
    /// Whether no picture may be sent (setting `images.blockImages`).
    pub(crate) block_images: bool,
}

#[async_trait]
impl Hooks for AppHooks {
    /// Tools that were added or switched while the run is active are there with its next request.
    async fn prepare_request(&self, _: RequestView<'_>) -> Result<RequestChange, HookError> {
        let version = self.toolset.version();
        if self.declared.swap(version, Ordering::Relaxed) == version {
            return Ok(RequestChange::default());
        }
        Ok(RequestChange { tools: Some(self.toolset.tools()), ..RequestChange::default() })
    }

    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        _: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        let messages = self.fanout.context(messages).await;
        Ok(self.prompter.force(messages))
    }

    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        let messages = convert(messages);
        Ok(if self.block_images { images::without(messages) } else { messages })
    }

    async fn authorize(&self, model: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        self.authority.authorize(model, options).await.map_err(|error| HookError::new(with_causes(&*error)))
    }

    async fn before_send(&self, wire: WireRequest, _: &CancellationToken) -> Result<WireRequest, HookError> {
        self.fanout.request(wire).await
    }

    fn tap(&self) -> Option<Arc<dyn Tap>> {
        let watched = self.fanout.extensions().iter().any(|extension| extension.watches_answers());
        watched.then(|| Arc::clone(&self.fanout) as Arc<dyn Tap>)
    }

    async fn amend_message(&self, message: AgentMessage, _: &CancellationToken) -> Result<AgentMessage, HookError> {
        Ok(self.fanout.offer_message(message).await)
    }

    /// What an extension makes of the arguments is held to the same schema as what the model sent (6.2).
    async fn before_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        let before = arguments.clone();
        let verdict = self.fanout.tool_call(call, arguments).await?;
        if verdict == ToolVerdict::Allow
            && *arguments != before
            && let Some(tool) = self.toolset.offered(&call.call.name)
        {
            let changed = ToolCall { arguments: arguments.clone(), arguments_error: None, ..call.call.clone() };
            *arguments = validate_arguments(tool.tool.declaration(), &changed)
                .map_err(|error| HookError::new(error.to_string()))?;
        }
        Ok(verdict)
    }

    async fn after_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        Ok(self.fanout.tool_result(call, arguments, output).await)
    }

    async fn finish_turn(&self, turn: TurnView<'_>) -> Result<TurnDecision, HookError> {
        let (_, index) = self.fanout.place();
        if !self.fanout.stands_at_boundaries() {
            self.keep_behind_turn();
            return Ok(TurnDecision::Default);
        }
        let outcome = BoundaryOutcome::of(turn.message.stop_reason);
        let (message_entry, result_entries) = self.record.turn_entries();
        let place = BoundaryPlace::Turn {
            index,
            message: Message::Assistant(Arc::clone(turn.message)).into(),
            tool_results: turn
                .tool_results
                .iter()
                .map(|result| Message::ToolResult(Arc::clone(result)).into())
                .collect(),
            message_entry,
            result_entries,
        };
        let boundary = Boundary { place, outcome, messages: turn.messages.to_vec() };
        let proposal = self.fanout.boundary("turn_end", &boundary).await;
        self.fanout.keep_drafts("turn_end", proposal.entries).await;
        self.keep_behind_turn();
        let goes_on = proposal.goes_on && outcome == BoundaryOutcome::Completed;
        Ok(if goes_on { TurnDecision::Continue } else { TurnDecision::Default })
    }

    /// The prompt may have to change between two turns as well (spec/coding-agent.md 1.4.1). What extensions kept at the
    /// turn's end is part of the conversation from here on. A context that is full is made smaller before it is sent again
    /// (spec/extensions-sessions-screen.md 3.8.4).
    async fn prepare_next_turn(&self, turn: TurnView<'_>) -> Result<NextTurn, HookError> {
        let mut messages = self.fanout.drafted().then(|| self.record.context().messages);
        if let Some(inner) = self.app.get().and_then(Weak::upgrade) {
            if let Some(messages) = &messages {
                inner.agent.set_messages(messages.clone());
                inner.life.count_from(messages.len());
            }
            if inner.make_room(turn.cancel).await {
                messages = Some(inner.agent.messages());
            }
        }
        let patch = self.prompter.patch(messages.as_deref().unwrap_or(turn.messages));
        let change = RequestChange { messages, ..RequestChange::default() };
        Ok(NextTurn { append: patch.into_iter().collect(), change })
    }
}

impl AppHooks {
    fn keep_behind_turn(&self) {
        if self.fanout.keep_behind_turn() {
            self.fanout.note_drafts();
        }
    }
}

/// The error and its causes in one text.
pub(crate) fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        text = format!("{text}: {source}");
        cause = source.source();
    }
    text
}
