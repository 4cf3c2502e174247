//! Completion for zsh.

use super::{Takes, takes};
use crate::flags::Flag;
use crate::{commands, flags};

const SCRIPT: &str = include_str!("zsh.zsh");

pub(super) fn script() -> String {
    let options: String = flags::served().map(option).collect();
    let rows = commands::all().map(|command| format!("    '{}:{}'\n", command.name, quoted(command.help)));
    let with_words = commands::all().filter(|command| !command.words.is_empty());
    let words = with_words.map(|command| format!("    {}) compadd {} ;;\n", command.name, command.words.join(" ")));
    SCRIPT
        .replace("{{options}}", &options)
        .replace("{{commands}}", &rows.collect::<String>())
        .replace("{{words}}", &words.collect::<String>())
}

/// The lines of a flag, one for each of its names.
fn option(flag: &Flag) -> String {
    let colon = if flag.needs_value() { ":" } else { "::" };
    let value = match (takes(flag), flag.value_name()) {
        (Takes::Nothing, _) | (_, None) => String::new(),
        (Takes::Words(words), Some(name)) => format!("{colon}{name}:({})", words.join(" ")),
        (Takes::Folder, Some(name)) => format!("{colon}{name}:_files -/"),
        (Takes::Path, Some(name)) => format!("{colon}{name}:_files"),
        (Takes::Text, Some(name)) => format!("{colon}{name}: "),
    };
    let repeats = if flag.repeats { "*" } else { "" };
    let line = |name: String| format!("    '{repeats}{name}[{}]{value}' \\\n", quoted(flag.help));
    flag.names().into_iter().map(line).collect()
}

/// A text that means itself within single quotes, brackets and colons.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\'' => out.push_str("'\\''"),
            '[' | ']' | ':' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
