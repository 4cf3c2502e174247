//! The print face into a pipe: nothing but the last message's text, at the end (spec/coding-agent.md 5.2.3).

use pith_app::App;
use pith_types::{Content, StopReason};

use super::Output;

/// Writes each text block of the last answer with a newline, unless the answer failed.
pub(crate) fn print_answer(app: &App, output: &Output) {
    let Some(answer) = app.last_answer() else { return };
    if matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted) {
        return;
    }
    for text in answer.content.iter().filter_map(Content::as_text) {
        output.write(format!("{text}\n").as_bytes());
    }
}
