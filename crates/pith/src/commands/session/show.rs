//! What a session is: where it is kept, what was said, what it cost, what is wrong with it.

use std::fmt::Write as _;

use pith_session::{EntryKind, Session, Stats};
use pith_types::{AgentMessage, Content, Message};
use serde_json::{Value, json};

use super::Places;
use crate::show as print;

/// Characters of a message that are shown.
const WIDTH: usize = 100;

/// Shows a session.
pub(super) fn show(places: &Places, text: &str, as_json: bool) -> anyhow::Result<u8> {
    let session = places.look(&places.named(text)?)?;
    print(&if as_json { format!("{:#}\n", value(&session)) } else { page(&session) })
}

fn value(session: &Session) -> Value {
    let stats = session.stats();
    let damage: Vec<Value> = session
        .damage()
        .iter()
        .map(|damage| json!({ "line": damage.line, "problem": damage.kind.to_string() }))
        .collect();
    json!({
        "id": session.id(),
        "path": session.path(),
        "cwd": session.header().cwd,
        "version": session.header().version,
        "created": session.header().timestamp,
        "parentSession": session.header().parent_session,
        "name": session.name(),
        "leafId": session.leaf(),
        "entries": session.tree().len(),
        "userMessages": stats.user_messages,
        "assistantMessages": stats.assistant_messages,
        "toolCalls": stats.tool_calls,
        "toolResults": stats.tool_results,
        "usage": stats.usage,
        "damage": damage,
    })
}

fn page(session: &Session) -> String {
    let header = session.header();
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:9} {value}");
    };
    line("session", session.id());
    if let Some(name) = session.name() {
        line("name", name);
    }
    line("file", &session.path().map(|path| path.display().to_string()).unwrap_or_default());
    line("folder", &header.cwd);
    line("begun", &header.timestamp);
    if let Some(parent) = &header.parent_session {
        line("made from", parent);
    }
    sums(&session.stats(), &mut line);
    for damage in session.damage() {
        let place = damage.line.map(|number| format!("line {number}: ")).unwrap_or_default();
        line("damage", &format!("{place}{}", damage.kind));
    }
    text.push('\n');
    let branch = session.leaf().and_then(|leaf| session.branch(leaf.as_str()).ok()).unwrap_or_default();
    for entry in branch {
        if let Some(said) = said(&entry.kind) {
            let _ = writeln!(text, "{}  {said}", entry.id);
        }
    }
    text
}

fn sums(stats: &Stats, line: &mut dyn FnMut(&str, &str)) {
    let Stats { user_messages, assistant_messages, tool_results, usage, .. } = stats;
    line("messages", &format!("{user_messages} of yours, {assistant_messages} answers, {tool_results} of tools"));
    let cached = usage.cache_read + usage.cache_write;
    line("tokens", &format!("{} in, {} out, {cached} cached", usage.input, usage.output));
    line("cost", &format!("${:.4}", usage.cost.total));
    if stats.by_model.len() > 1 {
        for one in &stats.by_model {
            let (provider, model) = (&one.provider, &one.model);
            line("", &format!("{provider}/{model}: {} tokens, ${:.4}", one.usage.total_tokens, one.usage.cost.total));
        }
    }
}

/// A message on one line.
fn said(kind: &EntryKind) -> Option<String> {
    let (who, text) = match kind {
        EntryKind::Message(entry) => match &entry.message {
            AgentMessage::Model(Message::User(user)) => ("you", user.content.to_text()),
            AgentMessage::Model(Message::Assistant(answer)) => ("model", answer.content.iter().map(block).collect()),
            AgentMessage::Model(Message::ToolResult(result)) => {
                (result.tool_name.as_str(), result.content.iter().map(block).collect())
            }
            AgentMessage::Model(Message::System(_)) | AgentMessage::Custom(_) => return None,
        },
        EntryKind::Compaction(compaction) => ("summary", compaction.summary.clone()),
        EntryKind::BranchSummary(summary) => ("summary", summary.summary.clone()),
        _ => return None,
    };
    let words = text.split_whitespace().take(WIDTH).collect::<Vec<_>>().join(" ");
    Some(format!("{who}: {}", words.chars().take(WIDTH).collect::<String>()))
}

fn block(block: &Content) -> String {
    match block {
        Content::Text(text) => text.text.clone(),
        Content::ToolCall(call) => format!(" [{}] ", call.name),
        Content::Image { .. } => " [image] ".to_owned(),
        Content::Thinking(_) => String::new(),
    }
}
