//! What the recorded cases do not show; those are replayed by `pith-agent`.

use serde_json::{Map, Value, json};

use super::*;

fn read_in_pieces(text: &str, cut: impl Fn(usize) -> bool) -> Option<Value> {
    let mut parser = IncrementalParser::default();
    let mut start = 0;
    for (at, _) in text.char_indices().filter(|(at, _)| cut(*at)) {
        parser.append(&text[start..at]);
        start = at;
    }
    parser.append(&text[start..]);
    parser.value().cloned()
}

const TEXT: &str = r#"{"s":"a\n\u00e9\ud83d\ude00\\ \"q\"","n":-1.5e+2,"l":[true,null,[],{"x":{}}],"é":"","z":0}"#;

#[test]
fn any_cut_gives_the_value_of_the_whole() -> Result<(), serde_json::Error> {
    let whole: Value = serde_json::from_str(TEXT)?;
    assert_eq!(read_in_pieces(TEXT, |_| true).as_ref(), Some(&whole), "char by char");
    for cut in 1..TEXT.len() {
        assert_eq!(read_in_pieces(TEXT, |at| at == cut).as_ref(), Some(&whole), "cut at {cut}");
    }
    Ok(())
}

#[test]
fn every_prefix_is_readable_and_growing_in_place_gives_the_same() {
    for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
        let mut parser = IncrementalParser::default();
        parser.append(&TEXT[..end]);
        let mut object = Map::new();
        let mut growing = IncrementalParser::default();
        for c in TEXT[..end].chars() {
            growing.grow(&mut object, c.encode_utf8(&mut [0; 4]));
        }
        let shown = parser.value().and_then(Value::as_object).cloned().unwrap_or_default();
        assert_eq!(object, shown, "{}", &TEXT[..end]);
    }
}

#[test]
fn half_a_surrogate_pair_is_a_replacement_character() {
    for (text, expected) in [
        (r#"["\ud83d"]"#, "\u{fffd}"),
        (r#"["\ud83dx"]"#, "\u{fffd}x"),
        (r#"["\ud83d\n"]"#, "\u{fffd}\n"),
        (r#"["\ud83d\u12"]"#, "\u{fffd}\\u12"),
        (r#"["\ude00"]"#, "\u{fffd}"),
    ] {
        assert_eq!(read_in_pieces(text, |_| true), Some(json!([expected])), "{text}");
    }
    let parsed = parse_tool_call_arguments(r#"{"a":"\ud83d"}"#);
    assert_eq!(Value::Object(parsed.arguments), json!({"a": "\u{fffd}"}));
}

#[test]
fn mistakes_are_passed_over() {
    for (text, expected) in [
        (r#"{"a" 1 "b" 2}"#, json!({"a": 1, "b": 2})),
        (r#"{{"x":1}"a":1}"#, json!({"a": 1})),
        (r#"{"a":]1}"#, json!({"a": 1})),
        (r#"{"a":undefined,"b":2}"#, json!({"b": 2})),
        (r#"{1:2,"b":2}"#, json!({"b": 2})),
        (r#"[1,,2]"#, json!([1, 2])),
    ] {
        assert_eq!(read_in_pieces(text, |_| false), Some(expected), "{text}");
    }
}

#[test]
fn a_number_shows_only_while_it_is_one() {
    // A word that is taken back gives its place to what stood there.
    let twice = r#"{"n": 1, "n": -1.5e"x, "m": 2}"#;
    let whole = read_in_pieces(twice, |_| false);
    for at in 0..twice.len() {
        assert_eq!(read_in_pieces(twice, |place| place == at), whole, "{at}");
    }
    assert_eq!(read_in_pieces(twice, |_| true), whole);
    let mut parser = IncrementalParser::default();
    for (piece, expected) in
        [("{\"a\":1", json!({"a": 1})), (".", json!({})), ("5", json!({"a": 1.5})), ("e", json!({"a": 1.5}))]
    {
        parser.append(piece);
        assert_eq!(parser.value(), Some(&expected), "after {piece}");
    }
}

#[test]
fn deep_nesting_is_reported_once_and_very_deep_nesting_is_passed_over() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let mut parser = IncrementalParser::default();
    let changes = parser.append(&nested(40));
    assert_eq!(changes.len(), 33);
    assert!(matches!(changes.last(), Some(Change::Set { path, value }) if path.len() == 32 && value.is_array()));
    let mut parser = IncrementalParser::default();
    parser.append(&nested(100_000));
    assert!(parser.value().is_some());
    assert!(parse_tool_call_arguments(&nested(100_000)).error.is_some());
}

#[test]
fn two_megabytes_in_fifty_thousand_pieces_are_read_in_linear_time() {
    let piece = "0123456789abcdefghijklmnopqrstuvwxyz\\n\\t";
    let mut object = Map::new();
    let mut parser = IncrementalParser::default();
    parser.grow(&mut object, "{\"content\":\"");
    for _ in 0..50_000 {
        parser.grow(&mut object, piece);
    }
    assert_eq!(object.get("content").and_then(Value::as_str).map(str::len), Some(50_000 * 38));
}

#[test]
fn errors_of_arguments_carry_what_was_received() {
    let parsed = parse_tool_call_arguments(r#"{"a":1"#);
    assert!(parsed.error.is_some_and(|error| error.ends_with("\n\nReceived:\n{\"a\":1")));
    assert!(parsed.arguments.is_empty());
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_strange_and_no_cut_matters(text in r#"[\[\]{}:,"\\ntrufalse0-9.eE+\-\u{e9}\u{1f642} ]{0,60}"#, cut in 0usize..60) {
        let cut = (0..=cut.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let mut parser = IncrementalParser::default();
        parser.append(&text[..cut]);
        parser.append(&text[cut..]);
        let mut whole = IncrementalParser::default();
        whole.append(&text);
        proptest::prop_assert_eq!(parser.value(), whole.value());
        // What parses as a whole is read as the same while it comes; the final parse takes no other text for it.
        if let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(&text) {
            proptest::prop_assert_eq!(whole.value(), Some(&value));
        }
    }

    #[test]
    fn repaired_text_differs_only_inside_strings(text in r#"[{}:,"\\nu0-9a-f\u{1}\u{9} ]{0,40}"#) {
        let repaired = repair_json(&text);
        if serde_json::from_str::<Value>(&text).is_ok() {
            proptest::prop_assert_eq!(&repaired, &text);
        }
        let blank = |text: &str| text.chars().filter(|c| matches!(c, '{' | '}' | ':' | ',')).count();
        proptest::prop_assert_eq!(blank(&repaired), blank(&text));
    }
}
