//! Equality with what was recorded.

use serde_json::Value;

/// Equal, where a placeholder of the file stands for anything of its kind, and numbers count by value.
pub(crate) fn matches(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::String(expected), actual) if expected == "*wording*" => actual.as_str().is_some_and(|s| !s.is_empty()),
        (Value::String(expected), Value::Number(_)) if expected == "<number>" || expected == "<now>" => true,
        (Value::Object(expected), Value::Object(actual)) => {
            expected.len() == actual.len()
                && expected.iter().all(|(name, value)| actual.get(name).is_some_and(|actual| matches(value, actual)))
        }
        (Value::Array(expected), Value::Array(actual)) => {
            expected.len() == actual.len() && expected.iter().zip(actual).all(|(e, a)| matches(e, a))
        }
        (Value::Number(expected), Value::Number(actual)) => {
            let value = |number: &serde_json::Number| number.as_f64().unwrap_or(f64::NAN);
            (value(expected) - value(actual)).abs() <= 1e-9
        }
        _ => expected == actual,
    }
}

/// Equal in structure; a text of the reference's own may be worded otherwise, as long as the names and texts of the input
/// that occur in it still do, in their order.
pub(crate) fn says_the_same(expected: &Value, actual: &Value, input: &Value) -> bool {
    match (expected, actual) {
        (Value::String(expected), Value::String(actual)) => {
            let mut texts = Vec::new();
            given(input, &mut texts);
            expected == actual || worded(expected, actual, &texts)
        }
        (Value::Object(expected), Value::Object(actual)) => {
            expected.len() == actual.len()
                && expected.iter().all(|(name, e)| actual.get(name).is_some_and(|a| says_the_same(e, a, input)))
        }
        (Value::Array(expected), Value::Array(actual)) => {
            expected.len() == actual.len() && expected.iter().zip(actual).all(|(e, a)| says_the_same(e, a, input))
        }
        _ => matches(expected, actual),
    }
}

/// A text that occurs in the input as it is has no wording of its own.
fn worded(expected: &str, actual: &str, texts: &[String]) -> bool {
    if actual.is_empty() || texts.iter().any(|text| text == expected) {
        return false;
    }
    // Single letters occur in any sentence, so they count only in quotes.
    let place = |text: &String| {
        let quoted = format!("\"{text}\"");
        let plain = || expected.find(text.as_str()).filter(|_| text.len() > 1).map(|at| (at, text.clone()));
        expected.find(&quoted).map(|at| (at, quoted)).or_else(plain)
    };
    let mut must: Vec<(usize, String)> = texts.iter().filter_map(place).collect();
    must.sort();
    let mut rest = actual;
    must.iter().all(|(_, text)| match rest.split_once(text.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// What a reader can see of an input: names, texts, and the names of sections; not the words of the format itself.
fn given(input: &Value, texts: &mut Vec<String>) {
    const FORMAT: [&str; 6] = ["role", "type", "mimeType", "stopReason", "api", "provider"];
    match input {
        Value::Object(members) => {
            for (name, value) in members.iter().filter(|(name, _)| !FORMAT.contains(&name.as_str())) {
                if name == "sections" {
                    texts.extend(value.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
                }
                given(value, texts);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| given(item, texts)),
        Value::String(text) if !text.is_empty() && !texts.contains(text) => texts.push(text.clone()),
        _ => {}
    }
}
