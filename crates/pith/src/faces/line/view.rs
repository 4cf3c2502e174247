//! The app's events, as text above the line.
//!
//! What an extension shows in its own way takes a while: it is waited for in `exhibits`, and so is everything behind it, so
//! that nothing is shown out of its order.

use std::sync::{Arc, Mutex, PoisonError};

use pith_app::event::{AgentEvent, AppEvent, StreamEvent, ToolOutput};
use pith_app::extension::Dialogs as _;
use pith_app::{Face, WeakApp};
use pith_config::Level;
use pith_screen::{Piece, StreamView, notice};
use pith_tui::{Color, Style, printable};

use super::console::Console;
use super::exhibits::{Exhibits, Waits};

/// Lines of a tool's output that are seen while it runs.
const SEEN: usize = 5;

/// Shows what happens.
pub(crate) struct LineFace {
    direct: Arc<Direct>,
    exhibits: Option<Arc<Exhibits>>,
}

/// Shows it at once.
pub(super) struct Direct {
    view: Mutex<StreamView>,
    console: Console,
    style: Style,
}

impl LineFace {
    /// Shows on a console. Where it has a screen, extensions may show things in their own way.
    pub(crate) fn new(console: Console, style: Style, app: WeakApp) -> Self {
        let edits = console.edits();
        let direct = Arc::new(Direct { view: Mutex::new(StreamView::new(style)), console, style });
        let exhibits = edits.then(|| Exhibits::start(app, Arc::clone(&direct)));
        Self { direct, exhibits }
    }
}

impl Face for LineFace {
    fn show(&self, event: &AppEvent) {
        match self.exhibits.as_ref().map(|exhibits| exhibits.take(event)) {
            Some(Waits::Yes) => {}
            Some(Waits::No) | None => self.direct.show(event),
        }
    }
}

impl Direct {
    pub(super) fn console(&self) -> &Console {
        &self.console
    }

    /// Shows it as usual.
    pub(super) fn show(&self, event: &AppEvent) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.set_expanded(self.console.tools_expanded());
        for piece in view.show(event) {
            match piece {
                Piece::Answer(text) => self.console.screen.text(text),
                Piece::Aside(text) => self.console.screen.say(text),
            }
        }
        match event {
            AppEvent::Agent(AgentEvent::AgentStart) => self.console.set_busy(true),
            AppEvent::Settled { .. } => self.console.set_busy(false),
            AppEvent::Agent(AgentEvent::MessageUpdate(StreamEvent::ThinkingStart { .. })) => {
                if let Some(label) = self.console.thinking_label() {
                    self.console.screen.say(self.style.paint(Color::Dim, &printable(&label)));
                }
            }
            AppEvent::Agent(AgentEvent::ToolExecutionUpdate { call_id, partial, .. }) => {
                let lines = last_lines(partial).into_iter().map(|line| self.style.paint(Color::Dim, &line)).collect();
                self.console.running(call_id, Some(lines));
            }
            AppEvent::Agent(AgentEvent::ToolExecutionEnd { call_id, .. }) => self.console.running(call_id, None),
            AppEvent::ShellOutput { .. } => {
                self.console.note_shell_output();
                self.notice(event);
            }
            AppEvent::Diagnostic(diagnostic) => {
                let (color, word) = match diagnostic.level {
                    Level::Warning => (Color::Yellow, "Warning"),
                    Level::Error => (Color::Red, "Error"),
                };
                let text = diagnostic.to_string();
                self.console.screen.say(format!("{}: {}", self.style.paint(color, word), printable(&text)));
            }
            event => self.notice(event),
        }
    }

    fn notice(&self, event: &AppEvent) {
        if let Some((color, text)) = notice(event) {
            self.console.screen.say(self.style.paint(color, &printable(&text)));
        }
    }
}

/// The end of what a tool has given so far.
fn last_lines(partial: &ToolOutput) -> Vec<String> {
    let text: String = partial.content.iter().filter_map(pith_types::Content::as_text).collect();
    let mut last: Vec<String> = text.lines().rev().take(SEEN).map(|line| printable(line).into_owned()).collect();
    last.reverse();
    last
}
