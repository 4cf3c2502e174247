//! A tool's schema, and parts of it, as something that can be asked.

use serde_json::{Map, Value};

use super::blame;

/// The keywords under which a schema keeps what it refers to.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// A schema whose references are known to lead somewhere.
pub(super) struct Scope {
    root: Value,
}

impl Scope {
    /// A reference that names nothing becomes `false`, so that only values at its place are rejected.
    pub(super) fn new(schema: &Value) -> Self {
        let mut root = schema.clone();
        close_dangling(schema, &mut root);
        Self { root }
    }

    pub(super) fn root(&self) -> &Value {
        &self.root
    }

    /// What a schema stands for: itself, or what it refers to.
    pub(super) fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        // A chain of references that leads back to itself must end somewhere.
        for _ in 0..16 {
            let Some(target) = schema.get("$ref").and_then(Value::as_str) else { break };
            let Some(found) = lookup(&self.root, target) else { break };
            schema = found;
        }
        schema
    }

    /// What is wrong with a value. A schema that is itself not valid rejects nothing: its tool has to look for itself.
    pub(super) fn errors(&self, schema: &Value, value: &Value) -> Vec<(String, String)> {
        self.validator(schema).map_or_else(Vec::new, |validator| blame::errors(validator.iter_errors(value)))
    }

    pub(super) fn accepts(&self, schema: &Value, value: &Value) -> bool {
        self.validator(schema).is_none_or(|validator| validator.is_valid(value))
    }

    /// A part of the schema is checked with the root's definitions beside it.
    fn validator(&self, schema: &Value) -> Option<jsonschema::Validator> {
        let mut whole = schema.clone();
        if let (Some(whole), Some(root)) = (whole.as_object_mut(), self.root.as_object()) {
            for name in DEFINITIONS {
                if let Some(definitions) = root.get(name) {
                    whole.entry(name).or_insert_with(|| definitions.clone());
                }
            }
        }
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(true);
        options.build(&whole).ok()
    }
}

fn lookup<'a>(root: &'a Value, target: &str) -> Option<&'a Value> {
    root.pointer(target.strip_prefix('#')?)
}

fn close_dangling(root: &Value, schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let dangling = |members: &Map<String, Value>| {
                members.get("$ref").and_then(Value::as_str).is_some_and(|target| lookup(root, target).is_none())
            };
            if dangling(members) {
                *schema = Value::Bool(false);
            } else {
                members.values_mut().for_each(|member| close_dangling(root, member));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| close_dangling(root, item)),
        _ => {}
    }
}
