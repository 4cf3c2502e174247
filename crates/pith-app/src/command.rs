//! What a face can ask of the app. Every face uses the same commands.

use pith_tools::CommandRun;

use crate::input::Draft;
use crate::shell::ShellCommand;

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes an input through the pipeline, and delivers it as it asks: as a prompt, as steering, as a follow-up.
    Submit(Draft),
    /// Ends the active run, if there is one.
    Abort,
    /// Runs a command in the person's shell, beside a run if one is active.
    Shell(ShellCommand),
    /// Ends the commands in the shell.
    AbortShell,
    /// Reads context files, prompt files, skills and templates anew. What changed reaches the model with the next prompt.
    Reload,
}

/// What became of a command. A prompt's answer comes as events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A run began.
    Started,
    /// The input waits for its turn.
    Queued,
    /// An extension dealt with it.
    Handled,
    /// Nothing is running any more.
    Idle,
    /// The command in the shell has ended.
    Ran(CommandRun),
    /// The resources are those on disk.
    Reloaded,
}
