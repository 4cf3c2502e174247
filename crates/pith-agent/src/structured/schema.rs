//! The schema of a type, as the parameters of a tool.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Under this name stands a value that is no object by itself.
const VALUE: &str = "value";

/// Parameters that hold a value of a type.
pub(super) struct Parameters {
    pub(super) schema: Value,
    wrapped: bool,
}

impl Parameters {
    /// Parameters are always an object: a type that is another kind of value becomes the one field of one.
    pub(super) fn of<T: JsonSchema>() -> Self {
        let mut schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        let fields = schema.as_object_mut();
        let definitions = fields.and_then(|fields| {
            fields.shift_remove("$schema");
            fields.shift_remove("$defs")
        });
        let wrapped = schema["type"] != "object";
        if wrapped {
            schema = json!({"type": "object", "required": [VALUE], "properties": {VALUE: schema}});
        }
        if let (Some(definitions), Some(fields)) = (definitions, schema.as_object_mut()) {
            fields.insert("$defs".into(), definitions);
        }
        Self { schema, wrapped }
    }

    /// The value that arguments hold.
    pub(super) fn value(&self, mut arguments: Map<String, Value>) -> Value {
        match self.wrapped {
            true => arguments.shift_remove(VALUE).unwrap_or_default(),
            false => Value::Object(arguments),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_no_object_is_wrapped_into_one() {
        let parameters = Parameters::of::<Vec<u8>>();
        assert_eq!(parameters.schema["properties"]["value"]["type"], "array");
        let Value::Object(arguments) = json!({"value": [1]}) else { unreachable!("an object") };
        assert_eq!(parameters.value(arguments), json!([1]));
    }
}
