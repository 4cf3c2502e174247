//! What a tool knows of its surroundings: everything that the program around it decides.
//!
//! Fixed parts are plain fields of [`ToolSettings`]; what can change between two calls of the same tool (session, model,
//! thinking level) is asked for at each call through a [`SituationSource`].

use std::{collections::BTreeMap, ffi::OsString, path::PathBuf, sync::Arc};

use pith_types::{InputKind, Model, ThinkingLevel};

use crate::MutationQueue;

/// Asked at the start of each call.
pub type SituationSource = Arc<dyn Fn() -> Situation + Send + Sync>;

/// What can change between two calls.
#[derive(Debug, Clone, Default)]
pub struct Situation {
    /// Given to commands as `PI_SESSION_ID`.
    pub session_id: Option<String>,
    /// Given to commands as `PI_SESSION_FILE`; `None` when the session is not stored.
    pub session_file: Option<PathBuf>,
    /// Given to commands as `PI_PROVIDER` and `PI_MODEL`; says whether images can be shown. `None` counts as able.
    pub model: Option<Model>,
    /// Given to commands as `PI_REASONING_LEVEL`.
    pub thinking_level: ThinkingLevel,
}

/// What the built-in tools are built with.
#[derive(Clone)]
pub struct ToolSettings {
    /// The session's working directory, absolute; relative paths start here and commands run here.
    pub cwd: PathBuf,
    /// What a leading `~` means; without it `~` is an ordinary name.
    pub home: Option<PathBuf>,
    /// Where long outputs are kept in full.
    pub temp_dir: PathBuf,
    /// The shell to run commands with (setting `shellPath`); by default bash, else sh.
    pub shell_path: Option<PathBuf>,
    /// Put on a line before each command (setting `shellCommandPrefix`).
    pub command_prefix: Option<String>,
    /// The agent's own programs, put in front of `PATH` for commands.
    pub bin_dir: Option<PathBuf>,
    /// The whole environment of commands, with `PI_CODING_AGENT` and `AI_AGENT`, but before the variables that describe the
    /// session; see [`child_environment`](crate::child_environment).
    pub environment: BTreeMap<OsString, OsString>,
    /// Whether large images are made smaller (setting `images.autoResize`).
    pub resize_images: bool,
    /// How much is kept of what commands write, and taken of what is attached.
    pub limits: ToolLimits,
    /// Session, model and thinking level of the moment.
    pub situation: SituationSource,
    /// Orders changes of the same file; shared by all tools that change files.
    pub mutations: MutationQueue,
}

/// Limits that a person may set (settings `limits`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolLimits {
    /// Bytes of a command's whole output that are kept in a file.
    pub output_file: u64,
    /// Bytes that are kept of what background processes write after the call.
    pub background_log: u64,
    /// Percent of what a model takes in that one attached text may take.
    pub attachment_percent: u64,
}

impl Default for ToolLimits {
    fn default() -> Self {
        Self { output_file: 256 * 1024 * 1024, background_log: 16 * 1024 * 1024, attachment_percent: 50 }
    }
}

impl ToolSettings {
    /// Settings for a working directory, with everything else at its plainest: no home, no environment, no session.
    pub fn new(cwd: impl Into<PathBuf>, temp_dir: impl Into<PathBuf>) -> Self {
        Self {
            cwd: cwd.into(),
            home: None,
            temp_dir: temp_dir.into(),
            shell_path: None,
            command_prefix: None,
            bin_dir: None,
            environment: BTreeMap::new(),
            resize_images: true,
            limits: ToolLimits::default(),
            situation: Arc::new(Situation::default),
            mutations: MutationQueue::default(),
        }
    }
}

impl Situation {
    /// The id of the model, if it is one that takes no images.
    pub(crate) fn model_without_images(&self) -> Option<&str> {
        let model = self.model.as_ref()?;
        (!model.input.contains(&InputKind::Image)).then_some(model.id.as_str())
    }
}
