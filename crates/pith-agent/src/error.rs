//! What can go wrong around a run: refusals before it starts, and failures of the caller's own code during it.
//!
//! A model that cannot answer is no error here: its failure is an event and a message (spec/core.md R4.13).

use std::{fmt, time::Duration};

/// Why an agent did not start what it was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// One run at a time (R3.6).
    #[error("the agent is running; wait for it, or queue the message with `steer` or `follow_up`")]
    Busy,
    /// The transcript holds nothing to answer (R3.7).
    #[error("there is nothing to continue: the transcript holds no message besides the prompt")]
    NothingToContinue,
    /// The last message is an answer and nothing is queued (R3.7).
    #[error("there is nothing to continue: the last message is an answer and nothing is queued")]
    AlreadyAnswered,
    /// Runs live in a tokio runtime, with its timers.
    #[error("agents run inside a tokio runtime; call this from one")]
    NoRuntime,
    /// The last message is no failed answer.
    #[error("there is nothing to retry: the last message is not a failed answer")]
    NothingToRetry,
}

/// Why a hook gave no answer, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HookError(String);

impl HookError {
    /// A failure with its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Why a listener could not take an event in, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ListenerError(String);

impl ListenerError {
    /// A failure with its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A failure of the code around a run: where it happened, and what.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{door} {cause}")]
pub struct Failure {
    /// Whose code it was.
    pub door: Door,
    /// What it did.
    pub cause: Cause,
}

/// A place where a run calls code that is not its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Door {
    /// [`Hooks::prepare_request`](crate::Hooks::prepare_request).
    PrepareRequest,
    /// [`Hooks::transform_context`](crate::Hooks::transform_context).
    TransformContext,
    /// [`Hooks::convert_to_llm`](crate::Hooks::convert_to_llm).
    ConvertToLlm,
    /// [`Hooks::authorize`](crate::Hooks::authorize).
    Authorize,
    /// [`Hooks::before_send`](crate::Hooks::before_send).
    BeforeSend,
    /// The model's wire.
    Stream,
    /// [`Hooks::amend_message`](crate::Hooks::amend_message).
    AmendMessage,
    /// [`Hooks::before_tool_call`](crate::Hooks::before_tool_call).
    BeforeToolCall,
    /// A tool.
    Tool,
    /// [`Hooks::after_tool_call`](crate::Hooks::after_tool_call).
    AfterToolCall,
    /// [`Hooks::finish_turn`](crate::Hooks::finish_turn).
    FinishTurn,
    /// [`Hooks::prepare_next_turn`](crate::Hooks::prepare_next_turn).
    PrepareNextTurn,
    /// [`Listener::hear`](crate::Listener::hear).
    Listener,
    /// The task that the run lives in: the runtime was shut down under it.
    Task,
}

/// What the code behind a door did.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// It said that it failed.
    #[error("failed: {0}")]
    Failed(String),
    /// It panicked.
    #[error("panicked: {0}")]
    Panicked(String),
    /// It did not end within its budget.
    #[error("did not end within {0:?}")]
    TimedOut(Duration),
    /// It did not end soon enough after the run was aborted.
    #[error("did not end within {0:?} of the abort")]
    Abandoned(Duration),
    /// It ended without the event that has to come last.
    #[error("ended before the answer was complete")]
    CutOff,
}

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PrepareRequest => "hook `prepare_request`",
            Self::TransformContext => "hook `transform_context`",
            Self::ConvertToLlm => "hook `convert_to_llm`",
            Self::Authorize => "getting the key for the request",
            Self::BeforeSend => "hook `before_send`",
            Self::Stream => "the model's stream",
            Self::AmendMessage => "hook `amend_message`",
            Self::BeforeToolCall => "hook `before_tool_call`",
            Self::Tool => "the tool",
            Self::AfterToolCall => "hook `after_tool_call`",
            Self::FinishTurn => "hook `finish_turn`",
            Self::PrepareNextTurn => "hook `prepare_next_turn`",
            Self::Listener => "a listener",
            Self::Task => "the run's task",
        })
    }
}
