//! What of a branch is summarized: its newest messages, as many as there is room for. Pure.

use pith_session::{Entry, EntryKind, Session};
use pith_types::{AgentMessage, CustomMessage, Message};
use serde_json::{Map, Value};

use crate::compaction::text_tokens;
use crate::summary::{Files, paragraphs};

/// A branch that is left, ready to be summarized.
pub(super) struct Left {
    /// Paragraphs, oldest first.
    pub(super) paragraphs: Vec<String>,
    /// Files of the whole branch.
    pub(super) files: Files,
}

/// The entries from `from` back to what it has in common with `to`, that excluded, oldest first.
pub(super) fn entries(session: &Session, from: &str, to: Option<&str>) -> Vec<Entry> {
    let shared = to.and_then(|to| session.common_ancestor(from, to)).cloned();
    let branch = session.tree().branch(from);
    let left = branch.iter().rev().take_while(|id| Some(**id) != shared.as_ref());
    let mut entries: Vec<Entry> = left.filter_map(|id| session.entry(id.as_str()).ok()).collect();
    entries.reverse();
    entries
}

/// Writes out as much of the entries as fits, the newest first. Results of tools are left out; summaries may go a little
/// over where much room is left.
pub(super) fn collect(entries: &[Entry], budget: u64) -> Left {
    let (mut paragraphs_back, mut taken, mut files) = (Vec::new(), 0, Files::default());
    let mut full = false;
    for entry in entries.iter().rev() {
        let Some(message) = message(entry) else { continue };
        files.take_in(std::slice::from_ref(&message));
        if let EntryKind::BranchSummary(summary) = &entry.kind
            && summary.from_hook != Some(true)
        {
            summary.details.iter().for_each(|details| files.take_in_details(details));
        }
        if matches!(message, AgentMessage::Model(Message::ToolResult(_))) || full {
            continue;
        }
        let written = paragraphs(&[message]);
        let size: u64 = written.iter().map(|text| text_tokens(text)).sum();
        let is_summary = matches!(entry.kind, EntryKind::Compaction(_) | EntryKind::BranchSummary(_));
        if taken + size > budget && !(is_summary && taken < budget / 10 * 9) {
            full = true;
            continue;
        }
        taken += size;
        paragraphs_back.extend(written.into_iter().rev());
    }
    paragraphs_back.reverse();
    Left { paragraphs: paragraphs_back, files }
}

fn message(entry: &Entry) -> Option<AgentMessage> {
    let custom = |role: &str, name: &str, value: Value| {
        let fields = Map::from_iter([(name.to_owned(), value)]);
        CustomMessage { role: role.to_owned(), fields }.into()
    };
    match &entry.kind {
        EntryKind::Message(message) => Some(message.message.clone()),
        EntryKind::CustomMessage(message) => Some(custom("custom", "content", serde_json::json!(message.content))),
        EntryKind::BranchSummary(summary) => Some(custom("branchSummary", "summary", summary.summary.clone().into())),
        EntryKind::Compaction(compaction) => {
            Some(custom("compactionSummary", "summary", compaction.summary.clone().into()))
        }
        _ => None,
    }
}
