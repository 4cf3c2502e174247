#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use super::*;
use crate::session::tests::{Folder, message, owner, user};

fn titles(summaries: &[Summary]) -> Vec<&str> {
    summaries.iter().map(Summary::title).collect()
}

#[test]
fn a_list_tells_name_beginning_and_size_of_each_session() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("  find the\nbug "));
    session.append(user("second"));
    let sessions = folder.path("sessions");
    let summary = summaries(&sessions).pop().unwrap();
    assert_eq!((summary.title(), summary.messages, &summary.name), ("find the bug", 2, &None));
    assert_eq!(
        (summary.header.cwd.as_str(), summary.size),
        ("/work", fs::metadata(session.path().unwrap()).unwrap().len())
    );
    session.set_name("Bug hunt");
    let summary = summaries(&sessions).pop().unwrap();
    assert_eq!((summary.title(), summary.first_message.as_str()), ("Bug hunt", "find the bug"));
    assert!(summary.matches("BUG hunt find") && summary.matches("") && !summary.matches("bug house"));
    assert!(summary.is_of(Path::new("/work")) && !summary.is_of(Path::new("/wor")));
}

#[test]
fn what_the_index_says_counts_only_while_size_and_time_are_the_same() {
    let folder = Folder::new();
    let path = folder.file(&[&message("one", "null")]);
    let sessions = path.parent().unwrap();
    assert_eq!(titles(&summaries(sessions)), ["one"]);
    let index = sessions.join(".pith-index");
    fs::write(&index, fs::read_to_string(&index).unwrap().replace("\"one\"", "\"from the index\"")).unwrap();
    assert_eq!(titles(&summaries(sessions)), ["from the index"]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.clone() + &message("two", "\"one\"") + "\n").unwrap();
    assert_eq!(titles(&summaries(sessions)), ["one"]);
    for broken in ["", "{}", "[{\"file\":1}]"] {
        fs::write(&index, broken).unwrap();
        assert_eq!(titles(&summaries(sessions)), ["one"], "{broken}");
    }
    fs::remove_file(&path).unwrap();
    assert!(summaries(sessions).is_empty());
    assert_eq!(fs::read_to_string(&index).unwrap(), "[]");
}

#[test]
fn a_session_without_a_header_is_listed_and_other_files_are_not() {
    let folder = Folder::new();
    let path = folder.path("2026-11-30T12-04-33-586Z_abc.jsonl");
    fs::write(&path, format!("{{\"type\":\"sess\n{}\n", message("a", "null"))).unwrap();
    fs::write(folder.path("other.jsonl"), "hello\n").unwrap();
    fs::write(folder.path("empty.jsonl"), "").unwrap();
    let found = summaries(path.parent().unwrap());
    assert_eq!(found.iter().map(|summary| summary.header.id.as_str()).collect::<Vec<_>>(), ["abc"]);
}

#[test]
fn a_newer_format_is_listed_and_an_older_one_hidden_behind_its_successor() {
    let folder = Folder::new();
    let write = |name: &str, header: &str| {
        fs::write(folder.path(name), format!("{{\"type\":\"session\",\"timestamp\":\"t\",\"cwd\":\"/\",{header}}}\n"))
            .unwrap();
    };
    write("new.jsonl", r#""version":99,"id":"new""#);
    write("old.jsonl", r#""id":"old""#);
    let ids = || {
        let mut ids: Vec<_> = summaries(&folder.path("")).into_iter().map(|summary| summary.header.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(), ["new", "old"]);
    let parent = serde_json::to_string(&folder.path("old.jsonl")).unwrap();
    write("next.jsonl", &format!(r#""version":3,"id":"next","parentSession":{parent}"#));
    assert_eq!(ids(), ["new", "next"]);
}

#[test]
fn a_session_is_removed_with_its_side_files_unless_it_is_in_use() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("one"));
    let path = session.path().unwrap().to_owned();
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    fs::write(&partial, "x").unwrap();
    assert!(matches!(remove(&path, &owner()), Err(RemoveError::Open(crate::OpenError::Locked { .. }))));
    drop(session);
    remove(&path, &owner()).unwrap();
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
    assert!(remove(&path, &owner()).is_err());
}
