#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

/// One line of each type, in the order in which they are written.
const LINES: &[&str] = &[
    r#"{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"hi","timestamp":1}}"#,
    r#"{"type":"message","id":"a","parentId":"b","timestamp":"t","message":{"role":"bashExecution","command":"ls","timestamp":1}}"#,
    r#"{"type":"model_change","id":"a","parentId":"b","timestamp":"t","provider":"p","modelId":"m"}"#,
    r#"{"type":"thinking_level_change","id":"a","parentId":"b","timestamp":"t","thinkingLevel":"high"}"#,
    r#"{"type":"compaction","id":"a","parentId":"b","timestamp":"t","summary":"s","firstKeptEntryId":"b","tokensBefore":5,"details":{"readFiles":[]},"fromHook":false,"systemMessage":{"role":"system","content":"","timestamp":1}}"#,
    r#"{"type":"branch_summary","id":"a","parentId":"b","timestamp":"t","fromId":"b","summary":"s","fromHook":true}"#,
    r#"{"type":"custom","id":"a","parentId":"b","timestamp":"t","customType":"x","data":[1]}"#,
    r#"{"type":"custom_message","id":"a","parentId":"b","timestamp":"t","customType":"x","content":"c","display":true,"details":1}"#,
    r#"{"type":"context_edit","id":"a","parentId":"b","timestamp":"t","targetId":"c","replacement":null}"#,
    r#"{"type":"context_edit","id":"a","parentId":"b","timestamp":"t","targetId":"c","replacement":{"content":"x"}}"#,
    r#"{"type":"label","id":"a","parentId":"b","timestamp":"t","targetId":"c","label":"l"}"#,
    r#"{"type":"label","id":"a","parentId":"b","timestamp":"t","targetId":"c"}"#,
    r#"{"type":"session_info","id":"a","parentId":"b","timestamp":"t","name":"n"}"#,
    r#"{"type":"from_the_future","id":"a","parentId":"b","timestamp":"t","z":1,"a":{"id":2}}"#,
];

#[test]
fn every_type_is_written_as_it_was_read() {
    for line in LINES {
        let entry = Entry::parse(line).unwrap();
        assert_eq!(&serde_json::to_string(&entry).unwrap(), line);
        assert_eq!(matches!(entry.kind, EntryKind::Unknown(_)), line.contains("future"), "{line}");
    }
}

#[test]
fn usage_records_are_read_and_written() {
    let line = r#"{"type":"usage","id":"a","parentId":null,"timestamp":"t","kind":"cache_warm","provider":"p","model":"m","usage":{"input":1,"output":2}}"#;
    let entry = Entry::parse(line).unwrap();
    assert!(matches!(&entry.kind, EntryKind::Usage(record) if record.usage.output == 2 && record.kind == "cache_warm"));
    assert_eq!(Entry::parse(&serde_json::to_string(&entry).unwrap()).unwrap(), entry);
}

#[test]
fn the_order_of_keys_does_not_matter() {
    let entry = Entry::parse(r#"{"customType":"x","timestamp":"t","parentId":"b","id":"a","type":"custom"}"#).unwrap();
    assert_eq!(entry.id.as_str(), "a");
    assert_eq!(entry.kind, EntryKind::Custom(Custom { custom_type: "x".to_owned(), data: None }));
}

#[test]
fn a_line_without_what_its_type_needs_is_an_error() {
    for line in ["", "{}", r#"{"type":"message","id":"a"}"#, r#"{"type":"label","id":"a","parentId":null}"#] {
        assert!(Entry::parse(line).is_err(), "{line}");
    }
}
