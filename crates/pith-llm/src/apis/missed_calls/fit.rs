//! Whether a value fits a schema, by the keywords that tell a call from something that only looks like one. What is not
//! checked here is checked when the call is run.

use serde_json::Value;

pub(super) fn fits(value: &Value, schema: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return true };
    let type_fits = match keywords.get("type") {
        Some(Value::String(kind)) => is_of(value, kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(|kind| is_of(value, kind)),
        _ => true,
    };
    let listed = keywords.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(value));
    let branch = keywords.get("anyOf").and_then(Value::as_array);
    let branch = branch.is_none_or(|branches| branches.iter().any(|schema| fits(value, schema)));
    type_fits && listed && branch && members_fit(value, schema)
}

fn members_fit(value: &Value, schema: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let known = schema["properties"].as_object();
            let closed = schema["additionalProperties"] == Value::Bool(false);
            required.into_iter().all(|name| fields.contains_key(name))
                && fields.iter().all(|(name, value)| match known.and_then(|known| known.get(name)) {
                    Some(schema) => fits(value, schema),
                    None => !closed,
                })
        }
        Value::Array(items) => items.iter().all(|item| fits(item, &schema["items"])),
        _ => true,
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => true,
    }
}
