#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;

#[test]
fn each_key_stands_once_says_something_and_has_a_default_of_its_form() {
    let mut names = BTreeSet::new();
    for key in keys() {
        assert!(names.insert(key.name), "{} stands twice", key.name);
        assert!(key.meaning.ends_with('.') && key.meaning.len() < 200, "{}", key.name);
        if !key.default.is_empty() {
            let default: Value = serde_json::from_str(key.default).unwrap();
            assert!(key.kind.fits(&default), "{}: {default}", key.name);
        }
    }
}

#[test]
fn forms_are_told_apart() {
    for (kind, good, bad) in [
        (Kind::Switch, json!(true), json!("true")),
        (Kind::Whole(3, 20), json!(3), json!(21)),
        (Kind::from(0), json!(5), json!(-5)),
        (Kind::from(0), json!(5), json!(1.5)),
        (Kind::Word(&["a", "b"]), json!("b"), json!("c")),
        (Kind::Texts, json!(["x"]), json!([1])),
        (Kind::Entries, json!(["x", {}]), json!([1])),
        (Kind::Each(&Kind::Switch), json!({"x": true}), json!({"x": 1})),
        (Kind::Either(&Kind::Switch, &Kind::Word(&["header"])), json!("header"), json!("other")),
    ] {
        assert!(kind.fits(&good) && !kind.fits(&bad), "{kind:?}");
    }
}

#[test]
fn the_schema_nests_as_the_keys_do() {
    let schema = schema();
    assert_eq!(schema.pointer("/properties/retry/properties/provider/properties/maxRetries/default"), Some(&json!(0)));
    assert_eq!(schema.pointer("/properties/steeringMode/enum"), Some(&json!(["one-at-a-time", "all"])));
}

#[test]
fn the_page_of_the_book_and_the_schema_beside_it_are_those_of_the_table() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src");
    let page = std::fs::read_to_string(docs.join("settings.md")).unwrap();
    assert!(page == reference(), "docs/book/src/settings.md is not what `settings::table::reference` makes");
    let stored: Value =
        serde_json::from_str(&std::fs::read_to_string(docs.join("settings.schema.json")).unwrap()).unwrap();
    assert_eq!(stored, schema(), "docs/book/src/settings.schema.json is not what `pith settings schema` prints");
}
