//! What can be asked of the app, by faces and by programs. Every face uses the same commands (house rule: none exists in
//! one face only).
//!
//! A [`Command`] and its [`Reply`] are plain data, so that they can come over a pipe. What each does stands in
//! `commands/`, one file for a thing; programs in this process call those methods of [`App`](crate::App) directly.

mod dispatch;
mod error;
mod reply;
mod slash;
mod state;

use std::path::PathBuf;

use pith_agent::QueueMode;
use pith_session::ForkPosition;
use pith_types::ThinkingLevel;

use crate::branch::Navigation;
use crate::input::Draft;
use crate::shell::ShellCommand;

pub use error::CommandError;
pub use reply::{Cycled, ForkPoint, Replaced, Reply};
pub(crate) use slash::source_info;
pub use slash::{SlashCommand, SlashSource};
pub use state::{AppState, ContextUsage, SessionTokens, Stats};

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes an input through the pipeline, and delivers it as it asks: as a prompt, as steering, as a follow-up.
    Submit(Draft),
    /// Ends what is active, and answers when nothing is.
    Abort,
    /// Takes back what waits for its turn.
    ClearQueue,
    /// Sets how many steering messages one turn takes.
    SetSteeringMode(QueueMode),
    /// Sets how many follow-up messages one turn takes.
    SetFollowUpMode(QueueMode),

    /// How things stand.
    State,
    /// The conversation as the model is given it.
    Messages,
    /// The text of the last answer that has one.
    LastText,
    /// What a leading slash may stand for.
    SlashCommands,
    /// Counts and sums over the whole session.
    Stats,

    /// The models that could be asked now.
    Models,
    /// Asks this model from the next run on.
    SetModel {
        /// Its provider.
        provider: String,
        /// The provider's id of it.
        id: String,
    },
    /// Asks the next model of those to choose from.
    CycleModel {
        /// Whether the one before it instead.
        backwards: bool,
    },
    /// The thinking levels of the model.
    ThinkingLevels,
    /// Asks for this much thinking, or the nearest that the model has.
    SetThinkingLevel(ThinkingLevel),
    /// Asks for the next level of thinking.
    CycleThinkingLevel,

    /// Summarizes what is old.
    Compact {
        /// What the person wants looked at.
        instructions: Option<String>,
    },
    /// Ends a summary that is being made; everything else goes on.
    AbortCompaction,
    /// Whether long conversations are summarized by themselves, for the life of the app.
    SetAutoCompaction(bool),
    /// Whether failed answers are asked for again, for the life of the app.
    SetAutoRetry(bool),
    /// Ends the wait before a failed answer is asked for again, and does not ask.
    AbortRetry,

    /// Runs a command in the person's shell, beside a run if one is active.
    Shell(ShellCommand),
    /// Ends the commands in the shell.
    AbortShell,

    /// Begins a new session.
    NewSession {
        /// The file of the session that it came from.
        parent: Option<PathBuf>,
    },
    /// Goes on with the session of a file.
    SwitchSession {
        /// The file.
        path: PathBuf,
    },
    /// Goes on with a copy of a session file from elsewhere.
    Import {
        /// The file.
        path: PathBuf,
    },
    /// Goes on in a new session that holds what led to an entry.
    Fork {
        /// The entry.
        entry: String,
        /// Whether up to it, or with it.
        position: ForkPosition,
    },
    /// Goes on in a copy of the active branch.
    CloneSession,
    /// The session as a tree.
    Tree,
    /// Goes on from another place of the tree.
    Navigate(Navigation),
    /// Writes the session as a page, or as a session file where the name ends in `.jsonl`.
    Export {
        /// The file to write; one in the working directory where none is named.
        to: Option<PathBuf>,
    },
    /// The person's messages on the active branch, from which the session can be forked.
    ForkPoints,
    /// The entries of the session in the order of the file.
    Entries {
        /// Only those after this one.
        since: Option<String>,
    },
    /// Names the session.
    SetName(String),
    /// Names an entry, or takes its name away.
    SetLabel {
        /// The entry.
        entry: String,
        /// Its name.
        label: Option<String>,
    },
    /// Reads context files, prompt files, skills, templates and settings anew. What changed reaches the model with the next
    /// prompt.
    Reload,
}
