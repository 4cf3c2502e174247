//! The JSON face: a header line, then every event as a line (spec/coding-agent.md 5.4). Diagnostics go to stderr.

use std::sync::{Mutex, PoisonError};

use pith_app::Face;
use pith_app::event::{AppEvent, JsonEvents};

use super::{Output, told_beside};
use crate::report::Report;

/// Writes events to stdout.
pub(crate) struct JsonFace {
    events: Mutex<(JsonEvents, Vec<u8>)>,
    output: Output,
    report: Report,
}

impl JsonFace {
    pub(crate) fn new(output: Output, report: Report) -> Self {
        Self { events: Mutex::default(), output, report }
    }
}

impl Face for JsonFace {
    fn show(&self, event: &AppEvent) {
        if told_beside(event, self.report) {
            return;
        }
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let (events, line) = &mut *events;
        line.clear();
        match events.write(event, line) {
            Ok(()) => self.output.write(line),
            Err(error) => self.report.failure(&format!("an event could not be written as JSON: {error}")),
        }
    }
}
