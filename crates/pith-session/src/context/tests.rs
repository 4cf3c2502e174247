#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};

use pith_types::{AgentMessage, ThinkingLevel};

use super::*;
use crate::{
    CustomMessageEntry, NewSession, Session, ThinkingLevelChange, Written,
    session::tests::{Folder, open, user},
    stamps::tests::Fixed,
};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The messages that the reference made of a sample, as it reports them.
fn recorded(name: &str) -> Vec<AgentMessage> {
    let text = std::fs::read_to_string(fixture(&format!("contexts/{name}.json"))).unwrap();
    pith_types::parse_json(&text).unwrap()
}

/// Opens a copy of a sample, so that nothing is written beside the original.
fn sample(name: &str, folder: &Folder) -> Session {
    let path = folder.path("sample.jsonl");
    std::fs::copy(fixture(&format!("samples/{name}.jsonl")), &path).unwrap();
    open(&path).unwrap()
}

#[test]
fn every_sample_gives_the_recorded_context() {
    let mut samples = 0;
    for entry in std::fs::read_dir(fixture("samples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let folder = Folder::new();
        let session = sample(name, &folder);
        let context = session.context();
        assert_eq!(context.messages, recorded(name), "{name}");
        assert_eq!(context.entries.len(), context.messages.len(), "{name}");
        assert_eq!((session.damage(), context.damage.as_slice()), (&[][..], &[][..]), "{name}");
        samples += 1;
    }
    assert_eq!(samples, 13);
}

#[test]
fn the_branches_of_a_tree_give_the_recorded_contexts() {
    let folder = Folder::new();
    let session = sample("02-tree-branch-summary-labels-custom", &folder);
    assert_eq!(session.context_at("c3f352c7").unwrap().messages, recorded("02a"));
    assert_eq!(session.context_at("6a98bebf").unwrap().messages, recorded("02b"));
    assert!(session.context_at("nothing").is_err());
}

#[test]
fn model_level_and_name_are_the_last_ones() {
    let folder = Folder::new();
    let session = sample("01-tools-thinking-bash-model-change", &folder);
    let context = session.context();
    assert_eq!(context.model, Some(ModelRef { provider: "mock".to_owned(), model: "mock-small".to_owned() }));
    assert_eq!(context.thinking_level, Some(ThinkingLevel::Off));
    assert_eq!(session.name(), Some("Renamed session"));
}

/// A session in memory with these entries, in which `#N` stands for the id of the Nth.
fn session(entries: &[&str]) -> (Session, Vec<EntryId>) {
    let mut session = Session::in_memory(NewSession::default(), std::sync::Arc::new(Fixed::default()));
    let mut ids: Vec<EntryId> = Vec::new();
    for entry in entries {
        let mut line = format!(r#"{{"id":"x","timestamp":"t",{entry}}}"#);
        for (number, id) in ids.iter().enumerate().rev() {
            line = line.replace(&format!("#{number}"), id.as_str());
        }
        let appended = session.append(Entry::parse(&line).unwrap().kind);
        assert!(matches!(appended.written, Written::Held));
        ids.push(appended.entry.id);
    }
    (session, ids)
}

fn text(number: usize) -> String {
    format!(r#""type":"message","message":{{"role":"user","content":"{number}","timestamp":1}}"#)
}

fn texts(context: &Context) -> Vec<String> {
    let text = |message: &AgentMessage| match message {
        AgentMessage::Model(Message::User(user)) => user.content.to_text(),
        AgentMessage::Model(Message::System(system)) => format!("system {}", system.content.to_text()),
        other => other.role().to_owned(),
    };
    context.messages.iter().map(text).collect()
}

#[test]
fn after_a_compaction_stand_its_prompt_its_summary_and_what_it_keeps() {
    let system = r#""type":"message","message":{"role":"system","content":"old","timestamp":1}"#;
    let compaction = r##""type":"compaction","summary":"s","firstKeptEntryId":"#1","tokensBefore":1,"systemMessage":{"role":"system","content":"new"}"##;
    let (session, ids) = session(&[&text(0), &text(1), system, &text(3), compaction, &text(5)]);
    let context = session.context();
    assert_eq!(texts(&context), ["system new", "compactionSummary", "1", "3", "5"]);
    assert_eq!(context.entries.first(), ids.get(4));
    assert_eq!(context.entries.last(), ids.get(5));
}

#[test]
fn a_compaction_that_names_itself_keeps_nothing() {
    let folder = Folder::new();
    let path = folder.path("s.jsonl");
    let lines = [
        r#"{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}"#.to_owned(),
        format!(r#"{{"id":"a","parentId":null,"timestamp":"t",{}}}"#, text(0)),
        r#"{"type":"compaction","id":"c","parentId":"a","timestamp":"t","summary":"s","firstKeptEntryId":"c"}"#
            .to_owned(),
        format!(r#"{{"id":"b","parentId":"c","timestamp":"t",{}}}"#, text(1)),
    ];
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let context = open(&path).unwrap().context();
    assert_eq!(texts(&context), ["compactionSummary", "1"]);
    assert_eq!(context.damage, []);
}

#[test]
fn of_several_compactions_the_last_counts() {
    let compaction = r##""type":"compaction","summary":"s","firstKeptEntryId":"#0","tokensBefore":1"##;
    let later = compaction.replace("#0", "#3");
    let (session, _) = session(&[&text(0), &text(1), compaction, &text(3), &later]);
    assert_eq!(texts(&session.context()), ["compactionSummary", "3"]);
}

#[test]
fn a_compaction_that_keeps_from_an_entry_that_is_not_there_is_told() {
    let compaction = r#""type":"compaction","summary":"s","firstKeptEntryId":"gone","tokensBefore":1"#;
    let (session, ids) = session(&[&text(0), compaction, &text(2)]);
    let context = session.context();
    assert_eq!(texts(&context), ["compactionSummary", "2"]);
    let expected = DamageKind::FirstKeptMissing { id: ids.get(1).unwrap().clone() };
    assert_eq!(context.damage, [expected.into()]);
}

#[test]
fn the_last_edit_of_an_entry_counts_and_null_removes_it() {
    let assistant =
        r#""type":"message","message":{"role":"assistant","content":[],"provider":"p","model":"m","timestamp":1}"#;
    let edit = |target: &str, replacement: &str| {
        format!(r#""type":"context_edit","targetId":"{target}","replacement":{replacement}"#)
    };
    let edits = [
        edit("#0", "null"),
        edit("#1", r#"{"content":"once"}"#),
        edit("#1", r#"{"content":"twice"}"#),
        edit("#2", r#"{"content":"answer"}"#),
    ];
    let mut entries = vec![text(0), text(1), assistant.to_owned()];
    entries.extend(edits);
    let (session, _) = session(&entries.iter().map(String::as_str).collect::<Vec<_>>());
    let context = session.context();
    assert_eq!(texts(&context), ["twice", "assistant"]);
    let answer = context.messages.last().unwrap().as_assistant().unwrap();
    assert_eq!(answer.content, [pith_types::Content::text("answer")]);
}

#[test]
fn an_entry_that_cannot_be_read_is_left_out_and_told() {
    let folder = Folder::new();
    let path = folder.path("s.jsonl");
    let lines = [
        r#"{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}"#.to_owned(),
        format!(r#"{{"id":"a","parentId":null,"timestamp":"t",{}}}"#, text(0)),
        r#"{"type":"message","id":"b","parentId":"a","timestamp":"t","message":{"role":"user","content":5}}"#
            .to_owned(),
        r#"{"type":"compaction","id":"c","parentId":"b","timestamp":"t"}"#.to_owned(),
        format!(r#"{{"id":"d","parentId":"c","timestamp":"t",{}}}"#, text(3)),
    ];
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let context = open(&path).unwrap().context();
    assert_eq!(texts(&context), ["0", "3"]);
    let named = context.damage.iter().filter_map(|damage| match &damage.kind {
        DamageKind::UnreadableEntry { id, .. } => Some(id.as_str()),
        _ => None,
    });
    assert_eq!(named.collect::<Vec<_>>(), ["c", "b"]);
}

#[test]
fn a_choice_of_model_after_an_answer_counts_before_it() {
    let assistant =
        r#""type":"message","message":{"role":"assistant","content":[],"provider":"p","model":"m","timestamp":1}"#;
    let change = r#""type":"model_change","provider":"q","modelId":"n""#;
    let model = |session: &Session| session.context().model.map(|model| format!("{}/{}", model.provider, model.model));
    assert_eq!(model(&session(&[change, assistant]).0).as_deref(), Some("p/m"));
    assert_eq!(model(&session(&[assistant, change]).0).as_deref(), Some("q/n"));
    assert_eq!(model(&session(&[&text(0)]).0), None);
}

#[test]
fn a_custom_message_keeps_its_blocks_and_details() {
    let mut session = Session::in_memory(NewSession::default(), std::sync::Arc::new(Fixed::default()));
    session.append(EntryKind::CustomMessage(CustomMessageEntry {
        custom_type: "x".to_owned(),
        content: "c".into(),
        display: true,
        details: Some(1.into()),
    }));
    session.append(EntryKind::ThinkingLevelChange(ThinkingLevelChange { thinking_level: ThinkingLevel::High }));
    let context = session.context();
    let expected =
        r#"[{"role":"custom","customType":"x","content":"c","display":true,"details":1,"timestamp":1796040085255}]"#;
    assert_eq!(serde_json::to_string(&context.messages).unwrap(), expected);
    assert_eq!(context.thinking_level, Some(ThinkingLevel::High));
}

#[test]
fn only_what_the_context_needs_is_read() {
    let folder = Folder::new();
    let mut session = folder.session();
    for number in 0..5 {
        session.append(user(&number.to_string()));
    }
    let kept = session.leaf().unwrap().clone();
    session.append(EntryKind::Compaction(Compaction {
        summary: "s".to_owned(),
        first_kept_entry_id: kept,
        tokens_before: 1,
        details: None,
        usage: None,
        from_hook: None,
        system_message: None,
    }));
    let read = std::cell::Cell::new(0);
    let counted = |index| {
        read.set(read.get() + 1);
        session.read(index)
    };
    let context = build(session.tree(), session.tree().leaf_index(), &counted);
    assert_eq!(texts(&context), ["compactionSummary", "4"]);
    assert_eq!(read.get(), 2);
}
