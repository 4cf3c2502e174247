//! `/tree`: another place of the session.

use pith_app::{Command, Navigation, Reply};
use pith_screen::{TreeEntry, tree_rows};
use pith_session::{Entry, EntryKind};
use pith_types::{AgentMessage, Message};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

/// Characters of a row at most.
const WIDTH: usize = 90;

pub(super) const SLASH: Slash = Slash {
    name: "tree",
    argument: "",
    help: "Go back to another place of the session",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let Reply::Entries { entries, leaf } = talk.app.send(Command::Entries { since: None }).await? else {
        return Ok(read());
    };
    let shown: Vec<TreeEntry> = entries.iter().map(shown).collect();
    let rows = tree_rows(&shown, leaf.as_ref().map(|leaf| leaf.as_str()));
    if rows.is_empty() {
        talk.say("Nothing was said yet.");
        return Ok(read());
    }
    let texts = rows.iter().map(|row| row.text.clone()).collect();
    let Some(row) = talk.console.choose("Where to?", texts).await.and_then(|place| rows.get(place)) else {
        return Ok(read());
    };
    let Some(summarize) = talk.console.confirm("Summary", "Let the model sum up what is left behind?").await else {
        return Ok(read());
    };
    let navigation = Navigation { target: row.id.clone(), summarize, ..Navigation::default() };
    Ok(talk.replaced(talk.app.send(Command::Navigate(navigation)).await?))
}

/// What a person can go back to: what was said, and what was summed up.
fn shown(entry: &Entry) -> TreeEntry {
    let text = match &entry.kind {
        EntryKind::Message(message) => said(&message.message),
        EntryKind::Compaction(_) => Some("[summary of what came before]".to_owned()),
        EntryKind::BranchSummary(_) => Some("[summary of a branch]".to_owned()),
        _ => None,
    };
    TreeEntry {
        id: entry.id.as_str().to_owned(),
        parent: entry.parent_id.as_ref().map(|parent| parent.as_str().to_owned()),
        text,
        label: None,
    }
}

fn said(message: &AgentMessage) -> Option<String> {
    let (who, text) = match message {
        AgentMessage::Model(Message::User(user)) => ("you", user.content.to_text()),
        AgentMessage::Model(Message::Assistant(answer)) => {
            let texts = answer.content.iter().filter_map(pith_types::Content::as_text);
            ("pith", texts.collect::<Vec<_>>().join(" "))
        }
        _ => return None,
    };
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then(|| format!("{who}: {}", line.chars().take(WIDTH).collect::<String>()))
}
