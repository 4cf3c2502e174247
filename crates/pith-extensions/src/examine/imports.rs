//! What an extension imports: modules that are not offered, and names that they do not have.

use super::surface::{State, look_up};
use crate::modules::{Known, known};

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
