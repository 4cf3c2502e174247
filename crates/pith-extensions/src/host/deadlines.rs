//! How much time of its own an extension has for an event. Waiting for a dialog, a model, a program or any other host call
//! is not counted.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::runtime::Budget;

/// The time for each kind of event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlines {
    /// For loading: the module and its factory.
    pub load: Duration,
    /// For events that come with every piece of an answer, and for the drawing of components (`render`).
    pub stream: Duration,
    /// For every other event.
    pub event: Duration,
    /// For the end of a session.
    pub shutdown: Duration,
    /// For single events, by name; goes before the others.
    pub single: BTreeMap<String, Duration>,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            load: Duration::from_secs(30),
            stream: Duration::from_secs(5),
            event: Duration::from_secs(30),
            shutdown: Duration::from_secs(5),
            single: BTreeMap::new(),
        }
    }
}

impl Deadlines {
    /// Those of the setting `extensionDeadlines`: milliseconds by `load`, `stream`, `shutdown`, `event`, or an event's name.
    /// What is not there, or is no number, is as it is by default.
    pub fn of_setting(setting: &Value) -> Self {
        let mut deadlines = Self::default();
        for (name, value) in setting.as_object().into_iter().flatten() {
            let Some(time) = value.as_u64().filter(|time| *time > 0).map(Duration::from_millis) else { continue };
            match name.as_str() {
                "load" => deadlines.load = time,
                "stream" => deadlines.stream = time,
                "shutdown" => deadlines.shutdown = time,
                "event" => deadlines.event = time,
                _ => drop(deadlines.single.insert(name.clone(), time)),
            }
        }
        deadlines
    }

    /// The time for an event. Commands and tools take what they need.
    pub fn budget(&self, event: &str) -> Budget {
        let of_kind = match event {
            "message_update" | "provider_stream_event" | "tool_execution_update" | "render" => self.stream,
            "session_shutdown" => self.shutdown,
            _ => self.event,
        };
        Budget::Within(self.single.get(event).copied().unwrap_or(of_kind))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_setting_changes_kinds_and_single_events() {
        let setting = json!({ "event": 1000, "tool_call": 60_000, "stream": "long", "load": 0 });
        let deadlines = Deadlines::of_setting(&setting);
        let within = |ms| Budget::Within(Duration::from_millis(ms));
        assert_eq!(deadlines.budget("input"), within(1000));
        assert_eq!(deadlines.budget("tool_call"), within(60_000));
        assert_eq!(deadlines.budget("message_update"), within(5_000));
        assert_eq!(deadlines.load, Duration::from_secs(30));
        assert_eq!(Deadlines::of_setting(&Value::Null), Deadlines::default());
    }
}
