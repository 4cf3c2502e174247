//! Mends a value after its schema (spec/core.md R5.9): small slips of models, such as a number in quotes.

use serde_json::{Map, Value, json};

use super::{convert, schema::Scope};

/// Mends a value in place. What cannot be mended stays as it is, for the check to name.
pub(super) fn coerce(scope: &Scope, schema: &Value, value: &mut Value) {
    let Some(schema) = scope.resolve(schema).as_object() else { return };
    for part in list(schema, "allOf") {
        coerce(scope, part, value);
    }
    for keyword in ["anyOf", "oneOf"] {
        coerce_union(scope, list(schema, keyword), value);
    }
    coerce_member(schema, value);
    coerce_type(schema, value);
    match value {
        Value::Object(members) => coerce_properties(scope, schema, members),
        Value::Array(items) => coerce_items(scope, schema, items),
        _ => {}
    }
}

fn list<'a>(schema: &'a Map<String, Value>, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A value that some branch accepts is kept; else the first branch counts that accepts the value once it is mended.
fn coerce_union(scope: &Scope, branches: &[Value], value: &mut Value) {
    if branches.iter().any(|branch| scope.accepts(branch, value)) {
        return;
    }
    for branch in branches {
        let mut mended = value.clone();
        coerce(scope, branch, &mut mended);
        if scope.accepts(branch, &mended) {
            *value = mended;
            return;
        }
    }
}

/// `const` and `enum` take the member that the value converts to: a text, a number or a truth value.
fn coerce_member(schema: &Map<String, Value>, value: &mut Value) {
    let members = schema.get("const").map_or_else(|| list(schema, "enum"), std::slice::from_ref);
    if members.contains(value) {
        return;
    }
    let plain = |member: &&Value| !matches!(member, Value::Null | Value::Array(_) | Value::Object(_));
    let mut plain = members.iter().filter(plain);
    let found = plain.find(|member| convert::to(value, type_of(member)).as_ref() == Some(*member));
    if let Some(member) = found {
        *value = member.clone();
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value of another type becomes one of the type, or of the first of several that it can be said in.
fn coerce_type(schema: &Map<String, Value>, value: &mut Value) {
    let mended = match schema.get("type") {
        // The first item of a tuple alone is no tuple.
        Some(Value::String(kind)) if kind == "array" && schema.contains_key("prefixItems") => None,
        Some(Value::String(kind)) => convert::to(value, kind),
        Some(Value::Array(kinds)) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            match kinds.iter().any(|kind| convert::is_of(value, kind)) {
                true => None,
                false => convert::to_one_of(value, &kinds),
            }
        }
        _ => None,
    };
    if let Some(mended) = mended {
        *value = mended;
    }
}

fn coerce_properties(scope: &Scope, schema: &Map<String, Value>, members: &mut Map<String, Value>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = list(schema, "required");
    for (name, property) in properties.into_iter().flatten() {
        let optional = !required.iter().any(|required| required == name);
        // Models write null for what they leave out.
        if optional && members.get(name).is_some_and(Value::is_null) && !scope.accepts(property, &Value::Null) {
            members.shift_remove(name);
        }
        if let Some(member) = members.get_mut(name) {
            coerce(scope, property, member);
        }
    }
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    for (pattern, property) in patterns.into_iter().flatten() {
        for (_, member) in members.iter_mut().filter(|(name, _)| matches(scope, pattern, name)) {
            coerce(scope, property, member);
        }
    }
    if let Some(others) = schema.get("additionalProperties").filter(|others| others.is_object()) {
        let known = |name: &str| {
            properties.is_some_and(|properties| properties.contains_key(name))
                || patterns.is_some_and(|patterns| patterns.keys().any(|pattern| matches(scope, pattern, name)))
        };
        for (_, member) in members.iter_mut().filter(|(name, _)| !known(name)) {
            coerce(scope, others, member);
        }
    }
}

/// Whether a name is of a pattern; a pattern that is none has no names.
fn matches(scope: &Scope, pattern: &str, name: &str) -> bool {
    !scope.accepts(&json!({"not": {"pattern": pattern}}), &json!(name))
}

fn coerce_items(scope: &Scope, schema: &Map<String, Value>, items: &mut [Value]) {
    let leading = list(schema, "prefixItems");
    for (item, schema) in items.iter_mut().zip(leading) {
        coerce(scope, schema, item);
    }
    if let Some(schema) = schema.get("items") {
        for item in items.iter_mut().skip(leading.len()) {
            coerce(scope, schema, item);
        }
    }
}
