//! What the coding agent reports, and its JSON (spec/coding-agent.md 5.4).
//!
//! An [`AppEvent`] is an event of the agent, or of what the app adds to it. [`JsonEvents`] writes each as one line, for
//! the JSON mode and for whoever drives the program.

mod app_event;
mod json;

pub use app_event::{AppEvent, CompactionReason, SessionReason, SummarySource};
pub use json::{JsonEvents, assistant_event};
pub use pith_agent::{AgentEvent, ToolOutput};
pub use pith_llm::StreamEvent;
