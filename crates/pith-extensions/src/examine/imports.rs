//! What an extension imports: names of host modules that there are not, and its own files.

use std::path::{Path, PathBuf};

use super::surface::{State, look_up};
use crate::modules::{Known, known};

/// Endings that are tried behind a path, and the file of a folder.
const TRIED: &[&str] = &[".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];

/// What is wrong with a name that is imported from a module; the second says whether it will fail.
pub(super) fn doubt(specifier: &str, name: &str) -> Option<(String, bool)> {
    let module = specifier.replace("@mariozechner/", "@earendil-works/");
    match (look_up(&[&module], name), known(specifier, name)) {
        (Ok(State::Absent(reason)), _) => {
            Some((format!("`{name}` of `{specifier}` is absent: {reason}; it throws when it is used"), true))
        }
        (Ok(State::Partial(reason)), _) => Some((format!("`{name}` of `{specifier}`: {reason}"), false)),
        (Err(Some(near)), Known::Missing) => {
            Some((format!("`{specifier}` has no `{name}`; did you mean `{near}`?"), true))
        }
        (_, Known::Missing) => Some((format!("`{specifier}` has no `{name}` here; it throws when it is used"), true)),
        _ => None,
    }
}

/// What is wrong with a module that is imported.
pub(super) fn doubt_module(specifier: &str) -> Option<String> {
    let absent = matches!(known(specifier, "default"), Known::NoModule);
    absent.then(|| format!("the module `{specifier}` is not offered: it can be imported, and throws when it is used"))
}

/// The extension's own file that a relative specifier means.
pub(super) fn own_file(from: &Path, specifier: &str) -> Option<PathBuf> {
    if !specifier.starts_with("./") && !specifier.starts_with("../") {
        return None;
    }
    let path = from.parent()?.join(specifier);
    let written = path.to_string_lossy().into_owned();
    let as_typed = written.strip_suffix("js").map(|stem| PathBuf::from(format!("{stem}ts")));
    let tried = TRIED.iter().map(|ending| PathBuf::from(format!("{written}{ending}")));
    std::iter::once(path).chain(as_typed).chain(tried).find(|path| path.is_file())
}
