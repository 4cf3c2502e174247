//! `pith session`: the conversations on this machine.
//!
//! In come words, out go texts for people, or JSON for programs (`--json`). What a session is and how it is kept is the
//! business of `pith-session`.

mod change;
mod list;
mod places;
mod show;
mod transfer;
mod words;

use crate::problem::Problem;
use crate::report::Report;

pub(crate) use places::{Places, tell_copies};

/// The words that can come first.
pub(super) const WORDS: &[&str] = &["list", "show", "search", "rename", "rm", "repair", "export", "import"];

/// Does what the words say; gives the exit code.
///
/// # Errors
/// When the words say nothing known, or what they say fails.
pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    let words::Words { rest, json, everywhere } = words::read(words)?;
    let places = Places::read(report)?;
    match rest.as_slice() {
        [] | ["list"] => list::list(&places, "", everywhere, json),
        ["list", words @ ..] => list::list(&places, &words.join(" "), everywhere, json),
        ["search", words @ ..] if !words.is_empty() => list::list(&places, &words.join(" "), true, json),
        ["show", session] => show::show(&places, session, json),
        ["rename", session, name @ ..] if !name.is_empty() => change::rename(&places, session, &name.join(" ")),
        ["rm", sessions @ ..] if !sessions.is_empty() => change::remove(&places, sessions),
        ["repair", file] => change::repair(&places, file),
        ["export", session] => transfer::export_command(&places, session, None),
        ["export", session, out] => transfer::export_command(&places, session, Some(out)),
        ["import", file] => transfer::import(&places, file),
        _ => Err(Problem::SessionCommand.into()),
    }
}
