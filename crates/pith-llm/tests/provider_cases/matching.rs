//! Equality by meaning.

use serde_json::Value;

/// Where `got` differs from `expected`, if it does. Order of keys is free, numbers count by value, costs within 1e-9;
/// `*wording*` stands for any text, `*wording:NAME*` for one that has NAME in it.
pub(crate) fn difference(got: &Value, expected: &Value) -> Option<String> {
    compare(got, expected, "")
}

fn compare(got: &Value, expected: &Value, path: &str) -> Option<String> {
    match (got, expected) {
        (Value::String(got), Value::String(expected)) => {
            (!text_matches(got, expected)).then(|| format!("{path}: `{got}` is not `{expected}`"))
        }
        (Value::Number(got), Value::Number(expected)) => {
            let (got, expected) = (got.as_f64().unwrap_or(f64::NAN), expected.as_f64().unwrap_or(f64::NAN));
            let same = (got - expected).abs() <= 1e-9;
            (!same).then(|| format!("{path}: {got} is not {expected}"))
        }
        (Value::Array(got), Value::Array(expected)) if got.len() == expected.len() => got
            .iter()
            .zip(expected)
            .enumerate()
            .find_map(|(at, (got, expected))| compare(got, expected, &format!("{path}[{at}]"))),
        (Value::Object(got), Value::Object(expected)) => {
            let missing =
                expected.keys().find(|key| !got.contains_key(*key)).map(|key| format!("{path}.{key} is missing"));
            let extra = got.keys().find(|key| !expected.contains_key(*key));
            missing
                .or_else(|| extra.map(|key| format!("{path}.{key} is too much: {}", got[key])))
                .or_else(|| got.iter().find_map(|(key, got)| compare(got, &expected[key], &format!("{path}.{key}"))))
        }
        _ => (got != expected).then(|| format!("{path}: {got} is not {expected}")),
    }
}

/// The expected text may be of several parts, some of them free.
fn text_matches(got: &str, expected: &str) -> bool {
    if !expected.contains("*wording") {
        return got == expected;
    }
    let mut rest = got;
    let mut parts = expected.split("*wording");
    let Some(after) = parts.next().and_then(|literal| rest.strip_prefix(literal)) else { return false };
    rest = after;
    for part in parts {
        let Some((name, literal)) = part.split_once('*') else { return false };
        let name = name.strip_prefix(':').unwrap_or_default();
        let end = if literal.is_empty() { Some(rest.len()) } else { rest.find(literal) };
        let Some(end) = end else { return false };
        if end == 0 || !rest[..end].contains(name) {
            return false;
        }
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty()
}
