//! What happened in a scenario.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// Everything that is compared.
#[derive(Clone, Default)]
pub(super) struct Record {
    pub(super) events: Vec<Value>,
    pub(super) requests: Vec<Value>,
    pub(super) outcomes: Vec<Value>,
    pub(super) final_state: Option<Value>,
    pub(super) final_context: Option<Vec<Value>>,
    /// How the runs ended, in our own terms.
    pub(super) ends: Vec<pith_agent::RunOutcome>,
}

/// Where everyone writes down what they see.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<Record>>);

impl Log {
    pub(super) fn event(&self, entry: Value) {
        self.0.lock().unwrap().events.push(entry);
    }

    pub(super) fn request(&self, entry: Value) {
        self.0.lock().unwrap().requests.push(entry);
    }

    pub(super) fn outcome(&self, entry: Value) {
        self.0.lock().unwrap().outcomes.push(entry);
    }

    pub(super) fn end(&self, outcome: pith_agent::RunOutcome) {
        self.0.lock().unwrap().ends.push(outcome);
    }

    pub(super) fn take(&self) -> Record {
        self.0.lock().unwrap().clone()
    }
}

impl Log {
    /// Separates top-level actions, if anything happened since the last one.
    pub(super) fn mark(&self, op: &str) {
        let events = &mut self.0.lock().unwrap().events;
        if events.last().is_some_and(|entry| entry.get("mark").is_none()) {
            events.push(json!({"mark": format!("end of {op}")}));
        }
    }

    /// The last request is made although the run is aborted.
    pub(super) fn mark_aborted(&self) {
        if let Some(request) = self.0.lock().unwrap().requests.last_mut() {
            request["aborted"] = Value::Bool(true);
        }
    }
}
