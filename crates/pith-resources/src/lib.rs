//! What a person and a project give the model to read: context files, prompt files, skills and prompt templates, and
//! whether a project's may be read.
//!
//! In come places and flags, out come texts with their paths. Nothing here knows how a prompt is put together from them,
//! or which model gets it. Whatever is skipped or doubtful is told in a list of [`pith_config::Diagnostic`]s.

pub mod context_files;
mod findings;
mod front_matter;
mod ignored;
pub mod prompt_files;
mod scope;
pub mod skills;
pub mod templates;
mod text;
pub mod trust;

pub use context_files::{ContextFile, context_files};
pub use findings::{Finding, Findings, Outcome};
pub use prompt_files::{append_prompts, system_prompt};
pub use scope::Scope;
pub use skills::{Skill, SkillOptions, Skills, UnusableSkill, skills};
pub use templates::{Template, TemplateOptions, templates};
pub use trust::{ProjectTrust, TrustAnswer, TrustQuestion, project_trust};
