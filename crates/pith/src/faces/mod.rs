//! The faces of the program: each shows the same events in its own way.

mod json;
pub(crate) mod line;
pub(crate) mod once;
mod output;
mod print;
pub(crate) mod rpc;
mod stream;

use pith_app::event::AppEvent;
use pith_app::input::Draft;
use pith_app::{App, Command, CommandError, Reply};
use pith_types::StopReason;

use crate::problem::Problem;
use crate::report::Report;

use crate::flags::{Args, Mode};
use crate::terminal::Terminal;

use json::JsonFace;
pub(crate) use output::Output;
use print::print_answer;
use stream::StreamFace;

/// Lets go of the session, after it is written to its end. Where that fails the person is told where the conversation is
/// instead; gives the exit code that says so.
fn close(app: &App, report: Report) -> u8 {
    let closed = app.close(&std::env::temp_dir()).map_err(anyhow::Error::from);
    closed.as_ref().err().map_or(0, |error| {
        report.error(error);
        1
    })
}

/// Which of them it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    /// Serves a program.
    Rpc,
    /// Holds a conversation in a terminal.
    Line,
    /// Answers and leaves, as text or as JSON.
    Once,
}

impl Face {
    /// By what was asked for, and by who sits there (spec/coding-agent.md 5.2.1).
    pub(crate) fn of(args: &Args, terminal: Terminal) -> Self {
        match args.mode {
            Some(Mode::Rpc) => Self::Rpc,
            Some(Mode::Json) => Self::Once,
            Some(Mode::Text) | None if args.print || !terminal.is_interactive() => Self::Once,
            Some(Mode::Text) | None => Self::Line,
        }
    }
}

/// Sends the prompts one after another, each when the one before is done.
///
/// # Errors
/// When a prompt did not reach the agent.
async fn ask_all(app: &App, prompts: Vec<Draft>, stopped: impl Fn() -> bool) -> anyhow::Result<()> {
    for draft in prompts {
        if stopped() {
            break;
        }
        match app.send(Command::Submit(draft)).await {
            Ok(Reply::Handled) => {}
            Ok(_) => app.settled().await,
            Err(CommandError::Blocked { reason }) => return Err(Problem::Blocked { reason }.into()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// A face that shows nothing but what is worth telling beside the answer.
fn diagnostics(report: Report) -> impl pith_app::Face {
    move |event: &AppEvent| {
        told_beside(event, report);
    }
}

/// Tells what does not belong to the output of a face without a place for it; says whether the event was that.
fn told_beside(event: &AppEvent, report: Report) -> bool {
    if let Some(diagnostic) = event.diagnostic() {
        report.diagnostic(diagnostic);
        return true;
    }
    let failure = event.extension_failure();
    failure.iter().for_each(|failure| report.note(failure));
    failure.is_some()
}

/// The exit code that the last answer asks for, with a report where it failed (spec/coding-agent.md 5.2.3).
fn verdict(app: &App, report: Report) -> u8 {
    let Some(answer) = app.last_answer() else { return 0 };
    match answer.stop_reason {
        StopReason::Error => {
            let error = answer.error_message.as_deref().unwrap_or("the model gave no answer");
            let tries = app.gave_up_after().map(|tries| format!(" (tried {tries} times)")).unwrap_or_default();
            report.failure(&format!("{error}{tries}"));
            1
        }
        StopReason::Aborted => {
            report.failure(answer.error_message.as_deref().unwrap_or("the answer was aborted"));
            1
        }
        StopReason::Length => {
            report.warning("the answer is incomplete: the model reached its output limit");
            1
        }
        StopReason::Pending | StopReason::Stop | StopReason::ToolUse | StopReason::Deferred => 0,
    }
}
