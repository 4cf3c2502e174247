//! What an agent is made of (spec/core.md R3.1, R3.2).

use std::{sync::Arc, time::Duration};

use pith_llm::{CallOptions, Client};
use pith_types::{AgentMessage, Model, ThinkingLevel};

use crate::{ExecutionMode, Hooks, NoHooks, QueueMode, Tool};

/// What an agent is made of. Start from [`AgentOptions::new`] and set the fields that matter.
#[derive(Clone)]
pub struct AgentOptions {
    /// The way to the models.
    pub client: Client,
    /// Whom to ask.
    pub model: Arc<Model>,
    /// How much to ask it to reason.
    pub thinking_level: ThinkingLevel,
    /// Seeds the transcript, unless `messages` begins with a system message (R2.15).
    pub system_prompt: String,
    /// What the model can have done.
    pub tools: Vec<Arc<dyn Tool>>,
    /// A transcript to go on from.
    pub messages: Vec<AgentMessage>,
    /// The application's doors.
    pub hooks: Arc<dyn Hooks>,
    /// What every request starts from; `thinking` is set from the thinking level.
    pub call: CallOptions,
    /// Whether calls of one answer may run beside each other.
    pub tool_execution: ExecutionMode,
    /// How many steering messages one turn takes.
    pub steering_mode: QueueMode,
    /// How many follow-up messages one turn takes.
    pub follow_up_mode: QueueMode,
    /// How long to wait for code that is not the agent's own.
    pub budgets: Budgets,
}

impl AgentOptions {
    /// An agent without prompt, tools or history.
    pub fn new(client: Client, model: impl Into<Arc<Model>>) -> Self {
        Self {
            client,
            model: model.into(),
            thinking_level: ThinkingLevel::Off,
            system_prompt: String::new(),
            tools: Vec::new(),
            messages: Vec::new(),
            hooks: Arc::new(NoHooks),
            call: CallOptions::default(),
            tool_execution: ExecutionMode::Parallel,
            steering_mode: QueueMode::OneAtATime,
            follow_up_mode: QueueMode::OneAtATime,
            budgets: Budgets::default(),
        }
    }
}

/// How long a run waits for code that is not its own. `None` waits for ever, but never past an abort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// For each call of a hook; ten minutes unless set. An application whose hooks ask a person wants more, or none.
    pub hook: Option<Duration>,
    /// For each event at each listener; ten minutes unless set.
    pub listener: Option<Duration>,
    /// For each execution of a tool; none unless set.
    pub tool: Option<Duration>,
    /// How long after an abort a hook, listener, tool or stream may still take to end by itself before it is given up; five
    /// seconds unless set.
    pub abort_grace: Duration,
}

impl Default for Budgets {
    fn default() -> Self {
        let patient = Some(Duration::from_secs(600));
        Self { hook: patient, listener: patient, tool: None, abort_grace: Duration::from_secs(5) }
    }
}
