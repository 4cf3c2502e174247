//! Completion for bash.

use super::{Takes, takes};
use crate::{commands, flags};

const SCRIPT: &str = include_str!("bash.sh");

pub(super) fn script() -> String {
    let options: Vec<String> = flags::served().flat_map(flags::Flag::names).collect();
    let commands: Vec<&str> = commands::all().map(|command| command.name).collect();
    SCRIPT
        .replace("{{values}}", &values())
        .replace("{{words}}", &words())
        .replace("{{options}}", &options.join(" "))
        .replace("{{commands}}", &commands.join(" "))
}

/// What follows a flag that takes a value.
fn values() -> String {
    let mut lines = String::new();
    for flag in flags::served().filter(|flag| flag.needs_value()) {
        let reply = match takes(flag) {
            Takes::Words(words) => format!("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", words.join(" ")),
            Takes::Folder => "COMPREPLY=($(compgen -d -- \"$cur\"))".to_owned(),
            Takes::Path => "COMPREPLY=($(compgen -f -- \"$cur\"))".to_owned(),
            Takes::Text | Takes::Nothing => ":".to_owned(),
        };
        lines.push_str(&format!("    {}) {reply}; return ;;\n", flag.names().join("|")));
    }
    lines
}

/// What follows a command.
fn words() -> String {
    let with_words = commands::all().filter(|command| !command.words.is_empty());
    let line = |command: &commands::Command| {
        let words = command.words.join(" ");
        format!("    {}) COMPREPLY=($(compgen -W \"{words}\" -- \"$cur\")); return ;;\n", command.name)
    };
    with_words.map(line).collect()
}
