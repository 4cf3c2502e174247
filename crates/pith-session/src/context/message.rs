//! Entries as messages of the transcript. Kinds that are no message of their own become messages of the application's
//! roles (spec/core.md R1.9), which the application turns into what a model understands.

use std::sync::Arc;

use pith_types::{AgentMessage, CustomMessage};
use serde_json::{Map, Value, json};

use crate::{BranchSummary, Compaction, CustomMessageEntry, Entry, EntryKind, stamps};

/// The message of an entry that is one.
pub(super) fn of(entry: &Entry) -> Option<AgentMessage> {
    match &entry.kind {
        EntryKind::Message(message) => Some(message.message.clone()),
        EntryKind::CustomMessage(message) => Some(custom(entry, message)),
        EntryKind::BranchSummary(summary) => Some(branch(entry, summary)),
        _ => None,
    }
}

/// The summary of a compaction.
pub(super) fn summary(entry: &Entry, compaction: &Compaction) -> AgentMessage {
    let fields = [
        ("summary", compaction.summary.clone().into()),
        ("tokensBefore", compaction.tokens_before.into()),
        ("timestamp", time(entry)),
    ];
    message("compactionSummary", fields)
}

fn branch(entry: &Entry, summary: &BranchSummary) -> AgentMessage {
    let fields = [
        ("summary", summary.summary.clone().into()),
        ("fromId", summary.from_id.as_str().into()),
        ("timestamp", time(entry)),
    ];
    message("branchSummary", fields)
}

fn custom(entry: &Entry, custom: &CustomMessageEntry) -> AgentMessage {
    let fields = [
        ("customType", custom.custom_type.clone().into()),
        ("content", json!(custom.content)),
        ("display", custom.display.into()),
    ];
    let details = custom.details.clone().map(|details| ("details", details));
    message("custom", fields.into_iter().chain(details).chain([("timestamp", time(entry))]))
}

fn time(entry: &Entry) -> Value {
    stamps::parse_iso(&entry.timestamp).into()
}

fn message(role: &str, fields: impl IntoIterator<Item = (&'static str, Value)>) -> AgentMessage {
    let fields: Map<String, Value> = fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    AgentMessage::Custom(Arc::new(CustomMessage { role: role.to_owned(), fields }))
}
