//! The view of an answer that comes in while one watches: its text as it comes, tool calls as short lines beside it.

use pith_app::event::{AgentEvent, AppEvent, StreamEvent};
use pith_tui::{Color, Printable, Style, printable};

use crate::tool_line::tool_line;

/// Something to write, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// The answer itself: for stdout.
    Answer(String),
    /// What happens beside it: for stderr.
    Aside(String),
}

/// Turns events into pieces. Text of models and tools comes out printable.
#[derive(Debug)]
pub struct StreamView {
    style: Style,
    text: Printable,
    /// Whether the last line of the answer is still open.
    line_open: bool,
    /// Whether what tools give is shown.
    expanded: bool,
}

impl StreamView {
    /// A view that writes asides in this style.
    pub fn new(style: Style) -> Self {
        Self { style, text: Printable::default(), line_open: false, expanded: false }
    }

    /// Shows what tools give from now on, or no longer.
    pub fn set_expanded(&mut self, expanded: bool) {
        self.expanded = expanded;
    }

    /// What the event adds to the screen.
    pub fn show(&mut self, event: &AppEvent) -> Vec<Piece> {
        match event {
            AppEvent::Agent(AgentEvent::MessageUpdate(StreamEvent::TextDelta { delta, .. })) => self.grow(delta),
            AppEvent::Agent(AgentEvent::MessageUpdate(StreamEvent::TextEnd { .. }) | AgentEvent::MessageEnd(_)) => {
                self.close_line()
            }
            AppEvent::Agent(AgentEvent::ToolExecutionStart { tool_name, arguments, .. }) => {
                let mut pieces = self.close_line();
                pieces.push(self.aside(Color::Dim, &tool_line(tool_name, arguments)));
                pieces
            }
            AppEvent::Agent(AgentEvent::ToolExecutionEnd { tool_name, output, is_error, .. }) => {
                let text: String = output.content.iter().filter_map(pith_types::Content::as_text).collect();
                let mut pieces = if self.expanded || *is_error { self.close_line() } else { Vec::new() };
                if self.expanded && !text.trim().is_empty() {
                    pieces.push(self.aside(Color::Dim, text.trim_end()));
                }
                if !is_error {
                    return pieces;
                }
                // What went wrong stands at the end of a command's output.
                let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("failed");
                pieces.push(self.aside(Color::Red, &format!("{tool_name}: {last}")));
                pieces
            }
            _ => Vec::new(),
        }
    }

    fn grow(&mut self, delta: &str) -> Vec<Piece> {
        if delta.is_empty() {
            return Vec::new();
        }
        let shown = self.text.next(delta).into_owned();
        self.line_open = !delta.ends_with('\n');
        vec![Piece::Answer(shown)]
    }

    fn close_line(&mut self) -> Vec<Piece> {
        self.text = Printable::default();
        if std::mem::take(&mut self.line_open) { vec![Piece::Answer("\n".to_owned())] } else { Vec::new() }
    }

    fn aside(&self, color: Color, text: &str) -> Piece {
        Piece::Aside(format!("{}\n", self.style.paint(color, &printable(text))))
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
