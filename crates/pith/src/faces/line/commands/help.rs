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
    talk.say(text);
    Ok(read())
}
