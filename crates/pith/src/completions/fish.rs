//! Completion for fish.

use super::{Takes, takes};
use crate::flags::Flag;
use crate::{commands, flags};

pub(super) fn script() -> String {
    let mut script = String::from("# Completion for fish. To use it: pith completions fish | source\n");
    for flag in flags::served() {
        script.push_str(&option(flag));
    }
    for command in commands::all() {
        let help = quoted(command.help);
        script.push_str(&format!("complete -c pith -n __fish_use_subcommand -f -a {} -d {help}\n", command.name));
        if !command.words.is_empty() {
            let words = quoted(&command.words.join(" "));
            let when = format!("'__fish_seen_subcommand_from {}'", command.name);
            script.push_str(&format!("complete -c pith -n {when} -f -a {words}\n"));
        }
    }
    script
}

fn option(flag: &Flag) -> String {
    let short = match flag.short {
        Some(short) if short.chars().count() == 1 => format!(" -s {short}"),
        // Names of several letters after one dash.
        Some(short) => format!(" -o {short}"),
        None => String::new(),
    };
    let value = match takes(flag) {
        Takes::Nothing => String::new(),
        _ if !flag.needs_value() => String::new(),
        Takes::Words(words) => format!(" -x -a {}", quoted(&words.join(" "))),
        Takes::Folder => " -x -a '(__fish_complete_directories)'".to_owned(),
        Takes::Path => " -r -F".to_owned(),
        Takes::Text => " -x".to_owned(),
    };
    format!("complete -c pith -l {}{short}{value} -d {}\n", flag.long, quoted(flag.help))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
