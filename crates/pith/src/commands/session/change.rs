//! Renaming, removing and mending sessions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pith_session::{NewSession, Session, Written, listing};

use super::{Places, places::newer};
use crate::problem::Problem;
use crate::show;
use crate::wire::System;

/// Names a session.
pub(super) fn rename(places: &Places, text: &str, name: &str) -> anyhow::Result<u8> {
    if name.trim().is_empty() {
        return Err(Problem::EmptySessionName.into());
    }
    let mut session = places.open(&places.only(text)?)?;
    if let Written::Failed(error) = session.set_name(name).written {
        return Err(error.into());
    }
    session.close()?;
    Ok(0)
}

/// Removes sessions; says which.
pub(super) fn remove(places: &Places, texts: &[&str]) -> anyhow::Result<u8> {
    // All are looked for first, so that a typing error removes nothing.
    let paths = texts.iter().map(|text| places.only(text)).collect::<Result<Vec<PathBuf>, _>>()?;
    let mut removed = String::new();
    for path in paths {
        listing::remove(&path, &places.owner)?;
        removed.push_str(&format!("removed `{}`\n", path.display()));
    }
    show(&removed)
}

/// Writes a mended copy of a damaged file beside it, with an id of its own. The file itself is left alone.
pub(super) fn repair(places: &Places, text: &str) -> anyhow::Result<u8> {
    let path = places.named(text)?;
    let damaged = Session::open_to_read(&path, places.cwd(), Arc::new(System))?;
    if let Some(newer) = newer(&damaged, &path) {
        // A copy would be of this program's format, without what only the newer one knows.
        return Err(newer.into());
    }
    if damaged.damage().is_empty() {
        return show(&format!("nothing is wrong with `{}`\n", path.display()));
    }
    for damage in damaged.damage() {
        let place = damage.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        places.report.note(&format!("{place}{}", damage.kind));
    }
    let new = NewSession { cwd: damaged.header().cwd.clone().into(), ..NewSession::default() };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mended = Session::fork_file(&path, folder, new, places.owner.clone(), Arc::new(System))?;
    let copy = mended.path().map(Path::to_owned).unwrap_or_default();
    show(&format!("{}\n", copy.display()))
}
