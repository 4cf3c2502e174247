//! Runs turns of an agent: asks the model, runs tools, reports events (spec/core.md §3 and §4).
//!
//! The crate knows no files, terminals, sessions or extensions, and no HTTP: it is what other programs embed.

mod agent;
mod bare;
mod driver;
mod error;
mod event;
mod execute;
mod hooks;
mod listener;
mod options;
mod outcome;
mod prompt;
mod run;
mod settle;
mod tool;
mod transcript;
#[cfg(feature = "validate")]
mod validate;

pub use agent::{Agent, RunHandle, Subscription};
pub use bare::{BareRun, RunStream};
pub use error::{AgentError, Cause, Door, Failure, HookError, ListenerError};
pub use event::AgentEvent;
pub use hooks::{
    Hooks, NextTurn, NoHooks, RequestChange, RequestView, ToolAmendment, ToolCallView, ToolVerdict, TurnDecision,
    TurnView, model_messages,
};
pub use listener::{Listener, waiting};
pub use options::{AgentOptions, Budgets};
pub use outcome::{RunEnd, RunOutcome};
pub use prompt::Prompt;
pub use run::{Mailbox, QueueKind, QueueMode};
pub use tool::{ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
#[cfg(feature = "validate")]
pub use validate::{ArgumentsError, validate_arguments};
