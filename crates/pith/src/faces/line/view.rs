//! The app's events, as text above the line.

use std::sync::{Mutex, PoisonError};

use pith_app::Face;
use pith_app::event::{AgentEvent, AppEvent};
use pith_config::Level;
use pith_screen::{Piece, StreamView, notice};
use pith_tui::{Color, Style, printable};

use super::console::Console;

/// Shows what happens.
pub(crate) struct LineFace {
    view: Mutex<StreamView>,
    console: Console,
    style: Style,
}

impl LineFace {
    pub(crate) fn new(console: Console, style: Style) -> Self {
        Self { view: Mutex::new(StreamView::new(style)), console, style }
    }
}

impl Face for LineFace {
    fn show(&self, event: &AppEvent) {
        for piece in self.view.lock().unwrap_or_else(PoisonError::into_inner).show(event) {
            match piece {
                Piece::Answer(text) => self.console.screen.text(text),
                Piece::Aside(text) => self.console.screen.say(text),
            }
        }
        match event {
            AppEvent::Agent(AgentEvent::AgentStart) => self.console.set_busy(true),
            AppEvent::Settled { .. } => self.console.set_busy(false),
            AppEvent::Diagnostic(diagnostic) => {
                let (color, word) = match diagnostic.level {
                    Level::Warning => (Color::Yellow, "Warning"),
                    Level::Error => (Color::Red, "Error"),
                };
                let text = diagnostic.to_string();
                self.console.screen.say(format!("{}: {}", self.style.paint(color, word), printable(&text)));
            }
            event => {
                if let Some((color, text)) = notice(event) {
                    self.console.screen.say(self.style.paint(color, &printable(&text)));
                }
            }
        }
    }
}
