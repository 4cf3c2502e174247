//! Changes of a settings file: one key, checked by the table, everything else as it was (spec/coding-agent.md 2.3.5).

use std::path::Path;

use serde_json::{Map, Value};

use super::{
    layers,
    table::{self, Key},
};
use crate::json::{Kind, UpdateError, update};

/// Why a setting was not changed.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// No key of that name.
    #[error("there is no setting `{key}`")]
    Unknown {
        /// As given.
        key: String,
    },
    /// A value of another form.
    #[error("setting `{key}` takes {expected}, got `{value}`")]
    Form {
        /// The key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// The file cannot be changed.
    #[error(transparent)]
    File(#[from] UpdateError),
}

/// Sets a key in a settings file, or takes it out. The value is written as people write it: JSON, or a text as it stands.
///
/// # Errors
/// When there is no such key, the value has another form, or the file cannot be changed; it is then as it was.
pub fn change(file: &Path, key: &str, value: Option<&str>) -> Result<(), SettingError> {
    let key = table::find(key).ok_or_else(|| SettingError::Unknown { key: key.to_owned() })?;
    let value = value.map(|value| read(key, value)).transpose()?;
    let name: Vec<&str> = key.name.split('.').collect();
    update(file, Kind::Settings, |values| match value {
        Some(value) => put(values, &name, value),
        None => layers::remove(values, &name),
    })?;
    Ok(())
}

/// Changes values in a settings file as they are given, whatever the table says of them: keys below one another, and what
/// stands there from now on; nothing takes the key out.
///
/// # Errors
/// When the file cannot be changed; it is then as it was.
pub fn change_unchecked(file: &Path, changes: &[(Vec<String>, Option<Value>)]) -> Result<(), UpdateError> {
    update(file, Kind::Settings, |values| {
        for (keys, value) in changes {
            let name: Vec<&str> = keys.iter().map(String::as_str).collect();
            match value {
                Some(value) => put(values, &name, value.clone()),
                None => layers::remove(values, &name),
            }
        }
    })
}

/// The value in the form that the key takes.
fn read(key: &'static Key, text: &str) -> Result<Value, SettingError> {
    let json = serde_json::from_str(text).ok();
    let candidates = json.into_iter().chain(std::iter::once(Value::from(text)));
    let value = candidates.into_iter().find(|value| key.kind.fits(value));
    value.ok_or_else(|| SettingError::Form { key: key.name, value: text.to_owned(), expected: key.kind.expected() })
}

fn put(values: &mut Map<String, Value>, name: &[&str], value: Value) {
    let [first, rest @ ..] = name else { return };
    if rest.is_empty() {
        values.insert((*first).to_owned(), value);
        return;
    }
    let below = values.entry(*first).or_insert_with(|| Value::Object(Map::new()));
    if !below.is_object() {
        // What stood there had the wrong form and was not used.
        *below = Value::Object(Map::new());
    }
    if let Some(below) = below.as_object_mut() {
        put(below, rest, value);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn one_key_is_changed_and_unknown_ones_survive() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, r#"{"mine": {"x": 1}, "retry": {"maxRetries": 1}}"#).unwrap();
        change(&file, "retry.enabled", Some("false")).unwrap();
        change(&file, "defaultModel", Some("m1")).unwrap();
        change(&file, "defaultTools", Some(r#"["read"]"#)).unwrap();
        change(&file, "retry.maxRetries", None).unwrap();
        let text: String = std::fs::read_to_string(&file).unwrap().split_whitespace().collect();
        assert_eq!(text, r#"{"mine":{"x":1},"retry":{"enabled":false},"defaultModel":"m1","defaultTools":["read"]}"#);
    }

    #[test]
    fn what_nobody_checks_is_written_too_and_what_stays_keeps_its_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, r#"{"a": 1, "b": 2, "c": 3}"#).unwrap();
        let keys = |name: &str| name.split('.').map(str::to_owned).collect();
        change_unchecked(&file, &[(keys("mine.x"), Some(1.into())), (keys("a"), None), (keys("none.y"), None)])
            .unwrap();
        let text: String = std::fs::read_to_string(&file).unwrap().split_whitespace().collect();
        assert_eq!(text, r#"{"b":2,"c":3,"mine":{"x":1}}"#);
    }

    #[test]
    fn unknown_keys_and_other_forms_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let error = |key, value| change(&file, key, Some(value)).unwrap_err().to_string();
        assert_eq!(error("nope", "1"), "there is no setting `nope`");
        assert_eq!(error("outputPad", "2"), "setting `outputPad` takes a whole number from 0 to 1, got `2`");
        assert!(!file.exists());
    }
}
