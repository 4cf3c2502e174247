#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn front(yaml: &str) -> FrontMatter {
    Document::new(&format!("---\n{yaml}\n---\nbody\n")).front.unwrap()
}

#[test]
fn front_matter_is_what_stands_between_two_lines_of_dashes() {
    let document = Document::new("---\nname: x\n---\n\nbody\n");
    assert_eq!(document.front.unwrap().text("name").as_deref(), Some("x"));
    assert_eq!(document.body, "\nbody\n");
    for text in ["no dashes", "--\nname: x\n--\n", "---\nname: x\n", " ---\nname: x\n---\n", "", "---"] {
        assert_eq!(Document::new(text), Document { front: None, body: text.to_owned() }, "{text:?}");
    }
    assert_eq!(Document::new("---\n---\nb").front, Some(FrontMatter::default()));
}

#[test]
fn line_ends_of_every_kind_read_alike() {
    for text in ["---\r\nname: x\r\n---\r\nbody\r\n", "---\nname: x\r\n---\nbody\n"] {
        let document = Document::new(text);
        assert_eq!(document.front.unwrap().word("name").as_deref(), Some("x"));
        assert_eq!(document.body, "body\n");
    }
}

#[test]
fn an_unquoted_colon_is_mended_and_told_with_its_line() {
    let front = front("name: x\ndescription: Use when: you need X: do Y");
    assert_eq!(front.text("description").as_deref(), Some("Use when: you need X: do Y"));
    assert_eq!(front.word("name").as_deref(), Some("x"));
    let fault = front.fault.unwrap();
    assert_eq!(fault.line, 3);
    assert!(
        !fault.reason.is_empty() && !fault.reason.contains('\n') && !fault.reason.contains("line"),
        "{}",
        fault.reason
    );
}

#[test]
fn other_faults_cost_no_field_either() {
    let front = front("name: \"x y\"\ndescription: @home\nargument-hint: [a] [b]\nflag: true");
    assert!(front.fault.is_some());
    assert_eq!(front.text("description").as_deref(), Some("@home"));
    assert_eq!(front.text("argument-hint").as_deref(), Some("[a] [b]"));
    assert!(front.is_true("flag"));
    assert_eq!(front.word("name"), None, "a mended name that is no plain word is none");
}

#[test]
fn scalars_are_text_as_written_and_names_are_strings() {
    let front = front("name: 12\ndescription: 456\nyes: true\nnothing: null\nlist: [file]\nempty:\n");
    assert_eq!(front.fault, None);
    assert_eq!(front.text("description").as_deref(), Some("456"));
    assert_eq!(front.text("yes").as_deref(), Some("true"));
    assert_eq!(front.text("list").as_deref(), Some("[file]"));
    assert_eq!((front.text("nothing"), front.text("empty"), front.text("other")), (None, None, None));
    assert_eq!(front.word("name"), None);
    assert_eq!(front.line_of("description"), Some(3));
}

#[test]
fn only_true_is_true() {
    for (written, is_true) in [
        ("true", true),
        ("True", true),
        ("true # yes", true),
        ("yes", false),
        ("\"true\"", false),
        ("1", false),
        ("on", false),
    ] {
        assert_eq!(front(&format!("flag: {written}")).is_true("flag"), is_true, "{written}");
        assert!(front("flag: true\nbad: a: b").is_true("flag"));
    }
}

#[test]
fn what_is_wrong_is_told_without_the_parsers_advice_to_programmers() {
    for yaml in ["a: 1\na: 2", "a: 1\n...\nb: 2", "- a", "a: b: c"] {
        let reason = front(yaml).fault.unwrap().reason;
        assert!(
            !reason.is_empty() && !["Policy", "from_str", "line 1"].iter().any(|word| reason.contains(word)),
            "{reason}"
        );
    }
}

#[test]
fn blocks_of_lines_are_folded_in_both_readings() {
    let yaml = "description: >\n  one\n  two\nname: x";
    assert_eq!(front(yaml).text("description").as_deref(), Some("one two\n"));
    let broken = front(&format!("{yaml}\nbad: a: b"));
    assert_eq!(broken.text("description").as_deref(), Some("one two"));
}

#[test]
fn fields_that_are_indented_are_fields_in_both_readings() {
    for yaml in
        ["  name: x\n  description: one", "  name: x\n  description: one: two", "name: x\n\tdescription: one: two"]
    {
        let front = front(yaml);
        assert_eq!(front.word("name").as_deref(), Some("x"), "{yaml}");
        assert!(front.text("description").unwrap().starts_with("one"), "{yaml}");
    }
}

#[test]
fn what_yaml_takes_for_an_anchor_a_tag_or_an_alias_is_text() {
    for text in ["&co does it", "!important rule", "*bold* claim: here"] {
        assert_eq!(front(&format!("name: x\ndescription: {text}")).text("description").as_deref(), Some(text));
    }
}

#[test]
fn front_matter_that_nothing_ends_is_noticed_and_a_ruler_is_none() {
    for text in ["---\nname: x\nbody\n", "---\r\ndescription: x"] {
        assert!(Document::new(text).is_left_open(), "{text:?}");
    }
    for text in ["---\nname: x\n---\n", "---\n\na ruler: above", "---\nplain words\n", "-- a: b\n", "name: x", ""] {
        assert!(!Document::new(text).is_left_open(), "{text:?}");
    }
}
