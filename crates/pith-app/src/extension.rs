//! The doors of the app at which an extension may stand. Each has a default that changes nothing.
//!
//! Implemented by the extension host and by embedding programs. An extension is given plain data and gives plain data
//! back; its failure is reported and the path goes on without it.

use async_trait::async_trait;
use pith_tools::CommandRun;
use pith_types::{AgentMessage, Content};

use crate::event::AppEvent;
use crate::input::{Delivery, Source};
use crate::shell::ShellCommand;

/// Something that takes part in the coding agent. Called one after another, in the order they were given to the app.
#[async_trait]
pub trait Extension: Send + Sync {
    /// For people, in reports of failures.
    fn name(&self) -> &str;

    /// Whether this extension has the slash command, named without the slash.
    fn has_command(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Runs a slash command that [`has_command`](Self::has_command) claimed.
    ///
    /// # Errors
    /// When the command failed; it counts as handled all the same.
    async fn run_command(&self, name: &str, arguments: &str) -> Result<(), ExtensionError> {
        let _ = (name, arguments);
        Ok(())
    }

    /// Sees what was put in, before anything of it is expanded.
    ///
    /// # Errors
    /// The error is reported, and the next extension sees the input.
    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        let _ = input;
        Ok(InputVerdict::Continue)
    }

    /// Once per run, before it starts: messages to send along, after the person's.
    ///
    /// # Errors
    /// The error is reported, and the run starts without these messages.
    async fn before_agent_start(&self, prompt: &[Content]) -> Result<Vec<AgentMessage>, ExtensionError> {
        let _ = prompt;
        Ok(Vec::new())
    }

    /// Sees a command that the person typed for the shell, and may bring its result.
    ///
    /// # Errors
    /// The error is reported, and the command runs in the shell.
    async fn user_bash(&self, command: &ShellCommand) -> Result<Option<CommandRun>, ExtensionError> {
        let _ = command;
        Ok(None)
    }

    /// Hears every event, before it is stored or shown. The path waits.
    async fn observe(&self, event: &AppEvent) {
        let _ = event;
    }
}

/// What was put in, as extensions see it.
#[derive(Debug, Clone, Copy)]
pub struct InputView<'a> {
    /// The text, as the extensions before this one left it.
    pub text: &'a str,
    /// The images.
    pub images: &'a [Content],
    /// Where it came from.
    pub source: Source,
    /// How it is to be delivered.
    pub delivery: Delivery,
}

/// What an extension makes of an input.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum InputVerdict {
    /// Nothing.
    #[default]
    Continue,
    /// It goes on in another form.
    Transform {
        /// In place of the text.
        text: String,
        /// In place of the images, if given.
        images: Option<Vec<Content>>,
    },
    /// The extension has dealt with it; nothing is sent.
    Handled,
    /// It may not go on.
    Block {
        /// What the person is told.
        reason: String,
    },
}

/// Why an extension failed, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ExtensionError(String);

impl ExtensionError {
    /// A failure with its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}
