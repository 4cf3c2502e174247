//! Keys of earlier versions, under the names they have now (spec/coding-agent.md 2.3.6). The file itself stays as it is.

use serde_json::{Map, Value, json};

/// Renames what is old, unless the new name is there as well.
pub(super) fn migrate(values: &mut Map<String, Value>) {
    if let Some(mode) = values.remove("queueMode") {
        values.entry("steeringMode").or_insert(mode);
    }
    if let Some(websockets) = values.remove("websockets") {
        let transport = if websockets == json!(true) { "websocket" } else { "sse" };
        values.entry("transport").or_insert(json!(transport));
    }
    if values.get("skills").is_some_and(Value::is_object)
        && let Some(Value::Object(mut skills)) = values.remove("skills")
    {
        if let Some(enabled) = skills.remove("enableSkillCommands") {
            values.entry("enableSkillCommands").or_insert(enabled);
        }
        if let Some(folders) = skills.remove("customDirectories") {
            values.insert("skills".to_owned(), folders);
        }
    }
    if let Some(retry) = values.get_mut("retry").and_then(Value::as_object_mut)
        && let Some(delay) = retry.remove("maxDelayMs")
    {
        let provider = retry.entry("provider").or_insert_with(|| json!({}));
        if let Some(provider) = provider.as_object_mut() {
            provider.entry("maxRetryDelayMs").or_insert(delay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migrated(before: Value) -> Value {
        let mut values = before.as_object().cloned().unwrap_or_default();
        migrate(&mut values);
        Value::Object(values)
    }

    #[test]
    fn old_names_become_new_ones_and_lose_against_them() {
        for (before, after) in [
            (json!({ "queueMode": "all" }), json!({ "steeringMode": "all" })),
            (
                json!({ "queueMode": "all", "steeringMode": "one-at-a-time" }),
                json!({ "steeringMode": "one-at-a-time" }),
            ),
            (json!({ "websockets": true }), json!({ "transport": "websocket" })),
            (json!({ "websockets": false }), json!({ "transport": "sse" })),
            (
                json!({ "skills": { "enableSkillCommands": false, "customDirectories": ["x"] } }),
                json!({ "enableSkillCommands": false, "skills": ["x"] }),
            ),
            (json!({ "skills": {} }), json!({})),
            (json!({ "skills": ["x"] }), json!({ "skills": ["x"] })),
            (json!({ "retry": { "maxDelayMs": 5 } }), json!({ "retry": { "provider": { "maxRetryDelayMs": 5 } } })),
        ] {
            assert_eq!(migrated(before), after);
        }
    }
}
