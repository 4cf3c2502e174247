//! What a person and a project give the model to read: context files and prompt files, and whether a project's may be read.
//!
//! In come places and flags, out come texts with their paths. Nothing here knows how a prompt is put together from them,
//! or which model gets it. Whatever is skipped or doubtful is told in a list of [`pith_config::Diagnostic`]s.

pub mod context_files;
pub mod prompt_files;
mod text;
pub mod trust;

pub use context_files::{ContextFile, context_files};
pub use prompt_files::{append_prompts, system_prompt};
pub use trust::{ProjectTrust, project_trust};
