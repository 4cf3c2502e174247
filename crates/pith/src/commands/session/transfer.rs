//! Sessions out of the program's folders and into them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pith_session::{Session, find};

use super::Places;
use crate::problem::files;
use crate::show;
use crate::wire::System;

/// Exports a session and says where to.
pub(super) fn export_command(places: &Places, text: &str, out: Option<&str>) -> anyhow::Result<u8> {
    let out = export(places, text, out)?;
    show(&format!("{}\n", out.display()))
}

/// Writes a session to a file: as JSON Lines where its name ends in `.jsonl`, else as a page to read. Without a name the
/// page goes into the working directory.
///
/// # Errors
/// When there is no such session, or the file cannot be written.
pub(super) fn export(places: &Places, text: &str, out: Option<&str>) -> anyhow::Result<PathBuf> {
    let path = places.named(text)?;
    let session = places.look(&path)?;
    let out = out.map_or_else(|| places.cwd().join(page_name(&path)), |out| places.environment.resolve(out));
    if out.extension().is_some_and(|extension| extension == "jsonl") {
        session.export_jsonl(&out)?;
    } else {
        session.export_html(&out)?;
    }
    Ok(out)
}

/// Takes in a session file from elsewhere; says where it is now.
pub(super) fn import(places: &Places, file: &str) -> anyhow::Result<u8> {
    let path = places.environment.resolve(file);
    let (cwd, owner) = (places.cwd(), places.owner.clone());
    let session = Session::import(&path, &places.folder, cwd, owner, Arc::new(System))?;
    let taken = session.path().unwrap_or(&path);
    // The copy keeps its id, so that both of them answer to it when the original is here already.
    let same = find::list(&places.folder).into_iter().filter(|one| one.header.id == session.id() && one.path != taken);
    let same: Vec<PathBuf> = same.map(|one| one.path).collect();
    if !same.is_empty() {
        let (id, others) = (session.id(), files(&same));
        places.report.warning(&format!("session `{id}` is here already, in {others}; name one of them by its path"));
    }
    show(&format!("{}\n", taken.display()))
}

fn page_name(session: &Path) -> String {
    let stem = session.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    format!("pith-session-{stem}.html")
}
