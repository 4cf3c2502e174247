//! What a run is captured from when it begins (spec/core.md R3.11).

use std::sync::Arc;

use pith_llm::{CallOptions, Client};
use pith_types::{Model, ThinkingLevel};

use crate::{AgentOptions, Budgets, ExecutionMode, Hooks, Tool};

/// Everything that can be set on an agent and that a run does not change.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) client: Client,
    pub(crate) model: Arc<Model>,
    pub(crate) thinking_level: ThinkingLevel,
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    pub(crate) hooks: Arc<dyn Hooks>,
    pub(crate) call: CallOptions,
    pub(crate) tool_execution: ExecutionMode,
    pub(crate) budgets: Budgets,
}

impl From<AgentOptions> for Settings {
    fn from(options: AgentOptions) -> Self {
        Self {
            client: options.client,
            model: options.model,
            thinking_level: options.thinking_level,
            tools: options.tools,
            hooks: options.hooks,
            call: options.call,
            tool_execution: options.tool_execution,
            budgets: options.budgets,
        }
    }
}
