//! Moving, naming, forking and reading the tree.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path, sync::Arc};

use pith_types::{AssistantMessage, Usage};
use serde_json::{Value, json};

use super::{
    tests::{Folder, branch, chain, lines, message, open, owner, user},
    *,
};
use crate::{
    BranchSummary, Compaction, EntryKind, NodeKind, ReadError,
    stamps::tests::{Counting, Fixed},
};

fn answer(text: &str, tokens: u64) -> EntryKind {
    EntryKind::message(AssistantMessage {
        content: vec![pith_types::Content::text(text)],
        provider: "p".to_owned(),
        model: "m".to_owned(),
        usage: Usage { input: tokens, total_tokens: tokens, ..Usage::default() },
        ..AssistantMessage::default()
    })
}

fn reopened(session: Session) -> Session {
    let path = session.path().unwrap().to_owned();
    drop(session);
    open(&path).unwrap()
}

fn sample(name: &str, folder: &Folder) -> Session {
    let path = folder.path("sample.jsonl");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    fs::copy(samples.join(format!("{name}.jsonl")), &path).unwrap();
    open(&path).unwrap()
}

#[test]
fn a_moved_leaf_is_recorded_and_found_again_and_what_comes_next_follows_the_leaf() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    let second = session.append(user("two")).entry.id;
    assert!(session.move_leaf(Some(second.as_str())).unwrap().is_none());
    assert!(matches!(session.move_leaf(Some("nothing")), Err(ReadError::NoSuchEntry { .. })));
    let moved = session.move_leaf(Some(first.as_str())).unwrap().unwrap();
    assert_eq!(moved.entry.parent_id.as_ref(), Some(&first));
    assert_eq!(session.leaf(), Some(&first));
    assert!(lines(&session).last().unwrap().ends_with(r#""customType":"pith.leaf"}"#));
    let mut session = reopened(session);
    assert_eq!((session.leaf(), session.context().messages.len()), (Some(&first), 1));
    assert!(session.move_leaf(Some(first.as_str())).unwrap().is_none(), "it is recorded already");
    assert_eq!(session.append(user("three")).entry.parent_id, Some(first));
}

#[test]
fn a_leaf_that_moves_back_to_the_last_message_is_recorded_too() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    let second = session.append(user("two")).entry.id;
    session.move_leaf(Some(first.as_str())).unwrap().unwrap();
    session.move_leaf(Some(second.as_str())).unwrap().unwrap();
    assert_eq!(reopened(session).leaf(), Some(&second));
}

#[test]
fn a_leaf_before_every_root_begins_a_second_root() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    session.move_leaf(None).unwrap().unwrap();
    let mut session = reopened(session);
    assert_eq!((session.leaf(), session.context().messages.len()), (None, 0));
    let second = session.append(user("two")).entry;
    assert_eq!(second.parent_id, None);
    assert_eq!(session.tree().children(None).len(), 3, "two messages and the record");
    assert_eq!(session.view().roots.len(), 2, "the record is not shown");
}

#[test]
fn a_summary_of_a_branch_that_is_left_becomes_the_leaf_without_a_record() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    let second = session.append(user("two")).entry.id;
    let summary =
        BranchSummary { from_id: second.clone(), summary: "s".to_owned(), details: None, usage: None, from_hook: None };
    let appended = session.branch_with_summary(Some(first.as_str()), summary).unwrap();
    assert_eq!((appended.entry.parent_id.as_ref(), session.leaf()), (Some(&first), Some(appended.id())));
    assert_eq!(session.common_ancestor(second.as_str(), appended.id().as_str()), Some(&first));
    assert_eq!(lines(&session).len(), 4);
}

#[test]
fn the_newest_label_counts_on_whatever_branch_and_can_be_taken_away() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    let second = session.append(user("two")).entry.id;
    session.set_label(first.as_str(), Some(" start ")).unwrap();
    session.move_leaf(Some(first.as_str())).unwrap();
    session.set_label(first.as_str(), Some("begin")).unwrap();
    session.set_label(second.as_str(), Some("x")).unwrap();
    session.set_label(second.as_str(), None).unwrap();
    assert!(session.set_label("nothing", Some("x")).is_err());
    let session = reopened(session);
    assert_eq!(session.label(first.as_str()).unwrap().label, "begin");
    assert_eq!(session.labels().len(), 1);
}

#[test]
fn a_name_is_one_line_and_blanks_take_it_away() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    session.set_name(" two\n words ");
    assert_eq!(session.name(), Some("two words"));
    let mut session = reopened(session);
    assert_eq!(session.name(), Some("two words"));
    session.set_name("  ");
    assert_eq!(session.name(), None);
    assert_eq!(reopened(session).name(), None);
}

#[test]
fn a_compaction_may_name_itself() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    let appended = session.append_with(|id| {
        EntryKind::Compaction(Compaction {
            summary: "s".to_owned(),
            first_kept_entry_id: id.clone(),
            tokens_before: 1,
            details: None,
            usage: None,
            from_hook: None,
            system_message: None,
        })
    });
    session.append(user("two"));
    assert_eq!(session.context().messages.len(), 2);
    let chosen: Vec<_> = session.context_entries().iter().map(|entry| entry.kind.as_str().to_owned()).collect();
    assert_eq!(chosen, ["compaction", "message"]);
    assert_eq!(session.context_entries().first().map(|entry| entry.id.clone()), Some(appended.entry.id));
}

#[test]
fn entries_since_one_are_those_after_it_in_the_file() {
    let folder = Folder::new();
    let session = open(&folder.file(&chain(&["a", "b", "c"]).iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
    let ids =
        |entries: &mut dyn Iterator<Item = crate::Entry>| entries.map(|entry| entry.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&mut session.entries()), ["a", "b", "c"]);
    assert_eq!(ids(&mut session.entries_since("a").unwrap()), ["b", "c"]);
    assert_eq!(ids(&mut session.branch("b").unwrap().into_iter()), ["a", "b"]);
    assert!(session.entries_since("x").is_err());
}

#[test]
fn a_fork_before_a_message_of_the_person_gives_back_its_text() {
    let folder = Folder::new();
    let session = sample("02-tree-branch-summary-labels-custom", &folder);
    let forked = session.fork("9af5fa23", ForkPosition::Before).unwrap();
    let (fork, prompt) = (forked.session, forked.prompt.unwrap());
    assert!(session.fork_messages().iter().any(|(id, text)| id.as_str() == "9af5fa23" && *text == prompt.to_text()));
    let lines = lines(&fork);
    let line = |at: usize| serde_json::from_str::<Value>(lines.get(at).unwrap()).unwrap();
    assert_eq!(line(0)["parentSession"], json!(session.path().unwrap()));
    assert_eq!((&line(0)["cwd"], line(0)["id"] != json!(session.id())), (&json!("/proj"), true));
    let ids: Vec<_> = (1..6).map(|at| line(at)["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, ["501eca0c", "2d95b7d5", "b21fd052", "dc92f758", "b819d626"]);
    let label = line(6);
    assert_eq!(
        (&label["type"], &label["targetId"], &label["label"]),
        (&json!("label"), &json!("dc92f758"), &json!("start"))
    );
    assert_eq!((&label["parentId"], &label["timestamp"]), (&json!("b819d626"), &json!("2026-11-30T12:01:25.860Z")));
    assert_eq!(lines.len(), 7);
    assert_eq!(fork.leaf().unwrap().as_str(), label["id"].as_str().unwrap());
}

#[test]
fn a_fork_before_the_first_message_is_empty_and_written_with_its_first_prompt() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    let Forked { session: mut fork, prompt } = session.fork(first.as_str(), ForkPosition::Before).unwrap();
    assert_eq!((prompt.unwrap().to_text().as_str(), fork.leaf()), ("one", None));
    assert!(!fork.path().unwrap().exists());
    fork.append(user("other"));
    assert_eq!(lines(&fork).len(), 2);
}

#[test]
fn only_messages_of_the_person_can_be_forked_before() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    let id = session.append(answer("x", 1)).entry.id;
    let error = session.fork(id.as_str(), ForkPosition::Before).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("no message of yours"), "{error}");
    assert!(session.fork("bogus", ForkPosition::Before).is_err());
}

#[test]
fn a_clone_holds_the_branch_of_the_leaf_rechained_over_its_labels() {
    let folder = Folder::new();
    let session = sample("03-fork-before", &folder);
    let clone = session.clone_branch().unwrap();
    let recorded =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples/04-clone.jsonl")).unwrap();
    let chain = |text: &str| -> Vec<(Value, Value)> {
        let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .filter(|line| line["type"] != "label")
            .map(|line| (line["id"].clone(), line["parentId"].clone()))
            .collect()
    };
    assert_eq!(chain(&(lines(&clone).join("\n"))), chain(&recorded));
    assert_eq!(clone.context().messages, session.context().messages);
}

#[test]
fn a_session_in_memory_is_forked_in_memory() {
    let mut session = Session::in_memory(NewSession::default(), Arc::new(Fixed::default()));
    let one = session.append(user("one")).entry.id;
    let two = session.append(answer("two", 1)).entry.id;
    session.set_label(one.as_str(), Some("l")).unwrap();
    let fork = session.fork(two.as_str(), ForkPosition::At).unwrap().session;
    assert_eq!((fork.path(), fork.context().messages.len(), fork.header().parent_session.as_deref()), (None, 2, None));
    assert_eq!(fork.label(one.as_str()).unwrap().label, "l");
}

#[test]
fn a_whole_file_is_forked_with_all_its_branches_into_another_project() {
    let folder = Folder::new();
    let source = sample("02-tree-branch-summary-labels-custom", &folder);
    let path = source.path().unwrap().to_owned();
    let new = NewSession { cwd: "/other".into(), ..NewSession::default() };
    // The source is locked by its writer, and only read here.
    let fork = Session::fork_file(&path, &folder.path("new"), new, owner(), Arc::new(Fixed::default())).unwrap();
    assert_eq!(fork.header().cwd, "/other");
    assert_eq!(Path::new(fork.header().parent_session.as_ref().unwrap()), path.canonicalize().unwrap());
    let rest = |path: &Path| fs::read_to_string(path).unwrap().split_once('\n').unwrap().1.to_owned();
    assert_eq!(rest(fork.path().unwrap()), rest(&path));
    assert_eq!(branch(&fork), branch(&source));
}

#[test]
fn a_damaged_file_is_forked_mended() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), "garbage", &message("c", "\"b\"")]);
    let fork =
        Session::fork_file(&path, &folder.path("new"), NewSession::default(), owner(), Arc::new(Fixed::default()));
    let fork = reopened(fork.unwrap());
    assert_eq!((branch(&fork).as_str(), fork.damage()), ("a c", &[][..]));
}

#[test]
fn an_imported_session_keeps_its_id_and_gets_a_name_that_is_free() {
    let folder = Folder::new();
    let header =
        format!(r#"{{"type":"session","version":3,"id":"s","timestamp":"t","cwd":{}}}"#, json!(folder.path("")));
    let path = folder.path("x.jsonl");
    fs::write(&path, format!("{header}\n{}\n", message("a", "null"))).unwrap();
    let import = |path: &Path| {
        Session::import(path, &folder.path("sessions"), Path::new("/given"), owner(), Arc::new(Fixed::default()))
    };
    let first = import(&path).unwrap();
    let second = import(&path).unwrap();
    let name = |session: &Session| session.path().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!((name(&first), name(&second), second.id()), ("x.jsonl".to_owned(), "x-1.jsonl".to_owned(), "s"));
    let inside = second.path().unwrap().to_owned();
    drop(second);
    assert_eq!(name(&import(&inside).unwrap()), "x-1.jsonl");
}

#[test]
fn a_failed_import_leaves_nothing_behind() {
    let folder = Folder::new();
    let gone = folder.file(&[&message("a", "null")]);
    let text = fs::read_to_string(&gone).unwrap().replace("\"cwd\":\"/\"", "\"cwd\":\"/gone/away\"");
    fs::write(&gone, text).unwrap();
    let foreign = folder.path("foreign.jsonl");
    fs::write(&foreign, "hello\n").unwrap();
    for path in [gone, foreign] {
        let imported =
            Session::import(&path, &folder.path("sessions"), Path::new("/"), owner(), Arc::new(Fixed::default()));
        assert!(imported.is_err());
        assert!(!folder.path("sessions").exists());
    }
}

#[test]
fn the_tree_as_json_nests_children_by_time_with_their_labels() {
    let folder = Folder::new();
    let session = sample("02-tree-branch-summary-labels-custom", &folder);
    let view = session.view();
    let tree: Value = serde_json::from_str(view.to_json().unwrap().get()).unwrap();
    let system = tree.pointer("/0/children/0/children/0").unwrap();
    assert_eq!(system["entry"]["id"], "b21fd052");
    let children: Vec<_> = system["children"].as_array().unwrap().iter().map(|node| &node["entry"]["id"]).collect();
    assert_eq!(children, ["dc92f758", "2d90f808"]);
    let first = system.pointer("/children/0").unwrap();
    assert_eq!((&first["label"], &first["labelTimestamp"]), (&json!("start"), &json!("2026-11-30T12:01:25.860Z")));
    assert_eq!(system.get("label"), None);
}

#[test]
fn a_long_conversation_is_no_deep_recursion() {
    let mut session = Session::in_memory(NewSession::default(), Arc::new(Counting::default()));
    for _ in 0..20_000 {
        session.append(user("x"));
    }
    let json = session.view().to_json().unwrap();
    assert!(json.get().ends_with(&("]}".repeat(20_000) + "]")));
    assert_eq!(session.tree().branch(session.leaf().unwrap().as_str()).len(), 20_000);
}

#[test]
fn sums_are_of_all_branches_and_by_model() {
    let folder = Folder::new();
    let mut session = folder.session();
    let first = session.append(user("one")).entry.id;
    session.append(answer("a", 3));
    session.move_leaf(Some(first.as_str())).unwrap();
    session.append(answer("b", 4));
    let stats = session.stats();
    assert_eq!((stats.user_messages, stats.assistant_messages, stats.messages), (1, 2, 3));
    assert_eq!((stats.usage.input, stats.by_model.len()), (7, 1));
    assert_eq!(session.tree().kind(first.as_str()), Some(NodeKind::Message(crate::Role::User)));
}

#[test]
fn a_session_is_looked_at_while_another_process_writes_to_it_and_stays_as_it_is() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    let path = session.path().unwrap();
    let before = fs::read(path).unwrap();
    let mut looked = Session::open_to_read(path, Path::new("/"), Arc::new(Fixed::default())).unwrap();
    assert!(matches!(looked.append(user("two")).written, Written::Held));
    assert_eq!((fs::read(path).unwrap(), looked.context().messages.len()), (before, 2));
}

#[test]
fn a_newer_format_can_be_looked_at() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("\"version\":3", "\"version\":99")).unwrap();
    let looked = Session::open_to_read(&path, Path::new("/"), Arc::new(Fixed::default())).unwrap();
    assert_eq!((looked.header().version, looked.tree().len()), (99, 1));
}

#[test]
fn a_branch_is_exported_as_a_session_of_its_own_and_replaces_what_is_there() {
    let folder = Folder::new();
    let session = sample("02-tree-branch-summary-labels-custom", &folder);
    let out = folder.path("out.jsonl");
    fs::write(&out, "old").unwrap();
    session.export_jsonl(&out).unwrap();
    let exported = open(&out).unwrap();
    assert_eq!((exported.id(), exported.damage()), (session.id(), &[][..]));
    assert_eq!(exported.context().messages, session.context().messages);
    assert!(exported.tree().len() < session.tree().len());
}

#[test]
fn what_cannot_be_written_is_rescued_into_another_folder() {
    let folder = Folder::new();
    fs::write(folder.path("sessions"), "in the way").unwrap();
    let mut session = folder.session();
    session.append(user("one"));
    session.append(answer("two", 1));
    let (first, second) = (session.rescue(&folder.path("")).unwrap(), session.rescue(&folder.path("")).unwrap());
    assert_ne!(first, second);
    let rescued = open(&first).unwrap();
    assert_eq!((rescued.id(), rescued.context().messages), (session.id(), session.context().messages));
    assert!(session.rescue(&folder.path("nowhere/x\0")).is_err());
}

#[test]
fn what_was_rescued_leaves_no_journal_beside_the_file() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    let path = session.path().unwrap().to_owned();
    let journal = crate::file::journal::path_of(&path);
    session.begin_answer(&AssistantMessage::default());
    session.answer_piece(&AnswerPiece::Text(0, "two".into()));
    while !journal.is_file() {
        std::thread::yield_now();
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(session.append(answer("two", 1)).written, Written::Failed(_)));
    assert!(session.rescue(&folder.path("nowhere/x\0")).is_err());
    assert!(journal.is_file(), "kept while it is the only copy");
    session.rescue(&folder.path("")).unwrap();
    assert!(!journal.exists());
}

#[test]
fn a_session_that_is_closed_is_free_for_others_and_still_readable() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    session.close().unwrap();
    let path = session.path().unwrap().to_owned();
    let mut other = open(&path).unwrap();
    other.append(user("two"));
    assert!(matches!(session.append(user("late")).written, Written::Held));
    assert_eq!((session.context().messages.len(), other.context().messages.len()), (2, 2));
    assert_eq!(lines(&other).len(), 3);
}

#[test]
fn news_are_told_once() {
    let folder = Folder::new();
    let mut session = open(&folder.file(&[&message("a", "null"), "garbage"])).unwrap();
    assert_eq!((session.news().len(), session.news().len(), session.damage().len()), (1, 0, 1));
}
