#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use pith_types::{AssistantMessage, Message};

use super::*;
use crate::{
    DamageKind, EntryKind, Label, ModelChange, NodeKind, OpenError, SessionInfo, WriteError, stamps::tests::Fixed,
};

/// A folder of sessions of its own.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn session(&self) -> Session {
        let new = NewSession { cwd: "/work".into(), ..NewSession::default() };
        Session::create(&self.path("sessions"), new, owner(), Arc::new(Fixed::default()))
    }

    /// A file with a header and these lines.
    pub(crate) fn file(&self, lines: &[&str]) -> PathBuf {
        let path = self.path("s.jsonl");
        let header = r#"{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}"#;
        let lines: String = [header].iter().chain(lines).map(|line| format!("{line}\n")).collect();
        fs::write(&path, lines).unwrap();
        path
    }
}

pub(crate) fn owner() -> Owner {
    Owner { pid: 42, host: "here".to_owned(), started_ms: 1 }
}

pub(crate) fn open(path: &Path) -> Result<Session, OpenError> {
    Session::open(path, Path::new("/given"), owner(), Arc::new(Fixed::default()))
}

pub(crate) fn user(text: &str) -> EntryKind {
    EntryKind::message(Message::user(text, 1))
}

pub(crate) fn lines(session: &Session) -> Vec<String> {
    fs::read_to_string(session.path().unwrap()).unwrap().lines().map(str::to_owned).collect()
}

/// The ids on the branch of the leaf.
pub(crate) fn branch(session: &Session) -> String {
    let branch = session.tree().branch(session.leaf().unwrap().as_str());
    branch.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn message(id: &str, parent: &str) -> String {
    format!(
        r#"{{"type":"message","id":"{id}","parentId":{parent},"timestamp":"t","message":{{"role":"user","content":"{id}","timestamp":1}}}}"#
    )
}

/// A file of entries, each after the one before.
pub(crate) fn chain(ids: &[&str]) -> Vec<String> {
    let parents = std::iter::once("null".to_owned()).chain(ids.iter().map(|id| format!("\"{id}\"")));
    ids.iter().zip(parents).map(|(id, parent)| message(id, &parent)).collect()
}

fn kinds(session: &Session) -> Vec<(Option<u64>, DamageKind)> {
    session.damage().iter().map(|damage| (damage.line, damage.kind.clone())).collect()
}

const BROKEN: DamageKind = DamageKind::BrokenLine { recovered: false };

#[test]
fn nothing_is_written_before_the_first_message_of_a_person_or_a_model() {
    let folder = Folder::new();
    let mut session = folder.session();
    let change = ModelChange { provider: "p".to_owned(), model_id: "m".to_owned() };
    let appended = session.append(EntryKind::ModelChange(change));
    assert!(matches!(appended.written, Written::Held));
    session.flush().unwrap();
    assert!(!session.path().unwrap().exists());
    assert_eq!(session.unsaved(), 1);
    assert!(matches!(session.append(user("hi")).written, Written::Saved));
    let lines = lines(&session);
    assert_eq!(lines.len(), 3);
    let header = r#"{"type":"session","version":3,"id":"01a22c54-cf07-7000-8000-000000000000","timestamp":"2026-11-30T12:01:25.255Z","cwd":"/work"}"#;
    assert_eq!(lines.first().unwrap(), header);
    let change = r#"{"type":"model_change","id":"01010101","parentId":null,"timestamp":"2026-11-30T12:01:25.255Z","provider":"p","modelId":"m"}"#;
    assert_eq!(lines.get(1).unwrap(), change);
    let name = session.path().unwrap().file_name().unwrap().to_str().unwrap();
    assert_eq!(name, "2026-11-30T12-01-25-255Z_01a22c54-cf07-7000-8000-000000000000.jsonl");
}

#[cfg(unix)]
#[test]
fn files_are_readable_by_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("hi"));
    let path = session.path().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(path), mode(path.parent().unwrap())), (0o600, 0o700));
}

#[test]
fn a_session_that_was_written_is_read_back_the_same() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    session.append(EntryKind::message(AssistantMessage { model: "m".to_owned(), ..AssistantMessage::default() }));
    session.append(EntryKind::SessionInfo(SessionInfo { name: Some("n".to_owned()) }));
    let (path, context, before) = (session.path().unwrap().to_owned(), session.context(), branch(&session));
    assert_eq!(session.unsaved(), 0);
    drop(session);
    let session = open(&path).unwrap();
    assert_eq!((session.context(), branch(&session), session.name()), (context, before, Some("n")));
    assert_eq!(session.damage(), []);
}

#[test]
fn an_opened_session_goes_on_after_its_last_line() {
    let folder = Folder::new();
    let path = folder.file(&chain(&["a", "b"]).iter().map(String::as_str).collect::<Vec<_>>());
    let mut session = open(&path).unwrap();
    let appended = session.append(user("c"));
    assert_eq!(appended.entry.parent_id.as_ref().unwrap().as_str(), "b");
    assert_eq!(lines(&session).len(), 4);
    assert_eq!(session.entry(appended.id().as_str()).unwrap(), appended.entry);
}

#[test]
fn an_empty_name_takes_the_name_away() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(EntryKind::SessionInfo(SessionInfo { name: Some("n".to_owned()) }));
    assert_eq!(session.name(), Some("n"));
    session.append(EntryKind::SessionInfo(SessionInfo { name: None }));
    session.append(user("hi"));
    assert_eq!(session.name(), None);
    let path = session.path().unwrap().to_owned();
    drop(session);
    assert_eq!(open(&path).unwrap().name(), None);
}

#[test]
fn a_session_in_memory_is_written_nowhere() {
    let mut session = Session::in_memory(NewSession::default(), Arc::new(Fixed::default()));
    assert!(matches!(session.append(user("hi")).written, Written::Held));
    session.flush().unwrap();
    assert_eq!((session.path(), session.unsaved()), (None, 0));
    assert_eq!(session.context().messages.len(), 1);
}

#[test]
fn a_torn_last_line_is_told_and_the_next_entry_stands_on_its_own_line() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    let torn = r#"{"type":"message","id":"b","par"#;
    fs::write(&path, fs::read_to_string(&path).unwrap() + torn).unwrap();
    let before = fs::read(&path).unwrap();
    let mut session = open(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before, "opening changes nothing");
    assert_eq!(kinds(&session), [(Some(3), BROKEN)]);
    let appended = session.append(user("c"));
    assert_eq!(appended.entry.parent_id.as_ref().unwrap().as_str(), "a");
    assert_eq!(lines(&session).get(2).map(String::as_str), Some(torn));
    assert_eq!(session.entry(appended.id().as_str()).unwrap(), appended.entry);
    drop(session);
    assert_eq!(open(&path).unwrap().context().messages.len(), 2);
}

#[test]
fn a_whole_last_line_without_an_end_is_an_entry() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    fs::write(&path, fs::read_to_string(&path).unwrap() + &message("b", "\"a\"")).unwrap();
    let mut session = open(&path).unwrap();
    session.append(user("c"));
    assert_eq!((session.damage(), lines(&session).len()), (&[][..], 4));
    assert_eq!(session.context().messages.len(), 3);
}

#[test]
fn children_of_a_torn_line_are_joined_to_its_parent_where_that_can_be_read() {
    let folder = Folder::new();
    let torn = r#"{"type":"message","id":"b","parentId":"a","timestamp":"t","message":{"ro"#;
    let path = folder.file(&[&message("a", "null"), &message("x", "\"a\""), torn, &message("c", "\"b\"")]);
    let session = open(&path).unwrap();
    assert_eq!(branch(&session), "a c");
    assert_eq!(kinds(&session), [(Some(4), BROKEN)], "told once");
}

#[test]
fn a_broken_line_is_told_once_and_what_is_missing_besides_is_told_too() {
    let folder = Folder::new();
    let lost = [message("c", "\"lost\""), message("d", "\"lost\"")];
    let path = folder.file(&[&message("a", "null"), "{torn", &lost[0], &lost[1], &message("e", "\"gone\"")]);
    let gone = DamageKind::MissingParent { id: "e".into(), parent: "gone".into(), joined_to: Some("a".into()) };
    assert_eq!(kinds(&open(&path).unwrap()), [(Some(3), BROKEN), (Some(6), gone)]);
}

#[test]
fn an_entry_that_follows_itself_is_told() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), &message("b", "\"b\""), &message("c", "\"b\"")]);
    let session = open(&path).unwrap();
    assert_eq!(branch(&session), "a b c");
    let circle = DamageKind::Cycle { id: "b".into(), joined_to: Some("a".into()) };
    assert_eq!(kinds(&session), [(Some(3), circle)]);
}

#[test]
fn children_of_a_line_that_says_nothing_are_joined_to_the_entry_before_it() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), "garbage", &message("x", "\"a\""), &message("c", "\"b\"")]);
    assert_eq!(branch(&open(&path).unwrap()), "a c");
    let torn = r#"{"type":"message","id":"b","pa"#;
    let path = folder.file(&[&message("a", "null"), torn, &message("x", "\"a\""), &message("c", "\"b\"")]);
    assert_eq!(branch(&open(&path).unwrap()), "a c");
}

#[test]
fn several_torn_lines_in_a_row_lead_to_the_first_good_one_above() {
    let folder = Folder::new();
    let torn = |id: &str, parent: &str| format!(r#"{{"type":"message","id":"{id}","parentId":{parent},"times"#);
    let path = folder.file(&[
        &message("a", "null"),
        &torn("b", "\"a\""),
        &torn("c", "\"b\""),
        &message("d", "\"c\""),
        &message("e", "\"d\""),
    ]);
    assert_eq!(branch(&open(&path).unwrap()), "a d e");
    let path = folder.file(&[&torn("a", "null"), &message("b", "\"a\"")]);
    assert_eq!(branch(&open(&path).unwrap()), "b");
}

#[test]
fn a_parent_that_never_was_is_replaced_by_the_entry_before() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), &message("b", "\"a\""), &message("c", "\"gone\"")]);
    let session = open(&path).unwrap();
    assert_eq!(branch(&session), "a b c");
    let joined = DamageKind::MissingParent { id: "c".into(), parent: "gone".into(), joined_to: Some("b".into()) };
    assert_eq!(kinds(&session), [(Some(4), joined)]);
}

#[test]
fn a_circle_is_cut_at_its_first_entry() {
    let folder = Folder::new();
    let path =
        folder.file(&[&message("a", "null"), &message("b", "\"c\""), &message("c", "\"b\""), &message("d", "\"c\"")]);
    let session = open(&path).unwrap();
    assert_eq!(branch(&session), "a b c d");
    assert_eq!(kinds(&session), [(None, DamageKind::Cycle { id: "b".into(), joined_to: Some("a".into()) })]);
    drop(session);
    for parents in [["\"a\"", "\"c\"", "\"b\""], ["\"c\"", "\"a\"", "\"b\""]] {
        let [a, b, c] = parents;
        let path = folder.file(&[&message("a", a), &message("b", b), &message("c", c)]);
        assert_eq!(branch(&open(&path).unwrap()), "a b c", "{parents:?}");
    }
}

#[test]
fn a_long_file_in_reverse_order_is_still_a_chain() {
    let folder = Folder::new();
    let ids: Vec<String> = (0..3000).map(|number| format!("e{number}")).collect();
    let mut lines = chain(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    lines.reverse();
    let session = open(&folder.file(&lines.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
    assert_eq!(session.tree().branch("e2999").len(), 3000);
    assert_eq!(session.damage(), []);
}

#[test]
fn an_entry_behind_a_torn_one_on_the_same_line_is_kept() {
    let folder = Folder::new();
    let line = r#"{"type":"message","id":"b","parentId":"a","mess"#.to_owned() + &message("c", "\"a\"");
    let session = open(&folder.file(&[&message("a", "null"), &line])).unwrap();
    assert_eq!(branch(&session), "a c");
    assert_eq!(kinds(&session), [(Some(3), DamageKind::BrokenLine { recovered: true })]);
    assert_eq!(session.context().messages.len(), 2);
}

#[test]
fn a_byte_order_mark_blank_lines_and_carriage_returns_are_no_damage() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), "", &(message("b", "\"a\"") + "\r")]);
    fs::write(&path, format!("\u{feff}{}", fs::read_to_string(&path).unwrap())).unwrap();
    let session = open(&path).unwrap();
    assert_eq!((session.damage(), session.context().messages.len()), (&[][..], 2));
}

#[test]
fn unknown_types_are_kept_and_chained() {
    let folder = Folder::new();
    let new = r#"{"type":"from_later","id":"b","parentId":"a","timestamp":"t","message":[1],"x":{"y":1}}"#;
    let path = folder.file(&[&message("a", "null"), new, &message("c", "\"b\"")]);
    let session = open(&path).unwrap();
    assert_eq!((branch(&session).as_str(), session.context().messages.len()), ("a b c", 2));
    assert_eq!(serde_json::to_string(&session.entry("b").unwrap()).unwrap(), new);
}

#[test]
fn half_a_surrogate_pair_in_a_message_is_no_damage() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null").replace("\"content\":\"a\"", r#""content":"\ud83d!""#)]);
    let session = open(&path).unwrap();
    assert_eq!((session.damage(), session.context().messages.len()), (&[][..], 1));
}

#[test]
fn a_lost_header_is_rebuilt_and_told() {
    let folder = Folder::new();
    let path = folder.path("2026-11-30T12-04-33-586Z_abc.jsonl");
    fs::write(&path, format!("{{\"type\":\"sess\n{}\n", message("a", "null"))).unwrap();
    let session = open(&path).unwrap();
    assert_eq!((session.id(), session.header().cwd.as_str()), ("abc", "/given"));
    assert_eq!(kinds(&session), [(Some(1), DamageKind::HeaderRebuilt), (Some(1), BROKEN)]);
    assert_eq!(session.context().messages.len(), 1);
}

#[test]
fn a_file_with_other_content_is_refused_and_left_alone() {
    let folder = Folder::new();
    for content in ["hello\n", "{\"a\":1}\n", "\u{0}\u{1}"] {
        let path = folder.path("x.jsonl");
        fs::write(&path, content).unwrap();
        assert!(matches!(open(&path), Err(OpenError::NotASession { .. })), "{content}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    assert!(matches!(open(folder.0.path()), Err(OpenError::NotASession { .. })));
    assert!(matches!(open(&folder.path("none.jsonl")), Err(OpenError::Read { .. })));
}

#[test]
fn an_empty_file_becomes_a_new_session() {
    let folder = Folder::new();
    let path = folder.path("x.jsonl");
    fs::write(&path, "").unwrap();
    let mut session = open(&path).unwrap();
    assert_eq!(session.header().cwd, "/given");
    assert!(matches!(session.append(user("hi")).written, Written::Saved));
    assert_eq!(lines(&session).len(), 2);
}

#[test]
fn a_newer_format_is_refused() {
    let folder = Folder::new();
    let path = folder.file(&[]);
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("\"version\":3", "\"version\":99")).unwrap();
    let error = open(&path).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("written by a newer program (version 99)"), "{error}");
}

/// A session of the first format.
const OLD: &str = r#"{"type":"session","id":"old","timestamp":"t","cwd":"/old"}
{"type":"message","timestamp":"2025-11-30T12:01:26.000Z","message":{"role":"user","content":"one","timestamp":1}}
{"type":"message","timestamp":"t","message":{"role":"hookMessage","customType":"x","content":"hook","display":true,"timestamp":2}}
{"type":"message","timestamp":"t","message":{"role":"user","content":"two","timestamp":3}}
{"type":"compaction","timestamp":"2025-11-30T12:01:29.000Z","summary":"sum","firstKeptEntryIndex":2,"tokensBefore":10}
{"type":"message","timestamp":"t","message":{"role":"user","content":"three","timestamp":4}}
"#;

#[test]
fn a_session_of_the_first_format_goes_on_in_a_new_file() {
    let folder = Folder::new();
    let path = folder.path("old.jsonl");
    fs::write(&path, OLD).unwrap();
    let mut session = open(&path).unwrap();
    let roles: Vec<_> = session.context().messages.iter().map(|message| message.role().to_owned()).collect();
    assert_eq!(roles, ["compactionSummary", "custom", "user", "user"]);
    session.flush().unwrap();
    assert!(!session.path().unwrap().exists(), "nothing is new yet");
    assert!(matches!(session.append(user("four")).written, Written::Saved));
    assert_ne!(session.path(), Some(path.as_path()));
    assert_eq!(session.path().unwrap().parent(), path.canonicalize().unwrap().parent());
    assert_eq!(session.header().cwd, "/old");
    let parent = session.header().parent_session.clone().unwrap();
    assert_eq!(Path::new(&parent), path.canonicalize().unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(lines(&session).len(), 7);
    let new = session.path().unwrap().to_owned();
    drop(session);
    let session = open(&new).unwrap();
    assert_eq!((session.context().messages.len(), session.damage().len()), (5, 0));
}

#[test]
fn the_role_of_the_second_format_is_brought_up_to_date() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null"), &message("b", "\"a\"").replace("user", "hookMessage")]);
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("\"version\":3", "\"version\":2")).unwrap();
    let session = open(&path).unwrap();
    assert_eq!(branch(&session), "a b");
    assert_eq!(session.context().messages.last().unwrap().role(), "custom");
}

#[test]
fn a_session_has_one_writer() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("hi"));
    let path = session.path().unwrap().to_owned();
    let error = open(&path).map(|_| ()).unwrap_err();
    assert!(error.to_string().ends_with("is in use by process 42 on `here`"), "{error}");
    drop(session);
    drop(open(&path).unwrap());
    let names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(names, [path], "no lock is left");
}

#[test]
fn a_lock_file_of_a_dead_process_is_no_obstacle() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    fs::write(folder.path("s.jsonl.lock"), r#"{"pid":1,"host":"x","startedMs":1}"#).unwrap();
    assert!(open(&path).is_ok());
}

#[cfg(unix)]
#[test]
fn two_paths_to_one_session_share_its_lock() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    std::os::unix::fs::symlink(&path, folder.path("link.jsonl")).unwrap();
    let _first = open(&path).unwrap();
    assert!(matches!(open(&folder.path("link.jsonl")), Err(OpenError::Locked { .. })));
}

#[test]
fn what_another_program_writes_is_read_before_the_next_entry_and_told() {
    use std::io::Write as _;
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    let mut session = open(&path).unwrap();
    session.append(user("mine"));
    let mine = session.leaf().unwrap().clone();
    let mut other = fs::OpenOptions::new().append(true).open(&path).unwrap();
    writeln!(other, "{}", message("foreign", "\"a\"")).unwrap();
    let appended = session.append(user("more"));
    assert!(matches!(appended.written, Written::Saved));
    assert_eq!(appended.entry.parent_id, Some(mine));
    assert_eq!(kinds(&session), [(None, DamageKind::ForeignEntries { count: 1 })]);
    assert_eq!(session.tree().parent("foreign").unwrap().as_str(), "a");
    assert_eq!(session.entry(appended.id().as_str()).unwrap(), appended.entry);
    assert!(session.entry("foreign").is_ok());
    assert_eq!(session.context().messages.len(), 3);
}

#[test]
fn a_foreign_line_that_is_not_ended_is_ended_before_ours() {
    use std::io::Write as _;
    let folder = Folder::new();
    let mut session = open(&folder.file(&[&message("a", "null")])).unwrap();
    let mut other = fs::OpenOptions::new().append(true).open(session.path().unwrap()).unwrap();
    write!(other, "{{\"torn").unwrap();
    let appended = session.append(user("mine"));
    assert_eq!(lines(&session).len(), 4);
    assert_eq!(session.entry(appended.id().as_str()).unwrap(), appended.entry);
}

#[cfg(unix)]
#[test]
fn a_file_that_was_removed_replaced_or_cut_is_not_written_to() {
    let change = |how: &str, path: &Path| match how {
        "removed" => fs::remove_file(path).unwrap(),
        "replaced" => {
            fs::copy(path, path.with_extension("new")).unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        }
        _ => fs::OpenOptions::new().write(true).open(path).unwrap().set_len(10).unwrap(),
    };
    for how in ["removed", "replaced", "cut"] {
        let folder = Folder::new();
        let path = folder.file(&[&message("a", "null")]);
        let mut session = open(&path).unwrap();
        change(how, &path);
        let before = fs::read(&path).ok();
        let Written::Failed(WriteError::Changed { .. }) = session.append(user("lost?")).written else {
            unreachable!("{how}")
        };
        assert_eq!((session.unsaved(), fs::read(&path).ok()), (1, before), "{how}");
        assert!(session.flush().is_err(), "{how}");
    }
}

#[test]
fn a_file_that_cannot_be_made_leaves_the_conversation_in_memory() {
    let folder = Folder::new();
    fs::write(folder.path("sessions"), "in the way").unwrap();
    let mut session = folder.session();
    let appended = session.append(user("one"));
    let Written::Failed(error) = appended.written else { unreachable!() };
    assert!(matches!(error, WriteError::Create { .. }), "{error}");
    session.append(user("two"));
    assert_eq!((session.context().messages.len(), session.unsaved()), (2, 2));
    fs::remove_file(folder.path("sessions")).unwrap();
    session.flush().unwrap();
    assert_eq!((lines(&session).len(), session.unsaved()), (3, 0));
    assert_eq!(session.context().messages.len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn entries_that_could_not_be_written_are_written_before_newer_ones() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    // A device that is always full stands in for the file while its writer is opened.
    let mut session = open(&path).unwrap();
    let kept = folder.path("kept");
    fs::rename(&path, &kept).unwrap();
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    assert!(matches!(session.append(user("one")).written, Written::Failed(_)));
    fs::remove_file(&path).unwrap();
    fs::rename(&kept, &path).unwrap();
    assert!(matches!(session.append(user("two")).written, Written::Saved));
    let lines = lines(&session);
    assert_eq!(lines.len(), 4);
    assert!(lines.get(2).unwrap().contains("\"one\"") && lines.get(3).unwrap().contains("\"two\""));
}

#[test]
fn labels_are_entries_like_others() {
    let folder = Folder::new();
    let mut session = folder.session();
    let target = session.append(user("hi")).entry.id;
    let appended = session.append(EntryKind::Label(Label { target_id: target, label: Some("start".to_owned()) }));
    assert_eq!(session.tree().kind(appended.id().as_str()), Some(NodeKind::Label));
}
