//! How the project's settings go over the person's: objects key by key, everything else whole (2.3.2).

use serde_json::{Map, Value};

use super::table::{self, Whose};

/// The settings in force.
pub(super) fn over(global: &Map<String, Value>, project: &Map<String, Value>) -> Map<String, Value> {
    let mut merged = global.clone();
    for (key, value) in project.iter().filter(|(key, _)| !is_the_persons(key)) {
        let value = match (key.as_str(), merged.get(key)) {
            ("defaultTools", Some(below)) => tools(below, value),
            _ => value.clone(),
        };
        put(&mut merged, key, value);
    }
    merged
}

fn is_the_persons(key: &str) -> bool {
    table::find(key).is_some_and(|key| key.whose == Whose::Person)
}

fn put(into: &mut Map<String, Value>, key: &str, value: Value) {
    match (into.get_mut(key), value) {
        (Some(Value::Object(below)), Value::Object(above)) => {
            for (key, value) in above {
                put(below, &key, value);
            }
        }
        (_, value) => drop(into.insert(key.to_owned(), value)),
    }
}

/// A list of modifiers only changes the list below it; any other takes its place (2.3.4).
fn tools(below: &Value, above: &Value) -> Value {
    let is_modifier = |name: &Value| name.as_str().is_some_and(|name| name.trim().starts_with(['+', '-']));
    match (below, above) {
        (Value::Array(below), Value::Array(above)) if !above.is_empty() && above.iter().all(is_modifier) => {
            // An empty list below says "no tools", which modifiers alone would not say any more.
            Value::Array(below.iter().chain(above).cloned().collect())
        }
        _ => above.clone(),
    }
}
