//! What a face can ask of the app. Every face uses the same commands.

use crate::input::Draft;

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes an input through the pipeline, and delivers it as it asks: as a prompt, as steering, as a follow-up.
    Submit(Draft),
    /// Ends the active run, if there is one.
    Abort,
}

/// What became of a command. A prompt's answer comes as events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A run began.
    Started,
    /// The input waits for its turn.
    Queued,
    /// An extension dealt with it.
    Handled,
    /// Nothing is running any more.
    Idle,
}
