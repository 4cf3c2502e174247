//! The system prompt, as named sections built from the real state (spec/coding-agent.md §1). Pure.
//!
//! In come the declared tools, the texts and the files; out comes an ordered map of sections, and the patch that leads
//! a transcript from the sections it holds to these. The room knows nothing of where its parts come from.

mod budget;
mod context;
mod escape;
mod patch;
mod rules;
mod sections;
mod skills;

pub(crate) use budget::weighed;
pub use patch::patch;
pub use sections::{ContextText, PromptParts, PromptTool, Sections, sections};
pub use skills::PromptSkill;
