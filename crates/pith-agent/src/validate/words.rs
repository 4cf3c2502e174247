//! What is wrong with a value, in words that a model can act on.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind as Kind},
};
use serde_json::Value;

/// One error in words.
pub(super) fn of(kind: &Kind, error: &ValidationError<'_>) -> String {
    match kind {
        Kind::Type { kind } => format!("expected {}, got {}", expected(kind), got(error.instance())),
        Kind::Constant { expected_value } => format!("expected {expected_value}"),
        Kind::Enum { options } => format!("expected one of {options}"),
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("must be more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("must be at least {limit} characters long"),
        Kind::MaxLength { limit } => format!("must be at most {limit} characters long"),
        Kind::MinItems { limit } => format!("must have at least {limit} items"),
        Kind::MaxItems { limit } => format!("must have at most {limit} items"),
        Kind::UniqueItems => "must not hold the same item twice".to_owned(),
        Kind::Pattern { pattern } => format!("must match the pattern `{pattern}`"),
        Kind::Format { format } => format!("must be a valid {format}"),
        // The check does not say which fields: where none is known, none is allowed.
        Kind::FalseSchema if error.schema_path().as_str().ends_with("/additionalProperties") => {
            "takes no fields".to_owned()
        }
        Kind::FalseSchema => "not allowed".to_owned(),
        Kind::OneOfMultipleValid { .. } => "fits more than one of the allowed forms".to_owned(),
        _ => error.masked().to_string(),
    }
}

fn expected(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => kind.to_string(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
            names.join(" or ")
        }
    }
}

fn got(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
