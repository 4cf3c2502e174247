#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use serde_json::json;

use super::*;

fn check_in(parameters: Value, arguments: Value) -> Result<Value, String> {
    let tool = ToolDeclaration { name: "t".into(), parameters, ..ToolDeclaration::default() };
    let arguments = arguments.as_object().cloned().unwrap();
    super::check(&tool, arguments).map(Value::Object).map_err(|error| error.to_string())
}

fn check_field(schema: Value, value: Value) -> Result<Value, String> {
    check_in(json!({"type": "object", "properties": {"f": schema}}), json!({ "f": value }))
        .map(|mut all| all["f"].take())
}

#[test]
fn a_missing_field_is_named_with_what_was_received() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let text = check_in(schema, json!({"b": 1})).unwrap_err();
    assert_eq!(text, "The arguments of `t` are not valid:\n- a: missing\n\nReceived arguments:\n{\n  \"b\": 1\n}");
}

#[test]
fn paths_are_dotted_and_the_top_is_root() {
    let item = json!({"type": "object", "properties": {"oldText": {"type": "string"}}, "required": ["oldText"]});
    let text = check_field(json!({"type": "array", "items": item}), json!([{"x": 1}])).unwrap_err();
    assert!(text.contains("- f.0.oldText: missing"), "{text}");
    let text = check_in(json!({"minProperties": 1}), json!({})).unwrap_err();
    assert!(text.contains("- root: "), "{text}");
}

#[test]
fn scalars_convert_where_nothing_is_lost() {
    for (kind, from, to) in [
        ("string", json!(5), json!("5")),
        ("string", json!(1.0), json!("1")),
        ("string", json!(true), json!("true")),
        ("number", json!("1.5"), json!(1.5)),
        ("number", json!(""), json!(0)),
        ("number", json!(true), json!(1)),
        ("integer", json!("3.5"), json!(3)),
        ("integer", json!("7"), json!(7)),
        ("boolean", json!("TRUE"), json!(true)),
        ("boolean", json!(0), json!(false)),
        ("null", json!("null"), json!(null)),
        ("array", json!("x"), json!(["x"])),
    ] {
        assert_eq!(check_field(json!({ "type": kind }), from.clone()), Ok(to), "{kind} from {from}");
    }
}

#[test]
fn what_cannot_be_said_in_the_type_is_refused() {
    for (kind, from) in [
        ("string", json!({})),
        ("boolean", json!(2)),
        ("number", json!("ten")),
        ("number", json!("inf")),
        ("object", json!("{\"k\":1}")),
    ] {
        let text = check_field(json!({ "type": kind }), from).unwrap_err();
        assert!(text.contains(&format!("- f: expected {kind}, got ")), "{text}");
    }
}

#[test]
fn null_for_an_optional_field_is_left_out() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": ["string", "null"]}}});
    assert_eq!(check_in(schema, json!({"a": null, "n": null})), Ok(json!({"n": null})));
}

#[test]
fn unknown_fields_are_kept_unless_forbidden() {
    assert_eq!(check_in(json!({"type": "object"}), json!({"z": 1})), Ok(json!({"z": 1})));
    let strict = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false});
    let text = check_in(strict, json!({"a": 1, "z": 1})).unwrap_err();
    assert!(text.contains("- z: unknown field"), "{text}");
    let text = check_in(json!({"type": "object", "additionalProperties": false}), json!({"z": 1})).unwrap_err();
    assert!(text.contains("- root: takes no fields"), "{text}");
}

#[test]
fn members_and_unions_take_what_the_value_converts_to() {
    assert_eq!(check_field(json!({"enum": [1, 2]}), json!("2")), Ok(json!(2)));
    assert_eq!(check_field(json!({"const": "1"}), json!(1)), Ok(json!("1")));
    let union = json!({"anyOf": [{"type": "number"}, {"type": "null"}]});
    assert_eq!(check_field(union, json!("7")), Ok(json!(7)));
    assert_eq!(check_field(json!({"type": ["integer", "null"]}), json!("7")), Ok(json!(7)));
}

#[test]
fn references_are_followed_and_a_dangling_one_rejects_only_its_place() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/s"}, "b": {"$ref": "#/$defs/none"}},
        "$defs": {"s": {"type": "number"}},
    });
    assert_eq!(check_in(schema.clone(), json!({"a": "3"})), Ok(json!({"a": 3})));
    assert!(check_in(schema, json!({"b": 1})).unwrap_err().contains("- b: not allowed"));
}

#[test]
fn a_union_blames_the_branch_that_was_meant() {
    let union = json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "text"}, "text": {"type": "string"}}, "required": ["kind", "text"]},
        {"type": "object", "properties": {"kind": {"const": "img"}, "w": {"type": "integer"}}, "required": ["kind"]},
    ]});
    let text = check_field(union.clone(), json!({"kind": "vid"})).unwrap_err();
    assert!(text.contains("- f.kind: expected one of [\"text\", \"img\"]"), "{text}");
    let text = check_field(union, json!({"kind": "text"})).unwrap_err();
    assert!(text.contains("- f.text: missing"), "{text}");
}

#[test]
fn a_schema_that_is_no_schema_checks_nothing() {
    assert_eq!(check_in(json!({"type": 5}), json!({"a": 1})), Ok(json!({"a": 1})));
}

#[test]
fn arguments_that_were_no_object_win_over_everything() {
    let tool = ToolDeclaration { name: "t".into(), ..ToolDeclaration::default() };
    let call = ToolCall { arguments_error: Some("bad json".into()), ..ToolCall::default() };
    let text = validate_arguments(&tool, &call).unwrap_err().to_string();
    assert!(text.contains("`t`") && text.contains("bad json"), "{text}");
}

#[test]
fn members_whose_names_have_a_pattern_are_mended_after_its_schema() {
    let schema = json!({"type": "object", "patternProperties": {"^n_": {"type": "number"}, "(": {"type": "boolean"}},
        "additionalProperties": {"type": "string"}});
    let mended = json!({"n_a": 1.5, "other": "2"});
    assert_eq!(check_in(schema.clone(), json!({"n_a": "1.5", "other": 2})), Ok(mended.clone()));
    let valid = json!({"type": "object", "patternProperties": {"^n_": {"type": "number"}},
        "additionalProperties": {"type": "string"}});
    assert_eq!(check_in(valid, json!({"n_a": "1.5", "other": 2})), Ok(mended));
}
