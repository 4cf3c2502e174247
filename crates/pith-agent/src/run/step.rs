//! What a run asks of its driver, one thing at a time.

use std::{sync::Arc, time::Duration};

use pith_types::{AgentMessage, AssistantMessage, ToolCall};

use crate::{AgentEvent, RunOutcome, ToolOutput};

/// The next thing to do. Each is answered by the method named at it, before the next step is asked for.
#[derive(Debug)]
pub(crate) enum Step {
    /// Tell the listeners. Needs no answer.
    Tell(Box<AgentEvent>),
    /// A message is complete: offer it to the hook, tell that it ended, and answer with
    /// [`Run::committed`](super::Run::committed).
    Commit(AgentMessage),
    /// Ask the hook what changes; answer with [`Run::prepared_next_turn`](super::Run::prepared_next_turn).
    PrepareNextTurn,
    /// Ask the hook what changes; answer with [`Run::prepared_request`](super::Run::prepared_request).
    PrepareRequest,
    /// Ask the model; answer with [`Run::heard`](super::Run::heard) or [`Run::cut_off`](super::Run::cut_off).
    AskModel,
    /// Run these calls, beside each other; answer with [`Run::learned`](super::Run::learned).
    RunTools(Batch),
    /// Ask the hook how to go on; answer with [`Run::finished_turn`](super::Run::finished_turn).
    FinishTurn,
    /// Nothing is left to do.
    Finish(RunOutcome),
}

/// Calls of one answer that may run beside each other.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The answer.
    pub(crate) message: Arc<AssistantMessage>,
    /// Its calls, or one of them when they must run one after another.
    pub(crate) calls: Vec<ToolCall>,
    /// The run's context; its tail is the answer.
    pub(crate) context: Arc<[AgentMessage]>,
}

/// What became of a call.
#[derive(Debug)]
pub(crate) struct CallResult {
    /// The call.
    pub(crate) call: ToolCall,
    /// Its result; `is_error` says whether it failed.
    pub(crate) output: ToolOutput,
    /// How long it ran; absent when it did not.
    pub(crate) duration: Option<Duration>,
}

impl Step {
    pub(crate) fn tell(event: AgentEvent) -> Self {
        Self::Tell(Box::new(event))
    }
}
