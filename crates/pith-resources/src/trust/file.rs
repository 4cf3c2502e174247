//! `trust.json`: saved decisions by the real path of a folder (2.2.4). Read here, never written.

use std::path::Path;

use pith_config::Diagnostic;
use serde_json::{Map, Value};

/// The decision of the nearest folder at or above `folder` that has one.
pub(super) fn nearest(file: &Path, folder: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
    let decisions = read(file, diagnostics)?;
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.ancestors().find_map(|folder| decisions.get(folder.to_str()?)?.as_bool())
}

/// The decisions; `null` says that there is none for its folder, anything but that, `true` and `false` is an error.
fn read(file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<Map<String, Value>> {
    let mut unusable = |reason: String| {
        diagnostics.push(Diagnostic::warning(format!("{reason}; no saved decision about projects holds")).at(file));
        None
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => return unusable(format!("could not be read ({error})")),
    };
    match serde_json::from_str::<Map<String, Value>>(text.strip_prefix('\u{feff}').unwrap_or(&text)) {
        Ok(decisions) => match decisions.iter().find(|(_, value)| !value.is_boolean() && !value.is_null()) {
            Some((folder, _)) => unusable(format!("`{folder}` must be `true`, `false` or `null`")),
            None => Some(decisions),
        },
        Err(error) => unusable(format!("is no JSON object of decisions ({error})")),
    }
}
