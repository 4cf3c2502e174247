//! Why an input did not reach the agent.

use std::path::PathBuf;

use pith_agent::ToolError;

/// Where an input's way ended.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// An extension dealt with it.
    #[error("handled by an extension")]
    Handled,
    /// An extension does not let it through.
    #[error("blocked: {reason}")]
    Blocked {
        /// In the extension's words.
        reason: String,
    },
    /// It cannot be used.
    #[error(transparent)]
    Refused(#[from] InputError),
}

/// Why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A file that was named cannot be attached.
    #[error(transparent)]
    File(#[from] ToolError),
    /// A skill was called that is there and cannot be used.
    #[error("skill `{name}` is there but cannot be used: `{}`{}: {reason}", path.display(), line_text(*.line))]
    Skill {
        /// As called.
        name: String,
        /// Its file.
        path: PathBuf,
        /// Line of the fault, from 1, if it has one.
        line: Option<usize>,
        /// What is wrong.
        reason: String,
    },
    /// A command cannot wait in a queue.
    #[error("the command `/{command}` cannot be queued; run it as a prompt")]
    CommandQueued {
        /// Without the slash.
        command: String,
    },
    /// The conversation is being changed as a whole.
    #[error("{0}; send the message when that is done, or end it first")]
    Changing(Busy),
    /// A run is active.
    #[error("a run is active; send the message as steering or as a follow-up")]
    Busy,
    /// The model cannot be asked.
    #[error("model `{provider}/{model}` cannot be asked")]
    NotReady {
        /// Its provider.
        provider: String,
        /// Its id.
        model: String,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Something that changes the conversation as a whole, so that no input may come in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Busy {
    /// A person had it compacted.
    #[error("the conversation is being compacted")]
    Compacting,
    /// A branch that is left is being summarized.
    #[error("a branch is being summarized")]
    Summarizing,
}

fn line_text(line: Option<usize>) -> String {
    line.map(|line| format!(" line {line}")).unwrap_or_default()
}
