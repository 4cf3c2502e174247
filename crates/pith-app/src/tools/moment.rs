//! What the tools know of session and model, as it changes.

use std::sync::{Arc, Mutex, PoisonError};

use pith_tools::{Situation, SituationSource};
use pith_types::{Model, ThinkingLevel};

use crate::record::Record;

/// The situation of the moment. Made before the tools, which ask it at each call; the app keeps it true.
#[derive(Clone, Default)]
pub struct Moment {
    now: Arc<Mutex<Situation>>,
}

impl Moment {
    /// For [`ToolSettings::situation`](pith_tools::ToolSettings::situation).
    pub fn source(&self) -> SituationSource {
        let now = Arc::clone(&self.now);
        Arc::new(move || now.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    pub(crate) fn set(&self, record: &Record, model: &Model, thinking_level: ThinkingLevel) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Situation {
            session_id: Some(record.id()),
            session_file: record.file(),
            model: Some(model.clone()),
            thinking_level,
        };
    }
}
