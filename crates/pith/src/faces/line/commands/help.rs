//! `/help`: what can be typed.

use std::fmt::Write as _;

use pith_app::command::{SlashCommand, SlashSource};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

/// Characters of a description at most.
const ABOUT: usize = 100;

const KEYS: &str = include_str!("keys.txt");

pub(super) const SLASH: Slash =
    Slash { name: "help", argument: "", help: "Show this", run: |talk, words| Box::pin(run(talk, words)) };

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let mut text = String::new();
    for slash in super::all() {
        let left = format!("/{} {}", slash.name, slash.argument);
        let _ = writeln!(text, "{left:26}{}", slash.help);
    }
    let more = talk.more_commands().await;
    for (title, source) in [
        ("Commands of extensions", SlashSource::Extension),
        ("Templates", SlashSource::Prompt),
        ("Skills", SlashSource::Skill),
    ] {
        section(&mut text, title, more.iter().filter(|command| command.source == source));
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

fn section<'c>(text: &mut String, title: &str, commands: impl Iterator<Item = &'c SlashCommand>) {
    let mut commands = commands.peekable();
    if commands.peek().is_some() {
        let _ = writeln!(text, "\n{title}:");
    }
    for SlashCommand { name, description, argument_hint, .. } in commands {
        let left = format!("/{name} {}", argument_hint.as_deref().unwrap_or_default());
        // One line each: a description may be long.
        let about: String = description.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let about = match about.char_indices().nth(ABOUT) {
            Some((end, _)) => format!("{}…", about.get(..end).unwrap_or(&about)),
            None => about,
        };
        let _ = writeln!(text, "{}", format!("{left:25} {about}").trim_end());
    }
}
