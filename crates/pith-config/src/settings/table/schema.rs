//! The table as JSON Schema, for editors.

use serde_json::{Map, Value, json};

use super::{Effect, Key, Whose, keys};

/// The schema of a settings file.
pub fn schema() -> Value {
    let mut root = object();
    for key in keys() {
        put(&mut root, key, &key.name.split('.').collect::<Vec<_>>());
    }
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!("Settings of Pith"));
    schema.extend(root);
    Value::Object(schema)
}

fn object() -> Map<String, Value> {
    [("type".to_owned(), json!("object")), ("properties".to_owned(), json!({}))].into_iter().collect()
}

fn put(into: &mut Map<String, Value>, key: &Key, segments: &[&str]) {
    let [first, rest @ ..] = segments else { return };
    let properties = into.entry("properties").or_insert_with(|| json!({}));
    let Some(properties) = properties.as_object_mut() else { return };
    if rest.is_empty() {
        let mut schema = key.kind.schema();
        schema.insert("description".to_owned(), json!(description(key)));
        if let Ok(default) = serde_json::from_str::<Value>(key.default) {
            schema.insert("default".to_owned(), default);
        }
        properties.insert((*first).to_owned(), Value::Object(schema));
        return;
    }
    let below = properties.entry((*first).to_owned()).or_insert_with(|| Value::Object(object()));
    if let Some(below) = below.as_object_mut() {
        put(below, key, rest);
    }
}

/// What a key says of itself, with whose it is and whether it does anything.
pub(super) fn description(key: &Key) -> String {
    let whose = if key.whose == Whose::Person { " Only in your own settings." } else { "" };
    let effect = match key.effect {
        Effect::Full => "",
        Effect::Never => " Accepted, without effect.",
        Effect::NotYet => " Without effect in this version.",
    };
    format!("{}{whose}{effect}", key.meaning)
}
