//! One value to one JSON type, where that loses nothing that a model could have meant (spec/core.md R5.9).

use serde_json::{Number, Value};

/// Whether a value is of a JSON Schema type.
pub(super) fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// The value as that type; nothing when it cannot be said in it. Text is never parsed as JSON.
pub(super) fn to(value: &Value, kind: &str) -> Option<Value> {
    match kind {
        _ if is_of(value, kind) => Some(value.clone()),
        "string" => text(value).map(Value::String),
        "number" => number(value).map(Value::Number),
        "integer" => truncated(&number(value)?).map(Value::Number),
        "boolean" => boolean(value).map(Value::Bool),
        "null" => is_like_null(value).then_some(Value::Null),
        "array" => Some(Value::Array(vec![value.clone()])),
        _ => None,
    }
}

/// The value as one of several types, the first that it can be said in without a doubt: with a choice of types a text is
/// no sign of emptiness, and nothing is wrapped.
pub(super) fn to_one_of(value: &Value, kinds: &[&str]) -> Option<Value> {
    kinds.iter().find_map(|kind| match (*kind, value) {
        ("string", Value::Null) => Some(Value::from("")),
        ("string", Value::Number(_) | Value::Bool(_)) => to(value, kind),
        ("number" | "integer", Value::Null | Value::Bool(_)) => to(value, kind),
        ("number" | "integer", Value::String(text)) => {
            let number = Value::Number(parse(text.trim())?);
            is_of(&number, kind).then(|| to(&number, kind)).flatten()
        }
        ("boolean", Value::Null | Value::Number(_)) => to(value, kind),
        ("boolean", Value::String(text)) => match text.as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        ("null", Value::String(text)) => text.is_empty().then_some(Value::Null),
        ("null", Value::Number(_) | Value::Bool(_)) => to(value, kind),
        _ => None,
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(written_out(number)),
        Value::Bool(_) | Value::Null => Some(value.to_string()),
        _ => None,
    }
}

/// A number as JavaScript writes it: whole ones below 10^21 without an exponent.
fn written_out(number: &Number) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() && value.fract() == 0.0 && value.abs() < 1e21 => format!("{value:.0}"),
        _ => number.to_string(),
    }
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::Bool(truth) => Some(Number::from(u8::from(*truth))),
        Value::Null => Some(Number::from(0)),
        Value::String(text) => match text.trim() {
            "" => Some(Number::from(0)),
            text if text.eq_ignore_ascii_case("false") => Some(Number::from(0)),
            text if text.eq_ignore_ascii_case("true") => Some(Number::from(1)),
            text => parse(text),
        },
        Value::Array(_) | Value::Object(_) => None,
    }
}

fn parse(text: &str) -> Option<Number> {
    if let Ok(whole) = text.parse::<i64>() {
        return Some(Number::from(whole));
    }
    let radix = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    if let Some((digits, radix)) = radix.iter().find_map(|(prefix, radix)| Some((text.strip_prefix(prefix)?, *radix))) {
        return u64::from_str_radix(digits, radix).ok().map(Number::from);
    }
    // `inf` and `nan` parse in Rust, but are no numbers in JSON.
    text.parse::<f64>().ok().and_then(Number::from_f64)
}

fn truncated(number: &Number) -> Option<Number> {
    if number.is_i64() || number.is_u64() {
        return Some(number.clone());
    }
    let truncated = Number::from_f64(number.as_f64()?.trunc())?;
    Some(whole(&truncated).map_or(truncated, Number::from))
}

/// A whole number that came as a fraction.
fn whole(number: &Number) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT)?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the exact range")]
    Some(value as i64)
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Null => Some(false),
        Value::Number(number) => match number.as_f64()? {
            1.0 => Some(true),
            0.0 => Some(false),
            _ => None,
        },
        Value::String(text) if text.eq_ignore_ascii_case("true") || text == "1" => Some(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") || text == "0" => Some(false),
        _ => None,
    }
}

fn is_like_null(value: &Value) -> bool {
    match value {
        Value::String(text) => matches!(text.as_str(), "null" | "undefined" | "" | "0"),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Bool(truth) => !truth,
        _ => false,
    }
}
