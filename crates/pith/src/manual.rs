//! The manual page, from the tables of flags and commands, in the language of `man`. Pure.

use crate::{commands, flags};

const PAGE: &str = include_str!("manual.1");

/// The page.
pub(crate) fn page() -> String {
    let mut options = String::new();
    for section in flags::SECTIONS {
        let mut rows = section.flags.iter().filter(|flag| flag.is_served()).map(flags::row).peekable();
        if rows.peek().is_some() {
            options.push_str(&format!(".SS {}\n", section.title));
            rows.for_each(|(left, right)| options.push_str(&entry(&left, &right)));
        }
    }
    let commands: String = commands::all().map(|command| entry(command.usage, command.help)).collect();
    PAGE.replace("{{version}}", env!("CARGO_PKG_VERSION"))
        .replace("{{options}}", &options)
        .replace("{{commands}}", &commands)
        .replace("{{examples}}", &text(flags::EXAMPLES.split_once('\n').map_or("", |(_, examples)| examples)))
}

/// A term and its explanation.
fn entry(term: &str, explanation: &str) -> String {
    format!(".TP\n.B {}\n{}\n", text(term), text(explanation))
}

/// A text that means itself: backslashes and dashes are dashes, and no line begins with a command.
fn text(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() };
    escaped.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_flag_and_command() {
        let page = page();
        assert!(page.starts_with(".TH PITH 1"));
        assert!(!page.contains("{{"));
        assert!(flags::served().all(|flag| page.contains(&text(&format!("--{}", flag.long)))));
        assert!(commands::all().all(|command| page.contains(&text(command.usage))));
    }
}
