//! `--help`, from the table.

use std::fmt::Write as _;

use super::flag::Flag;
use super::table;
use crate::commands;

/// How it is used, by examples.
pub(crate) const EXAMPLES: &str = include_str!("examples.txt");

/// The help text, ending with a newline.
pub(crate) fn help() -> String {
    let mut text = String::from("Usage: pith [options] [--] [@files…] [messages…]\n       pith COMMAND\n");
    let commands: Vec<(String, String)> =
        commands::all().map(|command| (command.usage.to_owned(), command.help.to_owned())).collect();
    section(&mut text, "Commands", &commands);
    for part in table::SECTIONS {
        let rows: Vec<(String, String)> = part.flags.iter().filter(|flag| flag.is_served()).map(row).collect();
        if !rows.is_empty() {
            section(&mut text, part.title, &rows);
        }
    }
    text.push('\n');
    text.push_str(EXAMPLES);
    text
}

fn section(text: &mut String, title: &str, rows: &[(String, String)]) {
    /// Left column at most; a longer entry puts its explanation on a line of its own.
    const WIDTH: usize = 30;
    let _ = write!(text, "\n{title}:\n");
    for (left, right) in rows {
        if left.chars().count() > WIDTH {
            let _ = write!(text, "  {left}\n  {:WIDTH$}  {right}\n", "");
        } else {
            let _ = writeln!(text, "  {left:WIDTH$}  {right}");
        }
    }
}

/// A flag for people: how it is written, and what it does.
pub(crate) fn row(flag: &Flag) -> (String, String) {
    let value = match (flag.value_name(), flag.needs_value()) {
        (Some(name), true) => format!(" {name}"),
        (Some(name), false) => format!(" [{name}]"),
        (None, _) => String::new(),
    };
    let short = flag.short.map(|short| format!(", -{short}")).unwrap_or_default();
    let more = if flag.repeats { " (may be repeated)" } else { "" };
    (format!("--{}{short}{value}", flag.long), format!("{}{more}", flag.help))
}
