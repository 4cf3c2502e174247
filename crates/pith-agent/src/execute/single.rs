//! One call through the steps of a batch, without a run around it: no events, no messages (spec/core.md R4.19).

use std::{sync::Arc, time::Duration};

use pith_types::{AgentMessage, AssistantMessage, ToolCall};
use tokio_util::sync::CancellationToken;

use super::{Scene, mend, perform, preflight};
use crate::{Budgets, Hooks, NoHooks, Tool, ToolOutput, settle::Patience};

/// What a call is run with. The default knows no tools.
#[derive(Clone)]
pub struct ToolCallOptions {
    /// Among these is the tool that is called.
    pub tools: Vec<Arc<dyn Tool>>,
    /// Asked before and after the tool runs.
    pub hooks: Arc<dyn Hooks>,
    /// The answer that the call is part of, as hooks see it.
    pub message: Arc<AssistantMessage>,
    /// The context, as hooks see it.
    pub messages: Vec<AgentMessage>,
    /// Takes progress.
    pub update: Arc<dyn Fn(ToolOutput) + Send + Sync>,
    /// How long to wait.
    pub budgets: Budgets,
    /// Keeps the call from running, or asks a running tool to end.
    pub cancel: CancellationToken,
}

impl Default for ToolCallOptions {
    fn default() -> Self {
        Self {
            tools: Vec::new(),
            hooks: Arc::new(NoHooks),
            message: Arc::default(),
            messages: Vec::new(),
            update: Arc::new(|_| {}),
            budgets: Budgets::default(),
            cancel: CancellationToken::new(),
        }
    }
}

/// Runs one call: is it aborted, is there such a tool, can its arguments be used, may it run; then the tool, and the hook
/// after it. Whatever goes wrong is the result. The time is the tool's own; it is absent when the tool did not run.
pub async fn run_tool_call(call: ToolCall, options: ToolCallOptions) -> (ToolOutput, Option<Duration>) {
    let patience = |budget| Patience { budget, cancel: options.cancel.clone(), grace: options.budgets.abort_grace };
    let scene = Scene {
        hook: patience(options.budgets.hook),
        tool: patience(options.budgets.tool),
        message: options.message,
        context: options.messages.into(),
        tools: options.tools.into(),
        hooks: options.hooks,
    };
    let mut call = call;
    mend::mend_call(&mut call, &scene.tools);
    match preflight::preflight(Arc::new(call), &scene).await {
        Err(output) => (output, None),
        Ok(ready) => {
            let (output, duration) = perform::run(ready, &scene, options.update, async {}).await;
            (output, Some(duration))
        }
    }
}
