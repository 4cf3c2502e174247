//! Entries of a session (3.2): what every one has, and what each kind adds.

mod json;
#[cfg(test)]
mod tests;

use pith_types::{AgentMessage, Message, SystemMessage, ThinkingLevel, Usage, UserContent};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::EntryId;

/// One line of a session file after the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its name.
    pub id: EntryId,
    /// The entry it follows; a root has none.
    pub parent_id: Option<EntryId>,
    /// When it was made, ISO 8601 in UTC with milliseconds.
    pub timestamp: String,
    /// What it says.
    pub kind: EntryKind,
}

/// What an entry says.
#[derive(Debug, Clone, PartialEq)]
pub enum EntryKind {
    /// `message`.
    Message(MessageEntry),
    /// `model_change`.
    ModelChange(ModelChange),
    /// `thinking_level_change`.
    ThinkingLevelChange(ThinkingLevelChange),
    /// `compaction`.
    Compaction(Compaction),
    /// `branch_summary`.
    BranchSummary(BranchSummary),
    /// `custom`.
    Custom(Custom),
    /// `custom_message`.
    CustomMessage(CustomMessageEntry),
    /// `context_edit`.
    ContextEdit(ContextEdit),
    /// `label`.
    Label(Label),
    /// `session_info`.
    SessionInfo(SessionInfo),
    /// `usage`.
    Usage(UsageRecord),
    /// Any other type; kept, chained, and without effect.
    Unknown(UnknownEntry),
}

/// A message of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MessageEntry {
    /// The message.
    pub message: AgentMessage,
}

/// From here on another model answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelChange {
    /// Its provider.
    pub provider: String,
    /// Its id.
    pub model_id: String,
}

/// From here on the model is asked to reason this much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThinkingLevelChange {
    /// The level.
    pub thinking_level: ThinkingLevel,
}

/// What came before is replaced by a summary in the model's context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compaction {
    /// The summary.
    pub summary: String,
    /// The first entry before this one that stays as it is; this one's own id when none does.
    pub first_kept_entry_id: EntryId,
    /// Tokens of the context before, by estimate.
    #[serde(default)]
    pub tokens_before: u64,
    /// Files that were read and modified, or what an extension stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
    /// What the summary cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Whether an extension made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_hook: Option<bool>,
    /// Prompt and tools in force at this point.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "as_message")]
    pub system_message: Option<SystemMessage>,
}

/// As among messages: with its role, which other programs look at.
fn as_message<S: Serializer>(system: &Option<SystemMessage>, serializer: S) -> Result<S::Ok, S::Error> {
    system.clone().map(Message::from).serialize(serializer)
}

/// What happened on a branch that was left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BranchSummary {
    /// The last entry of that branch.
    pub from_id: EntryId,
    /// The summary.
    pub summary: String,
    /// Files that were read and modified, or what an extension stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
    /// What the summary cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Whether an extension made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_hook: Option<bool>,
}

/// Data of a program; never part of the context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Custom {
    /// Whose data it is.
    pub custom_type: String,
    /// The data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// A message of a program, which the model gets as a user message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomMessageEntry {
    /// Whose message it is.
    pub custom_type: String,
    /// What it says.
    pub content: UserContent,
    /// Whether people are shown it.
    #[serde(default)]
    pub display: bool,
    /// For programs; never sent to the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

/// Changes or removes an earlier entry in the model's context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextEdit {
    /// The entry.
    pub target_id: EntryId,
    /// What stands there instead; null removes it.
    pub replacement: Option<Replacement>,
}

/// What stands in a message's place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replacement {
    /// Its new content; everything else of the message stays.
    pub content: UserContent,
}

/// Names an entry, or takes its name away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// The entry.
    pub target_id: EntryId,
    /// Its name; absent takes it away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Names the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    /// The name; empty or absent takes it away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Model usage outside the conversation, for the sums.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UsageRecord {
    /// What it was for, for example `cache_warm`.
    pub kind: String,
    /// Provider of the model.
    pub provider: String,
    /// Id of the model.
    pub model: String,
    /// Tokens and cost.
    pub usage: Usage,
    /// For people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An entry of a type that this version does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownEntry {
    /// Its `type`.
    pub entry_type: String,
    /// Its other fields, as they came.
    pub fields: Map<String, Value>,
}

impl EntryKind {
    /// A message of the conversation.
    pub fn message(message: impl Into<AgentMessage>) -> Self {
        Self::Message(MessageEntry { message: message.into() })
    }

    /// The `type` as it stands in the file.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Message(_) => "message",
            Self::ModelChange(_) => "model_change",
            Self::ThinkingLevelChange(_) => "thinking_level_change",
            Self::Compaction(_) => "compaction",
            Self::BranchSummary(_) => "branch_summary",
            Self::Custom(_) => "custom",
            Self::CustomMessage(_) => "custom_message",
            Self::ContextEdit(_) => "context_edit",
            Self::Label(_) => "label",
            Self::SessionInfo(_) => "session_info",
            Self::Usage(_) => "usage",
            Self::Unknown(entry) => &entry.entry_type,
        }
    }
}
