//! Flags of extensions on the command line (1.4.5): each is known once its extension is loaded.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A flag that an extension registered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FlagSpec {
    /// Without the dashes.
    pub name: String,
    /// Whether it takes a value.
    #[serde(rename = "type")]
    pub kind: FlagKind,
    /// For people.
    #[serde(default)]
    pub description: Option<String>,
    /// What holds when it is not given.
    #[serde(default)]
    pub default: Option<Value>,
}

/// Whether a flag takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagKind {
    /// It does not.
    Boolean,
    /// It does.
    String,
}

/// Why a flag of the command line cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FlagError {
    /// It needs a value.
    #[error("the option `--{name}` needs a value")]
    NoValue {
        /// Without the dashes.
        name: String,
    },
    /// It takes none.
    #[error("the option `--{name}` takes no value")]
    Value {
        /// Without the dashes.
        name: String,
    },
}

/// The values that were given, by name. They survive a reload.
#[derive(Debug, Clone, Default)]
pub(super) struct FlagValues(BTreeMap<String, Value>);

impl FlagValues {
    /// Takes a flag in. `value` is what stood behind `=`, or the next word if that can be one. Says whether the next word
    /// was used up.
    pub(super) fn give(
        &mut self,
        flag: &FlagSpec,
        inline: Option<&str>,
        next: Option<&str>,
    ) -> Result<bool, FlagError> {
        let name = flag.name.clone();
        let (value, used) = match (flag.kind, inline, next) {
            (FlagKind::Boolean, None, _) => (Value::Bool(true), false),
            (FlagKind::Boolean, Some("true"), _) => (Value::Bool(true), false),
            (FlagKind::Boolean, Some("false"), _) => (Value::Bool(false), false),
            (FlagKind::Boolean, Some(_), _) => return Err(FlagError::Value { name }),
            (FlagKind::String, Some(value), _) => (value.into(), false),
            (FlagKind::String, None, Some(value)) => (value.into(), true),
            (FlagKind::String, None, None) => return Err(FlagError::NoValue { name }),
        };
        self.0.insert(name, value);
        Ok(used)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn flag(kind: FlagKind) -> FlagSpec {
        FlagSpec { name: "plan".to_owned(), kind, description: None, default: None }
    }

    #[test]
    fn a_boolean_takes_no_word_and_a_string_takes_the_next() {
        let mut values = FlagValues::default();
        assert_eq!(values.give(&flag(FlagKind::Boolean), None, Some("prompt")), Ok(false));
        assert_eq!(values.get("plan"), Some(&Value::Bool(true)));
        assert_eq!(values.give(&flag(FlagKind::String), None, Some("x")), Ok(true));
        assert_eq!(values.get("plan"), Some(&Value::from("x")));
        assert_eq!(values.give(&flag(FlagKind::String), Some("y"), Some("x")), Ok(false));
    }

    #[test]
    fn a_missing_value_and_one_too_many_are_named() {
        let mut values = FlagValues::default();
        let words = |result: Result<bool, FlagError>| result.map_err(|error| error.to_string()).unwrap_err();
        assert_eq!(words(values.give(&flag(FlagKind::String), None, None)), "the option `--plan` needs a value");
        assert_eq!(words(values.give(&flag(FlagKind::Boolean), Some("x"), None)), "the option `--plan` takes no value");
    }
}
