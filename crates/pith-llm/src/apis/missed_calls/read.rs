//! A whole text as calls, if it is nothing else.

use serde_json::{Map, Value};

use super::{Found, Tool, fit::fits, hold::WRAPPERS};

/// The calls that the text is; nothing when any of it is something else.
pub(super) fn calls(text: &str, tools: &[Tool]) -> Option<Vec<Found>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (opener, closer) = WRAPPERS.iter().find(|(opener, _)| rest.starts_with(opener))?;
        rest = rest.strip_prefix(opener)?.trim_start();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let value = values.next()?.ok()?;
        let end = values.byte_offset();
        collect(&value, tools, &mut found)?;
        rest = rest.get(end..)?.trim_start();
        rest = rest.strip_prefix(closer).unwrap_or(rest).trim_start();
    }
    (!found.is_empty()).then_some(found)
}

/// Adds the calls of a value; nothing when one of them is none.
fn collect(value: &Value, tools: &[Tool], found: &mut Vec<Found>) -> Option<()> {
    match value {
        Value::Array(items) if !items.is_empty() => items.iter().try_for_each(|item| collect(item, tools, found)),
        Value::Object(fields) => match fields.get("tool_calls") {
            Some(list @ Value::Array(_)) if fields.len() == 1 => collect(list, tools, found),
            _ => {
                found.push(call(fields, tools)?);
                Some(())
            }
        },
        _ => None,
    }
}

fn call(fields: &Map<String, Value>, tools: &[Tool]) -> Option<Found> {
    let inner = ["function", "function_call", "tool_call"].iter().find_map(|key| fields.get(*key)?.as_object());
    let fields = inner.unwrap_or(fields);
    let name = ["name", "tool", "tool_name", "function"].iter().find_map(|key| fields.get(*key)?.as_str())?;
    let tool = tools.iter().find(|tool| tool.name == name)?;
    let arguments = ["arguments", "parameters", "input"].iter().find_map(|key| fields.get(*key));
    let arguments = match arguments {
        None => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(Value::String(text)) => serde_json::from_str(text).ok()?,
        Some(_) => return None,
    };
    fits(&Value::Object(arguments.clone()), &tool.parameters).then(|| Found { name: name.to_owned(), arguments })
}
