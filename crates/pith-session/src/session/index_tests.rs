//! Whether a session is read through or its index is used makes no difference but in time.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::PathBuf, sync::Arc};

use proptest::prelude::*;

use super::{
    property_tests::{new, step, take, told},
    tests::{Folder, chain, message, open, owner, user},
    *,
};
use crate::{DamageKind, listing, load::index::path_of, stamps::tests::Counting};

/// All that is told of a session file, without touching it.
fn looked(path: &Path) -> String {
    let mut session = Session::open_to_read(path, Path::new("/given"), Arc::new(Counting::default())).unwrap();
    let (news, header) = (session.news(), session.header().clone());
    format!("{header:?}\n{news:?}\n{}", told(&session))
}

/// Opens a session and closes it with an index, however short it is.
fn indexed(path: &Path, stamps: u64, steps: impl FnOnce(&mut Session)) {
    let stamps = Arc::new(Counting::from(stamps));
    let mut session = Session::open(path, Path::new("/given"), owner(), stamps).unwrap();
    steps(&mut session);
    session.keep_index_from(0);
}

/// A file of three entries with its index.
fn three(folder: &Folder) -> PathBuf {
    let lines = chain(&["a", "b", "c"]);
    let path = folder.file(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    indexed(&path, 1, |_| ());
    assert!(path_of(&path).exists());
    path
}

/// Writes something into the middle of the file, which keeps its size and its time.
fn scribble(path: &Path) {
    let time = fs::metadata(path).unwrap().modified().unwrap();
    let text = fs::read_to_string(path).unwrap().replace("\"id\":\"b\"", "\"id\":\"x\"");
    fs::write(path, text).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_is_the_same_with_its_index_as_without(
        steps in proptest::collection::vec(step(), 1..16),
        damages in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..6_u8), 0..4),
        more in proptest::collection::vec(step(), 0..6),
        ends in any::<bool>(),
    ) {
        let folder = Folder::new();
        let mut session = new(&folder);
        steps.into_iter().for_each(|step| take(&mut session, step));
        let path = session.path().unwrap().to_owned();
        drop(session);
        let mut lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        for (which, from, how) in damages {
            let at = which.index(lines.len());
            let line = lines.get(at).unwrap().clone();
            let mut start = from.index(line.len() + 1);
            while !line.is_char_boundary(start) {
                start -= 1;
            }
            match how {
                // A header may be damaged too; the rest is for entries.
                0 => lines.get_mut(at).unwrap().truncate(start),
                1 => lines.get_mut(at).unwrap().insert_str(start, "}{"),
                _ if at == 0 => {}
                2 => drop(lines.remove(at)),
                // Out of order: circles and children before their parents.
                3 => {
                    let other = 1 + from.index(lines.len() - 1);
                    lines.swap(at, other);
                }
                4 => lines.push(line),
                _ => {
                    let next = lines.get(at + 1).cloned().unwrap_or_default();
                    let id = |line: &str| line.split("\"id\":\"").nth(1).and_then(|rest| rest.get(..8)).map(str::to_owned);
                    if let (Some(own), Some(next)) = (id(&line), id(&next)) {
                        let parent = format!("\"id\":\"{own}\",\"parentId\":\"{next}\",\"was\":");
                        let circle = line.replacen(&format!("\"id\":\"{own}\",\"parentId\":"), &parent, 1);
                        lines.splice(at..=at, [circle]);
                    }
                }
            }
        }
        fs::write(&path, lines.join("\n") + if ends { "\n" } else { "" }).unwrap();
        let Ok(_) = open(&path) else { return Ok(()) };
        for count in [1_u64, 2] {
            indexed(&path, 1_000_000 * count, |session| {
                if count == 2 {
                    more.iter().cloned().for_each(|step| take(session, step));
                }
            });
            let with = looked(&path);
            let _ = fs::remove_file(path_of(&path));
            prop_assert_eq!(with, looked(&path));
        }
    }

    #[test]
    fn an_index_that_is_damaged_is_not_believed(which in any::<prop::sample::Index>(), bit in 0..8_u8, cut in any::<bool>()) {
        let folder = Folder::new();
        let path = three(&folder);
        let index = path_of(&path);
        let mut bytes = fs::read(&index).unwrap();
        let at = which.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= 1 << bit }
        fs::write(&index, bytes).unwrap();
        scribble(&path);
        prop_assert!(looked(&path).contains("MissingParent"), "the session was not read");
    }
}

#[test]
fn a_session_with_an_index_is_not_read_through() {
    let folder = Folder::new();
    let path = three(&folder);
    scribble(&path);
    let session = open(&path).unwrap();
    assert_eq!(session.damage(), []);
    assert_eq!(session.tree().branch("c").len(), 3);
}

#[test]
fn an_index_of_another_size_or_time_is_not_believed() {
    let folder = Folder::new();
    let path = three(&folder);
    scribble(&path);
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let file = fs::File::options().append(true).open(&path).unwrap();
    file.set_modified(time + std::time::Duration::from_nanos(1_000_000_000)).unwrap();
    assert!(!open(&path).unwrap().damage().is_empty());
    let path = three(&folder);
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let mut file = fs::File::options().append(true).open(&path).unwrap();
    std::io::Write::write_all(&mut file, (message("d", "\"c\"") + "\n").as_bytes()).unwrap();
    file.set_modified(time).unwrap();
    assert_eq!(open(&path).unwrap().tree().len(), 4);
}

#[test]
fn an_index_follows_what_is_added_and_goes_with_the_session() {
    let folder = Folder::new();
    let path = three(&folder);
    indexed(&path, 7, |session| drop(session.append(user("more"))));
    scribble(&path);
    let session = open(&path).unwrap();
    assert_eq!((session.damage(), session.tree().len()), (&[][..], 4));
    drop(session);
    assert!(!path_of(&path).to_string_lossy().ends_with(".jsonl"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(path_of(&path)).unwrap().permissions().mode() & 0o777, 0o600);
    }
    listing::remove(&path, &owner()).unwrap();
    assert!(!path_of(&path).exists());
}

#[test]
fn short_sessions_and_those_that_another_program_wrote_to_meanwhile_have_none() {
    let folder = Folder::new();
    let path = folder.file(&[&message("a", "null")]);
    drop(open(&path).unwrap());
    assert!(!path_of(&path).exists());
    indexed(&path, 9, |session| {
        let mut other = fs::File::options().append(true).open(&path).unwrap();
        std::io::Write::write_all(&mut other, (message("b", "\"gone\"") + "\n").as_bytes()).unwrap();
        session.append(user("next"));
        assert!(session.damage().iter().any(|damage| matches!(damage.kind, DamageKind::ForeignEntries { .. })));
    });
    assert!(!path_of(&path).exists());
}
