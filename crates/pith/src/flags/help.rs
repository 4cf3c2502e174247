//! `--help`, from the table.

use std::fmt::Write as _;

use super::flag::{Action, Flag};
use super::table;
use crate::commands;

const EXAMPLES: &str = include_str!("examples.txt");

/// The help text, ending with a newline.
pub(crate) fn help() -> String {
    let mut text = String::from("Usage: pith [options] [--] [@files…] [messages…]\n       pith COMMAND\n");
    section(&mut text, "Commands", &commands::summaries());
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

fn row(flag: &Flag) -> (String, String) {
    let value = match &flag.action {
        Action::Value(name, _) => format!(" {name}"),
        Action::Optional { name, .. } => format!(" [{name}]"),
        Action::Switch(_) | Action::Idle | Action::NotOffered => String::new(),
    };
    let short = flag.short.map(|short| format!(", -{short}")).unwrap_or_default();
    let more = if flag.repeats { " (may be repeated)" } else { "" };
    (format!("--{}{short}{value}", flag.long), format!("{}{more}", flag.help))
}
