//! Whatever is done to a session, its file tells the same when it is opened again; whatever happens to a line of the file
//! costs that line only.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, sync::Arc};

use proptest::prelude::*;

use super::{
    tests::{Folder, open, owner, user},
    *,
};
use crate::{BranchSummary, Compaction, Custom, DamageKind, EntryKind, stamps::tests::Counting};

/// Something that is done to a session. Numbers choose among the entries that there are.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Say(String),
    Note,
    Move(usize),
    MoveBeforeAll,
    Label(usize, Option<String>),
    Name(String),
    Summarize(usize),
    Compact(usize),
    Reopen,
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => ".{0,12}".prop_map(Step::Say),
        1 => Just(Step::Note),
        2 => any::<usize>().prop_map(Step::Move),
        1 => Just(Step::MoveBeforeAll),
        1 => (any::<usize>(), proptest::option::of("[a-z]{1,5}")).prop_map(|(at, label)| Step::Label(at, label)),
        1 => "[a-z ]{0,8}".prop_map(Step::Name),
        1 => any::<usize>().prop_map(Step::Summarize),
        1 => any::<usize>().prop_map(Step::Compact),
        1 => Just(Step::Reopen),
    ]
}

pub(super) fn take(session: &mut Session, step: Step) {
    let ids: Vec<String> = session.tree().entries().map(|(id, _)| id.to_string()).collect();
    let chosen = |at: usize| ids.get(at.checked_rem(ids.len()).unwrap_or(0)).cloned();
    match step {
        Step::Say(text) => drop(session.append(user(&text))),
        Step::Note => {
            let note = Custom { custom_type: "note".to_owned(), data: Some(1.into()) };
            session.append(EntryKind::Custom(note));
        }
        Step::Move(at) => drop(chosen(at).map(|id| session.move_leaf(Some(&id)).unwrap())),
        Step::MoveBeforeAll => drop(session.move_leaf(None).unwrap()),
        Step::Label(at, label) => {
            drop(chosen(at).map(|id| session.set_label(&id, label.as_deref()).unwrap()));
        }
        Step::Name(name) => drop(session.set_name(&name)),
        Step::Summarize(at) => {
            if let Some(id) = chosen(at) {
                let summary = BranchSummary {
                    from_id: id.as_str().into(),
                    summary: "left".to_owned(),
                    details: None,
                    usage: None,
                    from_hook: None,
                };
                session.branch_with_summary(Some(&id), summary).unwrap();
            }
        }
        Step::Compact(at) => {
            let kept = chosen(at);
            session.append_with(|id| {
                EntryKind::Compaction(Compaction {
                    summary: "short".to_owned(),
                    first_kept_entry_id: kept.map_or_else(|| id.clone(), Into::into),
                    tokens_before: 1,
                    details: None,
                    usage: None,
                    from_hook: None,
                    system_message: None,
                })
            });
        }
        Step::Reopen => {}
    }
}

/// All that can be asked of a session's tree.
pub(super) fn told(session: &Session) -> String {
    let entries: Vec<_> = session.entries().collect();
    let mut labels: Vec<_> = session.labels().into_iter().map(|(id, label)| (id, label.label)).collect();
    labels.sort();
    let (leaf, name, context) = (session.leaf(), session.name(), session.context());
    format!("{entries:?}\n{labels:?}\n{leaf:?} {name:?}\n{context:?}\n{}", session.view().to_json().unwrap())
}

pub(super) fn new(folder: &Folder) -> Session {
    let new = NewSession { cwd: "/work".into(), ..NewSession::default() };
    let mut session = Session::create(&folder.path("sessions"), new, owner(), Arc::new(Counting::default()));
    // Before the first message nothing is in the file.
    session.append(user("first"));
    session
}

fn reopen(session: &mut Session, count: u64) {
    let path = session.path().unwrap().to_owned();
    let memory = NewSession::default();
    *session = Session::in_memory(memory, Arc::new(Counting::default()));
    let stamps = Arc::new(Counting::from(count));
    *session = Session::open(&path, Path::new("/given"), owner(), stamps).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_steps_is_read_back_as_the_same_tree(steps in proptest::collection::vec(step(), 0..24)) {
        let folder = Folder::new();
        let mut session = new(&folder);
        for (count, step) in steps.into_iter().enumerate() {
            let reopens = matches!(step, Step::Reopen);
            take(&mut session, step);
            if reopens {
                reopen(&mut session, 1000 * (count as u64 + 1));
            }
        }
        let before = told(&session);
        reopen(&mut session, 1_000_000);
        prop_assert_eq!(session.damage(), &[]);
        prop_assert_eq!(told(&session), before);
    }

    #[test]
    fn damage_to_a_line_costs_that_line_only(
        steps in proptest::collection::vec(step(), 1..16),
        which in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        damage in prop_oneof![Just("".to_owned()), "[\\x00-\\x09\\x0b-\\x7f]{1,8}"],
        cuts in any::<bool>(),
    ) {
        let folder = Folder::new();
        let mut session = new(&folder);
        steps.into_iter().for_each(|step| take(&mut session, step));
        let all: Vec<String> = session.tree().entries().map(|(id, _)| id.to_string()).collect();
        let path = session.path().unwrap().to_owned();
        drop(session);
        let mut lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        let at = 1 + which.index(lines.len() - 1);
        let line = lines.get_mut(at).unwrap();
        let mut start = from.index(line.len());
        while !line.is_char_boundary(start) {
            start -= 1;
        }
        if cuts { line.truncate(start) } else { line.insert_str(start, &damage) }
        if serde_json::from_str::<serde_json::Value>(line).is_ok() {
            return Ok(());
        }
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let session = open(&path).unwrap();
        let lost = all.get(at - 1).unwrap();
        for id in all.iter().filter(|id| *id != lost) {
            prop_assert!(session.entry(id).is_ok(), "{} is gone with {}", id, lost);
        }
        // Some damage is within a text, and is told by whoever reads the entry.
        let told = session.damage().iter().any(|damage| matches!(damage.kind, DamageKind::BrokenLine { .. }));
        let tells = session.entries().any(|entry| session.entry(entry.id.as_str()).is_err());
        prop_assert!(told || tells || lines.get(at).unwrap().trim().is_empty());
        // What followed the lost entry still leads to a root.
        for id in all.iter().filter(|id| *id != lost) {
            prop_assert!(!session.tree().branch(id).is_empty());
        }
    }

    #[test]
    fn no_bytes_make_opening_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), header in any::<bool>()) {
        let folder = Folder::new();
        let path = folder.path("s.jsonl");
        let head: &[u8] = if header { b"{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"t\",\"cwd\":\"/\"}\n" } else { b"" };
        fs::write(&path, [head, &bytes].concat()).unwrap();
        if let Ok(session) = open(&path) {
            session.context();
            session.to_html();
        }
        prop_assert_eq!(fs::read(&path).unwrap(), [head, &bytes].concat());
    }
}
