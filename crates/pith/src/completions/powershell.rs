//! Completion for PowerShell.

use super::{Takes, takes};
use crate::{commands, flags};

const SCRIPT: &str = include_str!("powershell.ps1");

pub(super) fn script() -> String {
    let commands = commands::all().map(|command| row(command.name, command.help));
    let options =
        flags::served().flat_map(|flag| flag.names().into_iter().map(|name| row(&name, flag.help))).collect::<String>();
    SCRIPT
        .replace("{{commands}}", &commands.collect::<String>())
        .replace("{{options}}", &options)
        .replace("{{words}}", &words())
}

/// A word and what it means.
fn row(word: &str, help: &str) -> String {
    format!("        @({}, {})\n", quoted(word), quoted(help))
}

/// What can follow a word: the values of a flag, the words of a command.
fn words() -> String {
    let mut lines = String::new();
    let mut add = |name: &str, words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        lines.push_str(&format!("        {} = @({})\n", quoted(name), words.join(", ")));
    };
    for flag in flags::served() {
        if let Takes::Words(words) = takes(flag) {
            flag.names().iter().for_each(|name| add(name, words));
        }
    }
    commands::all().filter(|command| !command.words.is_empty()).for_each(|command| add(command.name, command.words));
    lines
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
