//! Runs turns of an agent: asks the model, runs tools, reports events (spec/core.md §3 and §4).
//!
//! The crate knows no files, terminals, sessions or extensions, and no HTTP: it is what other programs embed.

pub mod event;
pub mod hooks;
pub mod tool;

pub use event::AgentEvent;
pub use hooks::Hooks;
pub use tool::{ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
