//! `trust.json`: saved decisions by the real path of a folder (2.2.4).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use pith_config::{Diagnostic, UpdateError, read_json, update_json};

/// Decisions by folder, sorted; `null` says that there is none for its folder, anything but that, `true` and `false` is an
/// error.
type Decisions = BTreeMap<String, Option<bool>>;

/// The decision of the nearest folder at or above `folder` that has one.
pub(super) fn nearest(file: &Path, folder: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
    let decisions: Decisions = match read_json(file) {
        Ok(decisions) => decisions?,
        Err(error) => {
            diagnostics.push(error.into_warning("no saved decision about projects holds"));
            return None;
        }
    };
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.ancestors().find_map(|folder| *decisions.get(folder.to_str()?)?)
}

/// Saves decisions among the others; none takes away what was decided for a folder.
///
/// # Errors
/// When the file is locked, broken or not writable; it is then as it was.
pub fn decide(file: &Path, decisions: &[(PathBuf, Option<bool>)]) -> Result<(), UpdateError> {
    update_json(file, |saved: &mut Decisions| {
        for (folder, decision) in decisions {
            let real = folder.canonicalize().unwrap_or_else(|_| folder.clone()).to_string_lossy().into_owned();
            match decision {
                Some(_) => drop(saved.insert(real, *decision)),
                None => drop(saved.remove(&real)),
            }
        }
    })
}

/// Saves a decision among the others.
///
/// # Errors
/// When the file is locked, broken or not writable; it is then as it was.
pub(super) fn save(file: &Path, folder: &Path, trusted: bool) -> Result<(), UpdateError> {
    update_json(file, |decisions: &mut Decisions| {
        decisions.insert(folder.to_string_lossy().into_owned(), Some(trusted));
    })
}
