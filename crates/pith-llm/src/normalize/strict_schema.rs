//! A tool's schema in the strict form that constrained decoding takes (spec/providers.md 2.6): every property required,
//! formerly optional ones may be null, nothing additional.

use serde_json::{Map, Value, json};

/// Keywords that the strict form cannot say.
const INEXPRESSIBLE: [&str; 16] = [
    "$ref",
    "$defs",
    "definitions",
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "prefixItems",
    "dependentSchemas",
    "dependentRequired",
    "unevaluatedProperties",
    "contains",
];

/// The strict form of a schema; nothing when it cannot be said in it.
pub fn strict_schema(schema: &Value) -> Option<Value> {
    let schema = schema.as_object()?;
    if schema.get("type") != Some(&json!("object")) {
        return None;
    }
    strict(schema)
}

fn strict(schema: &Map<String, Value>) -> Option<Value> {
    if INEXPRESSIBLE.iter().any(|keyword| schema.contains_key(*keyword)) {
        return None;
    }
    if schema.contains_key("const") && !schema.contains_key("type") {
        return None;
    }
    let mut strict = schema.clone();
    if let Some(branches) = schema.get("anyOf") {
        strict.insert("anyOf".into(), union(branches)?);
    }
    match schema.get("type") {
        Some(Value::String(kind)) if kind == "object" => object(schema, &mut strict)?,
        Some(Value::String(kind)) if kind == "array" => {
            strict.insert("items".into(), self::strict(schema.get("items")?.as_object()?)?);
        }
        Some(Value::String(_)) => {}
        Some(Value::Array(kinds)) if kinds.iter().all(is_scalar_kind) => {}
        Some(_) => return None,
        None if schema.contains_key("anyOf") || schema.contains_key("enum") => {}
        None => return None,
    }
    Some(Value::Object(strict))
}

/// A union may only be of scalars: which of several objects is meant cannot be told while decoding.
fn union(branches: &Value) -> Option<Value> {
    let branches = branches.as_array()?;
    branches
        .iter()
        .map(|branch| {
            let branch = branch.as_object()?;
            branch.get("type").is_none_or(is_scalar_kind).then(|| strict(branch))?
        })
        .collect()
}

fn is_scalar_kind(kind: &Value) -> bool {
    matches!(kind.as_str(), Some("string" | "number" | "integer" | "boolean" | "null"))
}

fn object(schema: &Map<String, Value>, strict: &mut Map<String, Value>) -> Option<()> {
    if schema.get("additionalProperties").is_some_and(|additional| additional != &json!(false)) {
        return None;
    }
    let empty = Map::new();
    let properties = match schema.get("properties") {
        Some(properties) => properties.as_object()?,
        None => &empty,
    };
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    if required.iter().any(|name| !properties.contains_key(*name)) {
        return None;
    }
    let mut all = Map::new();
    for (name, property) in properties {
        let property = self::strict(property.as_object()?)?;
        let property =
            if required.contains(&name.as_str()) { property } else { json!({"anyOf": [property, {"type": "null"}]}) };
        all.insert(name.clone(), property);
    }
    strict.insert("required".into(), all.keys().cloned().collect());
    strict.insert("properties".into(), Value::Object(all));
    strict.insert("additionalProperties".into(), Value::Bool(false));
    Some(())
}
