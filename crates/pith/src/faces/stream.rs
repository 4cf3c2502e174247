//! The print face on a terminal: the text as it comes, tool calls as short lines on stderr.

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use pith_app::Face;
use pith_app::event::AppEvent;
use pith_screen::{Piece, StreamView};
use pith_tui::Style;

use super::{Output, told_beside};
use crate::report::Report;

/// Writes the view's pieces where they belong.
pub(crate) struct StreamFace {
    view: Mutex<StreamView>,
    output: Output,
    report: Report,
}

impl StreamFace {
    pub(crate) fn new(output: Output, report: Report, style: Style) -> Self {
        Self { view: Mutex::new(StreamView::new(style)), output, report }
    }
}

impl Face for StreamFace {
    fn show(&self, event: &AppEvent) {
        if told_beside(event, self.report) {
            return;
        }
        for piece in self.view.lock().unwrap_or_else(PoisonError::into_inner).show(event) {
            match piece {
                Piece::Answer(text) => self.output.write(text.as_bytes()),
                // An aside that cannot be shown is dropped; the answer goes on.
                Piece::Aside(text) => drop(std::io::stderr().write_all(text.as_bytes())),
            }
        }
    }
}
