//! Runs turns of an agent: asks the model, runs tools, reports events (spec/core.md §3 and §4).
//!
//! The crate knows no files, terminals, sessions or extensions, and no HTTP: it is what other programs embed.
//!
//! ```
//! use std::sync::Arc;
//! use pith_agent::{Agent, AgentEvent, AgentOptions};
//! use pith_llm::{Client, Offline, StreamEvent, scripted::Scripted};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
//! let model = Scripted::default();
//! model.push("Hello, world.");
//! let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
//! let options = AgentOptions { system_prompt: "Greet.".into(), ..AgentOptions::new(client, model.model()) };
//! let agent = Agent::new(options);
//! agent.subscribe(|event: &AgentEvent, _: &_| {
//!     if let AgentEvent::MessageUpdate(StreamEvent::TextDelta { delta, .. }) = event { print!("{delta}"); }
//! });
//! let outcome = agent.prompt("Hi").await.unwrap();
//! assert_eq!(outcome.text(), "Hello, world.");
//! # });
//! ```
//!
//! An [`Agent`] holds a transcript, settings and queues. A prompt starts a run: a pure machine decides, one step at a time,
//! what is next, and a driver does it, through the doors of [`Hooks`] and past every [`Listener`]. A run always ends in
//! order and with a [`RunOutcome`], whatever the code around it does: messages and turns are closed, calls have results, and
//! what was queued but not delivered is still queued.
//!
//! Tools are [`Tool`]s. Messages of an application's own are [`MessageKind`](pith_types::MessageKind)s, which the model sees
//! as [`convert_messages`] says. [`Pruner`] keeps what is sent within a budget.
#![cfg_attr(feature = "structured", doc = "[`Agent::prompt_for`] gives an answer as a value of a type.")]
//! [`BareRun`] is a run without an agent: with listeners it waits for them as an agent does, as a [`RunStream`] it only lets
//! itself be watched.

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
mod prune;
mod run;
mod settle;
#[cfg(feature = "structured")]
mod structured;
mod tool;
mod transcript;
#[cfg(feature = "validate")]
mod validate;

pub use agent::{Agent, RunHandle, Subscription};
pub use bare::{BareRun, RunStream};
pub use error::{AgentError, Cause, Door, Failure, HookError, ListenerError};
pub use event::AgentEvent;
pub use execute::{ToolCallOptions, run_tool_call};
pub use hooks::{
    Hooks, NextTurn, NoHooks, RequestChange, RequestView, ToolAmendment, ToolCallView, ToolVerdict, TurnDecision,
    TurnView, convert_messages, model_messages,
};
pub use listener::{Listener, waiting};
pub use options::{AgentOptions, Budgets};
pub use outcome::{RunEnd, RunOutcome};
pub use prompt::Prompt;
pub use prune::Pruner;
pub use run::{Mailbox, QueueKind, QueueMode};
#[cfg(feature = "structured")]
pub use structured::{Ask, AskError};
pub use tool::{ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
#[cfg(feature = "validate")]
pub use validate::{ArgumentsError, validate_arguments};
