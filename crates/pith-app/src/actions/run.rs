//! The run as extensions see it: is there one, what waits, how full the conversation is.

use std::sync::Arc;

use pith_llm::estimate::estimate_context_tokens;
use pith_types::{AgentMessage, Model, ThinkingLevel};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::convert::convert;

/// How full the model's window is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowUse {
    /// Of the next request, by estimate from the last answer on.
    pub tokens: u64,
    /// What the model takes in.
    pub context_window: u64,
    /// Of the window, from 0 to 100 and beyond.
    pub percent: f64,
}

impl App {
    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.inner.life.is_settled()
    }

    /// The messages that wait for their turn, those for the running turn first.
    pub fn queued(&self) -> Vec<AgentMessage> {
        let agent = &self.inner.agent;
        agent.queued_steering().into_iter().chain(agent.queued_follow_ups()).collect()
    }

    /// Returns when nothing is under way, though the end of it may still be told.
    pub async fn idle(&self) {
        self.inner.life.idle().await;
    }

    /// Fires when the person aborts next, whether a run is active or not: whoever waits for code of others gives it up.
    pub fn next_abort(&self) -> CancellationToken {
        self.inner.life.next_abort()
    }

    /// Whether messages wait for their turn.
    pub fn has_pending(&self) -> bool {
        self.inner.fanout.has_queued()
    }

    /// Fires when the active run is aborted; nothing when there is none.
    pub fn run_token(&self) -> Option<CancellationToken> {
        self.inner.agent.cancel_token()
    }

    /// Counts the runs, so that two can be told apart.
    pub fn run_number(&self) -> u64 {
        self.inner.fanout.place().0
    }

    /// The turn of the active run, from 0.
    pub fn turn_index(&self) -> u64 {
        self.inner.fanout.place().1
    }

    /// The answer that is coming in, as far as it is there.
    pub fn streaming_message(&self) -> Option<AgentMessage> {
        self.inner.agent.streaming_message()
    }

    /// Whom the next run asks.
    pub fn current_model(&self) -> Arc<Model> {
        self.inner.agent.model()
    }

    /// How much the next run asks the model to reason.
    pub fn current_thinking_level(&self) -> ThinkingLevel {
        self.inner.agent.thinking_level()
    }

    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.inner.agent.client().clock().now_ms()
    }

    /// How full the model's window is; nothing where it is not known how large it is.
    pub fn window_use(&self) -> Option<WindowUse> {
        let window = self.inner.limiting_model().context_window;
        let tokens = estimate_context_tokens(&convert(self.messages())).tokens;
        (window > 0).then(|| WindowUse {
            tokens,
            context_window: window,
            percent: tokens as f64 / window as f64 * 100.0,
        })
    }

    /// Asks the program to end: when nothing is under way, or at once if nothing is.
    pub fn request_shutdown(&self) {
        self.inner.shutdown.send_replace(true);
    }

    /// Returns when an extension has asked the program to end.
    pub async fn shutdown_requested(&self) {
        let mut shutdown = self.inner.shutdown.subscribe();
        // The sender lives as long as the app does, so this cannot fail.
        let _ = shutdown.wait_for(|wanted| *wanted).await;
    }
}
