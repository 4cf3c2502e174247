//! What happens, as lines: those of JSON mode without its header, and diagnostics among them.

use std::sync::{Mutex, PoisonError};

use pith_app::Face;
use pith_app::event::{AppEvent, JsonEvents};

use crate::faces::Output;

/// Writes events to stdout.
pub(crate) struct RpcFace {
    events: Mutex<(JsonEvents, Vec<u8>)>,
    output: Output,
}

impl RpcFace {
    pub(crate) fn new(output: Output) -> Self {
        Self { events: Mutex::default(), output }
    }
}

impl Face for RpcFace {
    fn show(&self, event: &AppEvent) {
        if matches!(event, AppEvent::SessionStarted { .. }) {
            return;
        }
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let (events, line) = &mut *events;
        line.clear();
        // What has no JSON is no reason to end the conversation; nothing that is told has none.
        if events.write(event, line).is_ok() {
            self.output.write(line);
        }
    }
}
