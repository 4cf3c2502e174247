//! What the value of a key may be.

use serde_json::{Map, Value, json};

/// A form of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// Any text.
    Text,
    /// A whole number between two others, both included.
    Whole(u64, u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of texts.
    Texts,
    /// A list of texts and objects.
    Entries,
    /// An object whose values all have a form.
    Each(&'static Kind),
    /// An object whose parts are not checked here.
    Object,
    /// Either of two forms.
    Either(&'static Kind, &'static Kind),
}

impl Kind {
    /// A whole number without an upper end.
    pub(super) const fn from(least: u64) -> Self {
        Self::Whole(least, u64::MAX)
    }

    /// Whether a value has this form.
    pub fn fits(self, value: &Value) -> bool {
        match self {
            Self::Switch => value.is_boolean(),
            Self::Text => value.is_string(),
            Self::Whole(least, most) => value.as_u64().is_some_and(|value| (least..=most).contains(&value)),
            Self::Word(words) => value.as_str().is_some_and(|value| words.contains(&value)),
            Self::Texts => value.as_array().is_some_and(|values| values.iter().all(Value::is_string)),
            Self::Entries => {
                value.as_array().is_some_and(|values| values.iter().all(|value| value.is_string() || value.is_object()))
            }
            Self::Each(kind) => value.as_object().is_some_and(|values| values.values().all(|value| kind.fits(value))),
            Self::Object => value.is_object(),
            Self::Either(one, two) => one.fits(value) || two.fits(value),
        }
    }

    /// What is expected, for people.
    pub fn expected(self) -> String {
        match self {
            Self::Switch => "`true` or `false`".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Whole(0, u64::MAX) => "a whole number".to_owned(),
            Self::Whole(least, u64::MAX) => format!("a whole number from {least}"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Word(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", "),
            Self::Texts => "a list of texts".to_owned(),
            Self::Entries => "a list of texts or objects".to_owned(),
            Self::Each(kind) => format!("an object, each value {}", kind.expected()),
            Self::Object => "an object".to_owned(),
            Self::Either(one, two) => format!("{} or {}", one.expected(), two.expected()),
        }
    }

    /// The form as JSON Schema.
    pub(super) fn schema(self) -> Map<String, Value> {
        let schema = match self {
            Self::Switch => json!({ "type": "boolean" }),
            Self::Text => json!({ "type": "string" }),
            Self::Whole(least, u64::MAX) => json!({ "type": "integer", "minimum": least }),
            Self::Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Self::Word(words) => json!({ "enum": words }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Entries => json!({ "type": "array", "items": { "type": ["string", "object"] } }),
            Self::Each(kind) => json!({ "type": "object", "additionalProperties": kind.schema() }),
            Self::Object => json!({ "type": "object" }),
            Self::Either(one, two) => json!({ "anyOf": [one.schema(), two.schema()] }),
        };
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }
}
