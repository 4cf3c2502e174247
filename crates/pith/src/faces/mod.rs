//! The faces of the program: each shows the same events in its own way.

mod json;
mod output;
mod print;
mod stream;

use pith_app::event::AppEvent;
use pith_app::input::Draft;
use pith_app::{App, Command, CommandError, Face, Reply};
use pith_types::StopReason;

use crate::problem::Problem;
use crate::report::Report;

pub(crate) use json::JsonFace;
pub(crate) use output::Output;
pub(crate) use print::print_answer;
pub(crate) use stream::StreamFace;

/// Sends the prompts one after another, each when the one before is done.
///
/// # Errors
/// When a prompt did not reach the agent.
pub(crate) async fn run(app: &App, prompts: Vec<Draft>, stopped: impl Fn() -> bool) -> anyhow::Result<()> {
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
pub(crate) fn diagnostics(report: Report) -> impl Face {
    move |event: &AppEvent| {
        if let Some(diagnostic) = event.diagnostic() {
            report.diagnostic(&diagnostic);
        }
    }
}

/// The exit code that the last answer asks for, with a report where it failed (spec/coding-agent.md 5.2.3).
pub(crate) fn verdict(app: &App, report: Report) -> u8 {
    let Some(answer) = app.last_answer() else { return 0 };
    match answer.stop_reason {
        StopReason::Error => {
            report.failure(answer.error_message.as_deref().unwrap_or("the model gave no answer"));
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
