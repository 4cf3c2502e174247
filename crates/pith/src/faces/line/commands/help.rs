//! `/help`: what can be typed.

use std::fmt::Write as _;

use super::{Next, Slash, read};
use crate::faces::line::Talk;

const KEYS: &str = include_str!("keys.txt");

pub(super) const SLASH: Slash =
    Slash { name: "help", argument: "", help: "Show this", run: |talk, words| Box::pin(run(talk, words)) };

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let mut text = String::new();
    for slash in super::all() {
        let left = format!("/{} {}", slash.name, slash.argument);
        let _ = writeln!(text, "{left:26}{}", slash.help);
    }
    text.push('\n');
    text.push_str(KEYS);
    let shortcuts = talk.app.shortcuts();
    if !shortcuts.is_empty() {
        text.push_str("\nKeys of extensions:\n");
        for shortcut in shortcuts {
            let _ = writeln!(text, "{:26}{}", shortcut.key, shortcut.description.unwrap_or_default());
        }
    }
    talk.say(text);
    Ok(read())
}
