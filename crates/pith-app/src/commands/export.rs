//! The session as a file for others: a page to read, or a session file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pith_session::{DrawnCalls, EntryKind, Session};
use pith_types::{AgentMessage, Content, Message, ToolCall, ToolResultMessage};
use serde_json::{Value, json};

use crate::app::App;
use crate::command::CommandError;
use crate::extension::{Exhibit, ExhibitView, Size};

/// For how large a screen calls are drawn that go into a page.
const VIEW: ExhibitView = ExhibitView { size: Size { columns: 100, rows: 40 }, expanded: true };

/// How long extensions may take to draw all of them. Those that are not drawn by then are shown as usual.
const PATIENCE: Duration = Duration::from_secs(20);

impl App {
    /// Writes it; gives the file. A name that ends in `.jsonl` gives a session file of the active branch, any other a page,
    /// in which extensions show calls of their tools as they do in a terminal; without a name it is a page in the working
    /// directory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn export(&self, to: Option<PathBuf>) -> Result<PathBuf, CommandError> {
        let to = self.inner.record.read(|session| {
            let cwd = Path::new(&session.header().cwd);
            cwd.join(to.unwrap_or_else(|| format!("pith-session-{}.html", session.id()).into()))
        });
        if to.extension().is_some_and(|extension| extension == "jsonl") {
            self.inner.record.read(|session| session.export_jsonl(&to))?;
        } else {
            let mut drawn = DrawnCalls::new();
            // What is drawn by then is taken.
            let _ = tokio::time::timeout(PATIENCE, self.draw_calls(&mut drawn)).await;
            self.inner.record.read(|session| session.export_html_with(&to, &drawn))?;
        }
        Ok(to)
    }

    /// Asks extensions for the calls that they show in their own way.
    async fn draw_calls(&self, drawn: &mut DrawnCalls) {
        for (call, result) in self.inner.record.read(calls) {
            let call_exhibit = Exhibit::ToolCall {
                call_id: call.id.clone(),
                tool: call.name.clone(),
                arguments: Value::Object(call.arguments.clone()),
                partial: false,
            };
            let result_exhibit = result.as_ref().map(|result| of_result(&call, result));
            let mut lines = Vec::new();
            for exhibit in std::iter::once(&call_exhibit).chain(&result_exhibit) {
                if self.is_exhibited(exhibit) {
                    lines.extend(self.exhibited(exhibit, &VIEW).await);
                }
            }
            let asked = 1 + usize::from(result.is_some());
            // One of which only a part is shown so would lack the other.
            if lines.len() == asked {
                drawn.insert(call.id, lines.into_iter().flatten().collect());
            }
        }
    }
}

/// The calls of the active branch, with their results.
fn calls(session: &Session) -> Vec<(ToolCall, Option<ToolResultMessage>)> {
    let branch = session.leaf().and_then(|leaf| session.branch(leaf.as_str()).ok()).unwrap_or_default();
    let messages = || {
        branch.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Message(message) => Some(&message.message),
            _ => None,
        })
    };
    let mut results: HashMap<&str, &ToolResultMessage> = HashMap::new();
    for message in messages() {
        if let AgentMessage::Model(Message::ToolResult(result)) = message {
            results.entry(&result.tool_call_id).or_insert(result);
        }
    }
    let answers = messages().filter_map(AgentMessage::as_assistant);
    let calls = answers.flat_map(|answer| answer.content.iter().filter_map(Content::as_tool_call));
    calls.map(|call| (call.clone(), results.get(call.id.as_str()).map(|result| (*result).clone()))).collect()
}

fn of_result(call: &ToolCall, result: &ToolResultMessage) -> Exhibit {
    let mut shown = json!({ "content": result.content });
    if let Some(details) = &result.details {
        shown["details"] = details.clone();
    }
    Exhibit::ToolResult {
        call_id: call.id.clone(),
        tool: call.name.clone(),
        arguments: Value::Object(call.arguments.clone()),
        result: shown,
        partial: false,
        is_error: result.is_error,
        duration_ms: None,
    }
}
