//! The conversation with a client: lines in, commands carried out beside each other, and an end in order
//! (spec/coding-agent.md 5.5.4, 5.5.6).
//!
//! The end comes with the input's end, a signal, or a client that reads no more. What runs is then aborted, and its events
//! and answers are still written.

use std::sync::Arc;
use std::time::Duration;

use pith_app::{App, Command, CommandError};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::answer;
use super::commands::{Answer, RpcCommand};
use super::dialogs::RpcDialogs;
use super::fields::Fields;
use super::id::Id;
use super::request::{self, Request};
use super::response::Response;
use super::stdin;
use crate::faces::Output;
use crate::problem::Problem;

/// How long commands may take to notice that the end has come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until the client goes or `ended` says so.
///
/// # Errors
/// When standard input cannot be read.
pub(crate) async fn serve(
    app: &App,
    output: &Output,
    dialogs: &Arc<RpcDialogs>,
    ended: CancellationToken,
) -> Result<(), Problem> {
    let mut lines = stdin::lines().map_err(|source| Problem::Stdin { source })?;
    let mut running = JoinSet::new();
    let served = listen(app, output, dialogs, &ended, &mut lines, &mut running).await;
    dialogs.close();
    // A command that only now gets its turn may start something again, so that each end is followed by another abort.
    let all = async {
        end_all(app).await;
        while running.join_next().await.is_some() {
            end_all(app).await;
        }
        app.settled().await;
    };
    // What does not notice in time ends with the program.
    let _ = tokio::time::timeout(PATIENCE, all).await;
    served
}

async fn listen(
    app: &App,
    output: &Output,
    dialogs: &RpcDialogs,
    ended: &CancellationToken,
    lines: &mut mpsc::Receiver<std::io::Result<Vec<u8>>>,
    running: &mut JoinSet<()>,
) -> Result<(), Problem> {
    loop {
        let line = tokio::select! {
            () = ended.cancelled() => return Ok(()),
            Some(_) = running.join_next(), if !running.is_empty() => continue,
            line = lines.recv() => line,
        };
        let Some(line) = line.transpose().map_err(|source| Problem::Stdin { source })? else { return Ok(()) };
        match request::read(&line) {
            Ok(Request::Dialog(fields)) => {
                if let Err(refused) = dialogs.answer(&fields) {
                    output.write(&refused.line());
                }
            }
            Ok(Request::Command { command, id, fields }) => match (command.read)(Fields(&fields)) {
                Ok(asked) => {
                    let (app, output) = (app.clone(), output.clone());
                    running.spawn(async move { output.write(&carry_out(&app, command, id, asked).await.line()) });
                }
                Err(error) => output.write(&Response::failed(id, command.name, error.to_string()).line()),
            },
            Err(refused) => output.write(&refused.line()),
        }
    }
}

/// One answer, whatever becomes of it.
async fn carry_out(app: &App, command: &RpcCommand, id: Option<Id>, asked: Command) -> Response {
    let is_input = matches!(asked, Command::Submit(_));
    let data = match app.send(asked).await {
        Ok(_) if command.answer == Answer::Nothing => Ok(None),
        Ok(reply) => answer::data(&reply).map_err(|error| error.to_string()),
        // Like an input that an extension took: nothing was sent, and nothing went wrong.
        Err(CommandError::Blocked { reason }) if is_input => {
            answer::blocked(&reason).map_err(|error| error.to_string())
        }
        Err(error) => Err(with_causes(&error)),
    };
    match data {
        Ok(data) => Response::done(id, command.name, data),
        Err(error) => Response::failed(id, command.name, error),
    }
}

/// Begins to end whatever takes time.
async fn end_all(app: &App) {
    for command in [Command::AbortRetry, Command::AbortCompaction, Command::AbortShell] {
        // Where there is nothing to end, that is as good.
        let _ = app.send(command).await;
    }
    app.abort();
}

/// The error and its causes in one text.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        let words = source.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = source.source();
    }
    text
}
