//! Checks a call's arguments against its tool's JSON Schema, after mending what can be mended without guessing
//! (spec/core.md R5.8, R5.9).
//!
//! Comes in: a declaration and a call. Goes out: arguments that the schema accepts, or words for the model.

mod blame;
mod coerce;
mod convert;
mod schema;
#[cfg(test)]
mod tests;
mod words;

use pith_types::{ToolCall, ToolDeclaration};
use serde_json::{Map, Value};

use schema::Scope;

/// Why a call's arguments cannot be used, in words for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentsError {
    /// The argument text was no JSON object.
    #[error("The arguments of `{tool}` could not be read as a JSON object: {reason}")]
    NoObject {
        /// The tool.
        tool: String,
        /// What the parser said.
        reason: String,
    },
    /// The arguments are not what the schema asks for.
    #[error("The arguments of `{tool}` are not valid:\n{}\n\nReceived arguments:\n{received}", lines(errors))]
    Invalid {
        /// The tool.
        tool: String,
        /// One line per error: the dotted path, `root` for the top, and what is wrong there.
        errors: Vec<(String, String)>,
        /// The arguments as they came, as JSON.
        received: String,
    },
}

/// The arguments of a call, validated and coerced. Fields that the schema does not know are kept, unless it forbids them;
/// defaults are not filled in.
///
/// # Errors
/// When the arguments were no object, or are not what the schema asks for.
pub fn validate_arguments(tool: &ToolDeclaration, call: &ToolCall) -> Result<Map<String, Value>, ArgumentsError> {
    if let Some(reason) = &call.arguments_error {
        return Err(ArgumentsError::NoObject { tool: tool.name.clone(), reason: reason.clone() });
    }
    check(tool, call.arguments.clone())
}

/// Validates and coerces arguments that are known to be an object.
pub(crate) fn check(
    tool: &ToolDeclaration,
    arguments: Map<String, Value>,
) -> Result<Map<String, Value>, ArgumentsError> {
    let scope = Scope::new(&tool.parameters);
    let received = Value::Object(arguments);
    let mut value = received.clone();
    coerce::coerce(&scope, scope.root(), &mut value);
    let errors = scope.errors(scope.root(), &value);
    match value {
        Value::Object(arguments) if errors.is_empty() => Ok(arguments),
        _ => Err(ArgumentsError::Invalid {
            tool: tool.name.clone(),
            errors,
            received: serde_json::to_string_pretty(&received).unwrap_or_default(),
        }),
    }
}

fn lines(errors: &[(String, String)]) -> String {
    let lines: Vec<String> = errors.iter().map(|(path, words)| format!("- {path}: {words}")).collect();
    lines.join("\n")
}
