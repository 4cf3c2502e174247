//! What the model and programs are told of a command (spec/coding-agent.md 4.2.7, 4.2.8 and 4.2.10).

use std::{process::ExitStatus, time::Duration};

use pith_agent::ToolOutput;
use pith_types::Content;
use serde_json::{Map, Value, json};

use super::{
    collector::{Gathered, WholeOutput},
    kept::Tail,
};
use crate::shared::truncate::{Limit, MAX_BYTES, Truncation, size_text};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ending {
    /// By itself, with this code; 128 and the signal's number if it was killed.
    Exited(i32),
    /// By its time limit, in seconds.
    TimedOut(f64),
    /// With the run.
    Aborted,
}

impl Ending {
    pub(super) fn of(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status).map(|signal| 128 + signal);
        #[cfg(not(unix))]
        let signal = None;
        Self::Exited(status.code().or(signal).unwrap_or(1))
    }

    fn status_line(self) -> Option<String> {
        match self {
            Self::Exited(0) => None,
            Self::Exited(code) => Some(format!("Command exited with code {code}")),
            Self::TimedOut(seconds) => Some(format!("Command timed out after {seconds} seconds")),
            Self::Aborted => Some("Command aborted".to_owned()),
        }
    }
}

/// The output so far.
pub(super) fn progress(tail: Tail) -> ToolOutput {
    let text = Content::text(tail.truncation.content.clone());
    ToolOutput { content: vec![text], details: details(tail.truncation, None), ..ToolOutput::default() }
}

/// The whole result.
pub(super) fn result(gathered: Gathered, ending: Ending, wall_time: Duration) -> ToolOutput {
    let Gathered { tail, excerpt, whole, log } = gathered;
    let mut text = match tail.truncation.content.as_str() {
        nothing if nothing.trim().is_empty() => "(no output)".to_owned(),
        content => content.to_owned(),
    };
    let notices = [whole.as_ref().map(|whole| cut_notice(&tail, whole)), log.map(log_notice), ending.status_line()];
    for notice in notices.into_iter().flatten() {
        text.push_str("\n\n");
        text.push_str(&notice);
    }
    let path = match &whole {
        Some(WholeOutput::File(path) | WholeOutput::Beginning(path)) => Some(path.display().to_string()),
        Some(WholeOutput::Lost(_)) | None => None,
    };
    let structured_content = match ending {
        Ending::Exited(code) => Some(structured(excerpt, path.as_deref(), code, wall_time)),
        Ending::TimedOut(_) | Ending::Aborted => None,
    };
    ToolOutput {
        content: vec![Content::text(text)],
        details: details(tail.truncation, path),
        structured_content,
        is_error: ending != Ending::Exited(0),
        ..ToolOutput::default()
    }
}

fn cut_notice(tail: &Tail, whole: &WholeOutput) -> String {
    let Truncation { total_lines, output_lines, .. } = tail.truncation;
    let limit = size_text(MAX_BYTES as u64);
    let shown = if tail.truncation.last_line_partial {
        format!("Showing last {limit} of line {total_lines} (line is {})", size_text(tail.last_line))
    } else {
        let first = total_lines.saturating_sub(output_lines as u64) + 1;
        let by_size = if tail.truncation.truncated_by == Some(Limit::Bytes) {
            format!(" ({limit} limit)")
        } else {
            String::new()
        };
        format!("Showing lines {first}-{total_lines} of {total_lines}{by_size}")
    };
    match whole {
        WholeOutput::File(path) => format!("[{shown}. Full output: {}]", path.display()),
        WholeOutput::Beginning(path) => {
            format!("[{shown}. The output was too large to keep; its beginning: {}]", path.display())
        }
        WholeOutput::Lost(reason) => format!("[{shown}. The full output could not be kept: {reason}]"),
    }
}

fn log_notice(log: Result<std::path::PathBuf, String>) -> String {
    match log {
        Ok(path) => {
            format!("[Background processes are still running; what they write from now on goes to {}]", path.display())
        }
        Err(reason) => format!("[Background processes are still running; what they write is lost: {reason}]"),
    }
}

fn details(truncation: Truncation, path: Option<String>) -> Option<Value> {
    if !truncation.truncated {
        return None;
    }
    let mut details = Map::new();
    details.insert("truncation".to_owned(), json!(truncation));
    if let Some(path) = path {
        details.insert("fullOutputPath".to_owned(), Value::String(path));
    }
    Some(Value::Object(details))
}

fn structured((output, truncated): (String, bool), path: Option<&str>, code: i32, wall_time: Duration) -> Value {
    let tenths = (wall_time.as_millis() + 50) / 100;
    // A whole number of seconds is written without a point, as JavaScript does.
    let seconds = if tenths.is_multiple_of(10) { json!(tenths / 10) } else { json!(tenths as f64 / 10.0) };
    let mut content = Map::new();
    content.insert("output".to_owned(), Value::String(output));
    content.insert("truncated".to_owned(), Value::Bool(truncated));
    if let Some(path) = path {
        content.insert("full_output_path".to_owned(), Value::String(path.to_owned()));
    }
    content.insert("exit_code".to_owned(), json!(code));
    content.insert("wall_time_seconds".to_owned(), seconds);
    Value::Object(content)
}
