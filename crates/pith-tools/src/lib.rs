//! The built-in tools: read, bash, edit, write, grep, find, ls (spec/coding-agent.md §4).
//!
//! In comes what a model asks for, as validated arguments; out go text and images for the model, and details for screens.
//! [`catalogue`] is the one list of tools, from which prompts, help and tests derive; [`ToolSettings`] is all that a tool
//! knows of its surroundings. The crate reads no environment and no clock of its own, and knows no sessions or screens.

mod arguments;
mod attachment;
mod bash;
pub mod catalogue;
mod command;
mod edit;
mod environment;
#[cfg(all(test, unix))]
mod faults;
mod find;
mod grep;
pub mod images;
mod ls;
mod read;
mod settings;
mod shared;
#[cfg(test)]
mod test_support;
mod write;

pub use attachment::{AttachedContent, Attachment, attachment, piped};
pub use catalogue::BuiltIn;
pub use command::{CommandRun, run_command};
pub use environment::{KEY_VARIABLES, ShellEnvironment, child_environment};
pub use settings::{Situation, SituationSource, ToolLimits, ToolSettings};
pub use shared::queue::MutationQueue;
