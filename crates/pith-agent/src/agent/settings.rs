//! What a run is captured from when it begins (spec/core.md R3.11).

use std::sync::Arc;

use pith_llm::{CallOptions, Client};
use pith_types::{Model, ThinkingLevel};

use crate::{Budgets, ExecutionMode, Hooks, Tool};

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
