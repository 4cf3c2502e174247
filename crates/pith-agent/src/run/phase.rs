//! Where a run stands.

use std::{collections::VecDeque, sync::Arc};

use pith_types::{AgentMessage, ToolCall};

use crate::RunOutcome;

/// Where a run stands, between two steps (the numbers are those of spec/core.md R4.2).
#[derive(Debug)]
pub(super) enum Phase {
    /// The run's first messages are told; steering is polled once (2).
    Open,
    /// Between turns: the hook is asked (3).
    PrepareNextTurn,
    /// Between turns: steering is polled again, and the turn begins (3).
    OpenTurn,
    /// What waits is committed (4).
    Deliver,
    /// The hook is asked (5).
    PrepareRequest,
    /// The model is asked (6).
    AskModel,
    /// The answer is being committed; what follows depends on it (7).
    Answered,
    /// Calls are run, batch by batch (7).
    Tools {
        batches: VecDeque<Vec<ToolCall>>,
        /// What the hooks see: the transcript up to the answer, also while results of earlier batches join it.
        context: Arc<[AgentMessage]>,
    },
    /// The hook is asked (8).
    FinishTurn,
    /// The queues are polled, and it is decided whether to go on (9, 10).
    Decide,
    /// A failure is being wound down: every call has its result.
    WindDown,
    /// The run is over.
    Over(RunOutcome),
}
