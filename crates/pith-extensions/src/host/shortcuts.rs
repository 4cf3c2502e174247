//! Keys that extensions may have, and which of them they may not.

use pith_app::extension::Diagnostic;
use pith_tui::key_name;

/// Keys that a person needs whatever an extension wants (1.3.4).
const RESERVED: [&str; 15] = [
    "escape",
    "enter",
    "alt+enter",
    "shift+tab",
    "ctrl+c",
    "ctrl+d",
    "ctrl+g",
    "ctrl+k",
    "ctrl+l",
    "ctrl+o",
    "ctrl+p",
    "ctrl+shift+p",
    "ctrl+t",
    "ctrl+x",
    "ctrl+z",
];

/// Whether no extension can have it.
pub(super) fn is_reserved(key: &str) -> bool {
    RESERVED.contains(&key_name(key).as_str())
}

/// What is doubtful about the keys of extensions, each with its owner, in the order of loading.
pub(super) fn doubtful(wanted: &[(String, String)]) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for (at, (key, owner)) in wanted.iter().enumerate() {
        if is_reserved(key) {
            told.push(Diagnostic::warning(format!("the key `{key}` of `{owner}` is left out: the program needs it")));
            continue;
        }
        let mut before = wanted.iter().take(at).rev();
        if let Some((_, other)) = before.find(|(other, _)| key_name(other) == key_name(key)) {
            told.push(Diagnostic::warning(format!("`{owner}` takes the key `{key}` from `{other}`")));
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserved_key_is_left_out_and_one_that_two_want_is_told() {
        let wanted =
            [("Ctrl+C", "a"), ("ctrl+alt+p", "a"), ("alt+ctrl+P", "b")].map(|(key, owner)| (key.into(), owner.into()));
        let told: Vec<String> = doubtful(&wanted).into_iter().map(|told| told.message).collect();
        assert_eq!(
            told,
            ["the key `Ctrl+C` of `a` is left out: the program needs it", "`b` takes the key `alt+ctrl+P` from `a`"]
        );
    }
}
