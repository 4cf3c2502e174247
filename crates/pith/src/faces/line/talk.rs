//! The conversation: what is entered becomes commands of the app, until the person leaves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Error;
use pith_app::command::{SlashCommand, SlashSource};
use pith_app::input::{Delivery, Draft};
use pith_app::{App, Command, Reply, ShellCommand};
use tokio::task::JoinSet;

use super::commands::{self, Next};
use super::console::{Console, Entries};
use super::reader::Typed;
use crate::report::Report;
use crate::setup::Setup;
use crate::signals::{Ended, Signals};

/// Within this time a second Ctrl-C leaves.
const AGAIN: Duration = Duration::from_secs(2);

/// How long what runs may take to end when the person leaves.
const PATIENCE: Duration = Duration::from_secs(10);

/// The conversation, as its commands see it. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Talk {
    pub(super) app: App,
    pub(super) console: Console,
    pub(super) places: Arc<Places>,
}

/// Where things are that commands read and write.
pub(crate) struct Places {
    pub(crate) setup: Arc<Setup>,
    pub(crate) report: Report,
}

/// What a part of the conversation came to.
type Outcome = Result<Next, Error>;

/// Talks until the person leaves or a signal ends the program; that signal, then.
pub(crate) async fn converse(talk: &Talk, mut entries: Entries, prompts: Vec<Draft>) -> Option<Ended> {
    let mut signals = Signals::new().ok();
    let mut running: JoinSet<Outcome> = JoinSet::new();
    let mut waiting = prompts.into_iter();
    let mut interrupted: Option<Instant> = None;
    talk.refresh_words();
    talk.console.end_command();
    match waiting.next() {
        Some(first) => talk.start(&mut running, first),
        None => talk.console.read(),
    }
    let ended = loop {
        tokio::select! {
            entered = entries.next() => match entered {
                Typed::Line { text, later, .. } => {
                    interrupted = None;
                    talk.enter(&mut running, &text, later);
                }
                Typed::Shortcut(key) => {
                    let talk = talk.clone();
                    tokio::spawn(async move {
                        talk.app.run_shortcut(&key).await;
                        talk.refresh_words();
                    });
                }
                Typed::Complete(line) => talk.complete(line),
                Typed::Escape => talk.stop(),
                Typed::Interrupt => {
                    if talk.interrupt(&mut interrupted) {
                        break None;
                    }
                }
                Typed::End => break None,
            },
            () = talk.asked_to_leave(), if running.is_empty() => break None,
            Some(done) = running.join_next() => match done {
                Ok(Ok(Next::Leave)) => break None,
                Ok(Ok(Next::Read(initial))) => {
                    talk.refresh_words();
                    talk.console.read_from(initial);
                }
                Ok(Ok(Next::Settled)) => {
                    if let Some(next) = waiting.next() {
                        talk.start(&mut running, next);
                    }
                }
                Ok(Err(error)) => {
                    talk.complain(&error);
                    talk.console.read();
                }
                // A task that panicked has said so; the conversation goes on.
                Err(_) => talk.console.read(),
            },
            signal = next(&mut signals) => {
                if !signal.is_interrupt() {
                    break Some(signal);
                }
                if !talk.console.cancel_question() && talk.interrupt(&mut interrupted) {
                    break None;
                }
            }
        }
    };
    talk.leave().await;
    ended
}

/// The next signal; never, where there are no handlers.
async fn next(signals: &mut Option<Signals>) -> Ended {
    match signals {
        Some(signals) => signals.next().await,
        None => std::future::pending().await,
    }
}

impl Talk {
    /// A line: nothing, a command for the shell, a command that begins with a slash, or a message.
    fn enter(&self, running: &mut JoinSet<Outcome>, line: &str, later: bool) {
        if line.trim().is_empty() {
            return self.console.read();
        }
        if let Some(shell) = ShellCommand::typed(line) {
            let talk = self.clone();
            let answer = self.console.begin_answer();
            running.spawn(async move {
                let _answer = answer;
                talk.shell(shell).await
            });
            return self.console.read();
        }
        if let Some((slash, words)) = commands::find(line) {
            let (talk, words) = (self.clone(), words.to_owned());
            self.console.begin_command();
            running.spawn(async move {
                let done = slash.run(talk.clone(), words).await;
                talk.console.end_command();
                done
            });
            return;
        }
        // A command of an extension runs at once, whatever else does.
        let waits = self.console.is_busy() && !self.app.is_extension_command(line);
        let delivery = match (waits, later) {
            (false, _) => Delivery::Prompt,
            (true, false) => Delivery::Steer,
            (true, true) => Delivery::FollowUp,
        };
        self.start(running, Draft { delivery, ..Draft::prompt(line) });
    }

    /// Sends a message. The next line can be typed meanwhile.
    fn start(&self, running: &mut JoinSet<Outcome>, draft: Draft) {
        let talk = self.clone();
        let answer = self.console.begin_answer();
        running.spawn(async move {
            let _answer = answer;
            if talk.app.send(Command::Submit(draft)).await? == Reply::Started {
                talk.app.settled().await;
            }
            Ok(Next::Settled)
        });
        self.console.read();
    }

    async fn shell(&self, shell: ShellCommand) -> Outcome {
        self.console.shell_was_heard();
        if let Reply::Ran(run) = self.app.send(Command::Shell(shell)).await? {
            // What an extension gives as the result has not been seen yet.
            if !self.console.shell_was_heard() && !run.output.trim().is_empty() {
                self.console.say(&run.output);
            }
            let end = match (run.cancelled, run.exit_code) {
                (true, _) => Some("(ended)".to_owned()),
                (false, Some(0)) => None,
                (false, Some(code)) => Some(format!("(exit code {code})")),
                (false, None) => Some("(ended by a signal)".to_owned()),
            };
            end.into_iter().for_each(|end| self.console.screen.say(end));
        }
        Ok(Next::Settled)
    }

    /// Escape: ends what runs, and takes back what waits for its turn.
    fn stop(&self) {
        let (app, console) = (self.app.clone(), self.console.clone());
        tokio::spawn(async move {
            if let Ok(Reply::Cleared { steering, follow_up }) = app.send(Command::ClearQueue).await {
                for text in steering.into_iter().chain(follow_up) {
                    console.say(&format!("(not sent: {text})"));
                }
            }
            for command in [Command::AbortRetry, Command::AbortCompaction, Command::AbortShell] {
                // Where there is nothing to end, that is as good.
                let _ = app.send(command).await;
            }
            app.abort();
        });
    }

    /// Ctrl-C: ends what runs. Whether it was the second within a short time, which leaves.
    fn interrupt(&self, before: &mut Option<Instant>) -> bool {
        if before.replace(Instant::now()).is_some_and(|before| before.elapsed() < AGAIN) {
            return true;
        }
        self.stop();
        self.console.say_beside("(Ctrl-C again leaves)");
        false
    }

    /// Ends everything in order.
    async fn leave(&self) {
        self.stop();
        // What does not end in time ends with the program.
        let _ = tokio::time::timeout(PATIENCE, self.app.settled()).await;
        self.console.leave();
    }

    /// Returns when an extension wants the program to end, and nothing is left to do.
    async fn asked_to_leave(&self) {
        self.app.shutdown_requested().await;
        self.app.settled().await;
    }

    /// What went wrong, with what to do about it.
    fn complain(&self, error: &Error) {
        self.console.say_beside(&self.places.report.told(error));
    }

    /// Finds the arguments of a command of an extension.
    fn complete(&self, line: String) {
        let talk = self.clone();
        tokio::spawn(async move {
            let found = talk.app.complete_command(&line).await;
            let name = line.split(' ').next().unwrap_or_default();
            let whole = found.into_iter().map(|found| format!("{name} {}", found.value)).collect();
            #[cfg(unix)]
            talk.console.completed(line, whole);
            #[cfg(not(unix))]
            drop::<Vec<String>>(whole);
        });
    }

    /// What a leading slash can be completed to, and which keys extensions have.
    fn refresh_words(&self) {
        self.console.set_shortcuts(self.app.shortcuts().into_iter().map(|shortcut| shortcut.key));
        let talk = self.clone();
        tokio::spawn(async move { talk.console.complete(words(talk.more_commands().await)) });
    }

    /// Commands that are none of the face's own: of extensions, templates, and skills where the person wants them there.
    pub(super) async fn more_commands(&self) -> Vec<SlashCommand> {
        let mut more = match self.app.send(Command::SlashCommands).await {
            Ok(Reply::Commands(more)) => more,
            _ => Vec::new(),
        };
        if !self.places.setup.trust.settings().enable_skill_commands.unwrap_or(true) {
            more.retain(|command| command.source != SlashSource::Skill);
        }
        more
    }
}

/// What Tab completes a slash to: the face's own commands, then the app's.
fn words(more: Vec<SlashCommand>) -> Vec<String> {
    let own = commands::all().map(|slash| slash.name.to_owned());
    own.chain(more.into_iter().map(|command| command.name)).map(|name| format!("/{name}")).collect()
}
