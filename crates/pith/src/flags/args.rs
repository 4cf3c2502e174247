//! What the command line asked for, before anything of it is looked up.

use pith_types::{Secret, ThinkingLevel};

/// How the answer is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As text.
    Text,
    /// As one JSON object a line.
    Json,
    /// For a program that sends commands as lines.
    Rpc,
}

/// A flag with two dashes that the table does not have: an extension's, or a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Other {
    /// As typed, with its dashes.
    pub flag: String,
    /// What followed it after `=`.
    pub inline: Option<String>,
    /// The argument after it, if it can be its value; a message for flags that take none.
    pub next: Option<String>,
    /// How many messages came before it.
    pub place: usize,
}

/// What to do when another process writes to the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfLocked {
    /// Wait for it, for a while.
    Wait,
    /// Go on in a copy.
    Fork,
    /// End at once.
    Fail,
}

/// The parsed command line. Defaults ask for nothing.
#[derive(Debug, Default)]
pub(crate) struct Args {
    pub help: bool,
    pub version: bool,
    pub verbose: bool,
    pub offline: bool,

    pub mode: Option<Mode>,
    pub print: bool,
    /// `--export`: the session to write as a page; the first message, if any, is where to.
    pub export: Option<String>,
    /// `--plain`: nothing is drawn, lines go by.
    pub plain: bool,

    pub continue_session: bool,
    pub resume: bool,
    pub fork: Option<String>,
    pub session: Option<String>,
    pub session_id: Option<String>,
    pub session_dir: Option<String>,
    pub no_session: bool,
    pub if_locked: Option<IfLocked>,
    pub name: Option<String>,

    pub provider: Option<String>,
    pub model: Option<String>,
    pub api_key: Option<Secret>,
    pub thinking: Option<ThinkingLevel>,
    /// `--models`: patterns.
    pub models: Option<Vec<String>>,
    /// `--list-models`, and what to search for.
    pub list_models: Option<Option<String>>,

    pub system_prompt: Option<String>,
    pub append_system_prompt: Vec<String>,
    pub no_context_files: bool,

    pub tools: Option<String>,
    pub exclude_tools: Option<String>,
    pub no_tools: bool,
    pub no_builtin_tools: bool,

    /// `--extension`: files and folders.
    pub extensions: Vec<String>,
    pub no_extensions: bool,
    /// `--skill`: files and folders.
    pub skills: Vec<String>,
    pub no_skills: bool,
    /// `--prompt-template`: files and folders.
    pub prompt_templates: Vec<String>,
    pub no_prompt_templates: bool,

    /// `--approve` or `--no-approve`.
    pub trust: Option<bool>,

    /// `@file` arguments, without the `@`.
    pub files: Vec<String>,
    /// Everything else: each is a prompt of its own.
    pub messages: Vec<String>,
    /// Flags that nobody here knows.
    pub others: Vec<Other>,
    /// What was odd but did not stop the parser.
    pub warnings: Vec<String>,
}
