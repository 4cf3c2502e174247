//! The table of the whole surface, as an examination asks it.

use pith_app::nearest::nearest;

const TABLE: &str = include_str!("../../../../extensions/surface.tsv");

/// Events of earlier versions of Pi: listened to beside those of today, and never told.
const FORMER: &[&str] = &["session_switch", "session_fork", "session_branch", "session_directory", "model_update"];

/// Members that every object of ours has besides those of the table.
const TOLERATED: &[&str] = &["constructor", "toString", "hasOwnProperty", "valueOf"];

/// A name of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Done,
    Partial(&'static str),
    Absent(&'static str),
}

/// The rows of these kinds.
fn rows(kinds: &[&str]) -> impl Iterator<Item = (&'static str, State)> {
    TABLE.lines().filter_map(move |line| {
        let mut parts = line.splitn(4, '\t');
        let (kind, name, state) = (parts.next()?, parts.next()?, parts.next()?);
        let reason = parts.next().unwrap_or_default();
        let state = match state {
            "done" => State::Done,
            "partial" => State::Partial(reason),
            _ => State::Absent(reason),
        };
        kinds.contains(&kind).then_some((name, state))
    })
}

/// What the table says of a name of these kinds; what it says nothing of is nothing, with the name that was probably meant.
pub(super) fn look_up(kinds: &[&str], name: &str) -> Result<State, Option<&'static str>> {
    if TOLERATED.contains(&name) || kinds.contains(&"event") && FORMER.contains(&name) {
        return Ok(State::Done);
    }
    let found = rows(kinds).find(|(known, _)| *known == name);
    found.map(|(_, state)| state).ok_or_else(|| {
        let near = nearest(name, rows(kinds).map(|(known, _)| known));
        near.and_then(|near| rows(kinds).find(|(known, _)| *known == near)).map(|(known, _)| known)
    })
}
