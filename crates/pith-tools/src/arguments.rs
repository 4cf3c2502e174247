//! Turns validated JSON arguments into a tool's own type.

use pith_agent::ToolError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads the arguments of a call of `tool`. `null` counts as absent, so that optional fields need no care.
///
/// # Errors
/// When a required argument is missing or of another type, which validation should have caught.
pub(crate) fn parse<T: DeserializeOwned>(tool: &str, mut arguments: Map<String, Value>) -> Result<T, ToolError> {
    arguments.retain(|_, value| !value.is_null());
    serde_json::from_value(Value::Object(arguments))
        .map_err(|fault| ToolError::new(format!("the arguments of `{tool}` cannot be used: {fault}")))
}
