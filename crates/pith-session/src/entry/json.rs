//! Entries as JSON: `type`, `id`, `parentId`, `timestamp`, then what the kind adds. Any order is read.

use pith_types::parse_json;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Entry, EntryKind, UnknownEntry};
use crate::EntryId;

/// The keys that every entry has.
const COMMON: [&str; 4] = ["type", "id", "parentId", "timestamp"];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Flat<'a, F> {
    r#type: &'a str,
    id: &'a EntryId,
    parent_id: &'a Option<EntryId>,
    timestamp: &'a str,
    #[serde(flatten)]
    fields: &'a F,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    r#type: String,
    id: EntryId,
    #[serde(default)]
    parent_id: Option<EntryId>,
    #[serde(default)]
    timestamp: String,
}

impl Entry {
    /// The entry on this line.
    ///
    /// # Errors
    /// When the line is no JSON, or not of the form that its type asks for.
    pub fn parse(line: &str) -> serde_json::Result<Self> {
        let head: Head = parse_json(line)?;
        let kind = match head.r#type.as_str() {
            "message" => EntryKind::Message(parse_json(line)?),
            "model_change" => EntryKind::ModelChange(parse_json(line)?),
            "thinking_level_change" => EntryKind::ThinkingLevelChange(parse_json(line)?),
            "compaction" => EntryKind::Compaction(parse_json(line)?),
            "branch_summary" => EntryKind::BranchSummary(parse_json(line)?),
            "custom" => EntryKind::Custom(parse_json(line)?),
            "custom_message" => EntryKind::CustomMessage(parse_json(line)?),
            "context_edit" => EntryKind::ContextEdit(parse_json(line)?),
            "label" => EntryKind::Label(parse_json(line)?),
            "session_info" => EntryKind::SessionInfo(parse_json(line)?),
            "usage" => EntryKind::Usage(parse_json(line)?),
            _ => EntryKind::Unknown(unknown(head.r#type, line)?),
        };
        Ok(Self { id: head.id, parent_id: head.parent_id, timestamp: head.timestamp, kind })
    }

    /// Time, type and fields of an entry on this line, whatever its type asks for.
    pub(crate) fn parse_raw(line: &str) -> serde_json::Result<(String, UnknownEntry)> {
        let head: Head = parse_json(line)?;
        Ok((head.timestamp, unknown(head.r#type, line)?))
    }

    fn with<S: Serializer, F: Serialize>(&self, serializer: S, fields: &F) -> Result<S::Ok, S::Error> {
        Flat {
            r#type: self.kind.as_str(),
            id: &self.id,
            parent_id: &self.parent_id,
            timestamp: &self.timestamp,
            fields,
        }
        .serialize(serializer)
    }
}

fn unknown(entry_type: String, line: &str) -> serde_json::Result<UnknownEntry> {
    let mut fields: Map<String, Value> = parse_json(line)?;
    fields.retain(|key, _| !COMMON.contains(&key.as_str()));
    Ok(UnknownEntry { entry_type, fields })
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.kind {
            EntryKind::Message(fields) => self.with(serializer, fields),
            EntryKind::ModelChange(fields) => self.with(serializer, fields),
            EntryKind::ThinkingLevelChange(fields) => self.with(serializer, fields),
            EntryKind::Compaction(fields) => self.with(serializer, fields),
            EntryKind::BranchSummary(fields) => self.with(serializer, fields),
            EntryKind::Custom(fields) => self.with(serializer, fields),
            EntryKind::CustomMessage(fields) => self.with(serializer, fields),
            EntryKind::ContextEdit(fields) => self.with(serializer, fields),
            EntryKind::Label(fields) => self.with(serializer, fields),
            EntryKind::SessionInfo(fields) => self.with(serializer, fields),
            EntryKind::Usage(fields) => self.with(serializer, fields),
            EntryKind::Unknown(entry) => self.with(serializer, &entry.fields),
        }
    }
}
