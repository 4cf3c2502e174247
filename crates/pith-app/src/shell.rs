//! Commands that a person types, `!cmd` and `!!cmd` (spec/coding-agent.md 3.9): run at once, shown, kept, and told to the
//! model with the next request unless the person wants otherwise.

use std::sync::{Arc, Mutex, PoisonError};

use pith_tools::{CommandRun, run_command};
use pith_types::{AgentMessage, CustomMessage};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::app::Inner;
use crate::command::CommandError;
use crate::event::AppEvent;
use crate::input::InputError;

/// A command that a person typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShellCommand {
    /// For the shell.
    pub command: String,
    /// Whether the model is not told of it.
    pub exclude_from_context: bool,
    /// Names the command in the events about its output.
    pub id: Option<String>,
}

impl ShellCommand {
    /// What a typed line means: `!cmd`, or `!!cmd` for what the model is not told. Nothing when it is no command; faces of
    /// text ask this of what a person types, never of what a script passes on.
    pub fn typed(line: &str) -> Option<Self> {
        let rest = line.strip_prefix('!')?;
        let (command, exclude_from_context) = match rest.strip_prefix('!') {
            Some(command) => (command.trim(), true),
            None => (rest.trim(), false),
        };
        (!command.is_empty()).then(|| Self { command: command.to_owned(), exclude_from_context, id: None })
    }
}

/// The commands under way, and what of them waits for the run's end.
#[derive(Default)]
pub(crate) struct Shell {
    cancel: Mutex<CancellationToken>,
    waiting: Mutex<Vec<AgentMessage>>,
}

impl Shell {
    fn token(&self) -> CancellationToken {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner).child_token()
    }

    /// Ends every command under way.
    pub(crate) fn abort(&self) {
        std::mem::take(&mut *self.cancel.lock().unwrap_or_else(PoisonError::into_inner)).cancel();
    }

    /// Keeps a message for the time after the run.
    pub(crate) fn wait(&self, message: AgentMessage) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Forgets what waits.
    pub(crate) fn forget(&self) {
        drop(self.take());
    }

    fn take(&self) -> Vec<AgentMessage> {
        std::mem::take(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Inner {
    /// Runs a command to its end. An extension may run it in the shell's place.
    pub(crate) async fn run_shell(&self, shell: ShellCommand) -> Result<CommandRun, CommandError> {
        let run = match self.run_by_extension(&shell).await? {
            Some(run) => run,
            None => self.run_by_shell(&shell).await?,
        };
        self.shell.wait(message(&shell, &run, self.agent.client().clock().now_ms()));
        if !self.agent.is_streaming() {
            self.keep_shell_messages().await;
        }
        Ok(run)
    }

    /// The first extension that brings a result counts; where one fails, the command fails.
    async fn run_by_extension(&self, shell: &ShellCommand) -> Result<Option<CommandRun>, CommandError> {
        for extension in self.fanout.extensions().iter() {
            match extension.user_bash(shell).await {
                Ok(Some(run)) => return Ok(Some(run)),
                Ok(None) => {}
                Err(error) => {
                    self.fanout.failed_anew(&**extension, "user_bash", &error).await;
                    return Err(CommandError::Blocked { reason: error.to_string() });
                }
            }
        }
        Ok(None)
    }

    async fn run_by_shell(&self, shell: &ShellCommand) -> Result<CommandRun, InputError> {
        let (tell, mut told) = mpsc::unbounded_channel::<String>();
        let cancel = self.shell.token();
        // Nobody listens any more only when this call was given up; the command then ends with it.
        let run = run_command(&shell.command, &self.files, &cancel, move |text| drop(tell.send(text.to_owned())));
        let telling = async {
            while let Some(delta) = told.recv().await {
                self.fanout.tell(AppEvent::ShellOutput { id: shell.id.clone(), delta }).await;
            }
        };
        let (run, ()) = tokio::join!(run, telling);
        Ok(run?)
    }

    /// Puts what waited behind the conversation. Called when no run is active.
    pub(crate) async fn keep_shell_messages(&self) {
        let waiting = self.shell.take();
        if waiting.is_empty() {
            return;
        }
        let mut messages = self.agent.messages();
        for message in waiting {
            if let Some(trouble) = self.record.keep(&message) {
                self.fanout.tell(AppEvent::Diagnostic(trouble)).await;
            }
            messages.push(message);
        }
        self.agent.set_messages(messages);
    }
}

/// The command as a conversation holds it.
fn message(shell: &ShellCommand, run: &CommandRun, timestamp: i64) -> AgentMessage {
    let mut fields = Map::new();
    fields.insert("command".to_owned(), shell.command.clone().into());
    fields.insert("output".to_owned(), run.output.clone().into());
    if let Some(code) = run.exit_code {
        fields.insert("exitCode".to_owned(), code.into());
    }
    fields.insert("cancelled".to_owned(), run.cancelled.into());
    fields.insert("truncated".to_owned(), run.truncated.into());
    if let Some(path) = &run.full_output_path {
        fields.insert("fullOutputPath".to_owned(), path.clone().into());
    }
    fields.insert("timestamp".to_owned(), timestamp.into());
    if shell.exclude_from_context {
        fields.insert("excludeFromContext".to_owned(), Value::Bool(true));
    }
    AgentMessage::Custom(Arc::new(CustomMessage { role: "bashExecution".to_owned(), fields }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_tells_the_model_and_two_do_not() {
        let typed = |line| ShellCommand::typed(line).map(|shell| (shell.command, shell.exclude_from_context));
        assert_eq!(typed("!ls -l"), Some(("ls -l".to_owned(), false)));
        assert_eq!(typed("!! git status "), Some(("git status".to_owned(), true)));
        assert_eq!((typed("!"), typed("!! "), typed(" !ls"), typed("ls")), (None, None, None, None));
    }
}
