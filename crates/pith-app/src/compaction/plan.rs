//! What is summarized, and what stays (3.8.6–3.8.8). Pure.

use pith_config::settings::CompactionSettings;
use pith_session::{Context, EntryId, EntryKind, NodeKind, Session};
use pith_types::{AgentMessage, Model};
use serde_json::Value;

use super::CompactionError;
use super::cut::cut;
use crate::summary::Files;

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Tokens of a context at most.
    pub(crate) context: u64,
    /// Recent tokens that stay.
    pub(crate) keep: u64,
}

/// The limits for a model; none for one whose window is not known. What the settings want is lowered where a small window
/// would otherwise leave nothing to work with.
pub(crate) fn limits(model: &Model, settings: &CompactionSettings) -> Option<Limits> {
    let window = Some(model.context_window).filter(|window| *window > 0)?;
    let (reserve, keep) = settings.for_model(&model.provider, &model.id);
    let context = window - reserve.min(window / 2);
    Some(Limits { context, keep: keep.min(context / 2) })
}

/// What is to be summarized.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    /// Whole turns.
    pub(super) history: Vec<AgentMessage>,
    /// The beginning of a turn whose end stays.
    pub(super) prefix: Vec<AgentMessage>,
    /// The summary before.
    pub(super) previous: Option<String>,
    /// What was stored beside it.
    pub(super) details: Option<Value>,
    /// The entry from which on everything stays.
    pub(super) first_kept: EntryId,
}

impl Plan {
    /// The files that the summarized part has read and changed, and those before.
    pub(super) fn files(&self) -> Files {
        let mut files = Files::default();
        self.details.iter().for_each(|details| files.take_in_details(details));
        files.take_in(&self.history);
        files.take_in(&self.prefix);
        files
    }
}

/// Plans to keep about `keep` tokens of a branch's context.
pub(super) fn plan(session: &Session, context: &Context, keep: u64) -> Result<Plan, CompactionError> {
    let messages = &context.messages;
    let is_summary = |message: &AgentMessage| message.role() == "compactionSummary";
    let summary = messages.iter().rposition(is_summary);
    let from = summary.map_or(0, |place| place + 1);
    let nothing =
        if summary.is_some() && messages.len() == from { CompactionError::Already } else { CompactionError::TooSmall };
    let cut = cut(messages, from, keep).ok_or(nothing.clone())?;
    let part = |range: std::ops::Range<usize>| -> Vec<AgentMessage> {
        messages.get(range).unwrap_or_default().iter().filter(|it| it.as_system().is_none()).cloned().collect()
    };
    let split = cut.turn.unwrap_or(cut.kept);
    let (history, prefix) = (part(from..split), part(split..cut.kept));
    if history.is_empty() && prefix.is_empty() {
        return Err(nothing);
    }
    let first_kept = context.entries.get(cut.kept).map(|id| with_what_leads_to(session, id)).ok_or(nothing)?;
    let stored = summary.and_then(|place| context.entries.get(place)).and_then(|id| session.entry(id.as_str()).ok());
    let details = stored.and_then(|entry| match entry.kind {
        EntryKind::Compaction(compaction) if compaction.from_hook != Some(true) => compaction.details,
        _ => None,
    });
    let previous = summary.and_then(|place| messages.get(place)).and_then(words);
    Ok(Plan { history, prefix, previous, details, first_kept })
}

/// The first of the entries right before this one that say nothing to a model: they belong to what follows them.
fn with_what_leads_to(session: &Session, id: &EntryId) -> EntryId {
    let tree = session.tree();
    let mut first = id;
    while let Some(before) = tree.parent(first.as_str()) {
        let says_nothing = !matches!(
            tree.kind(before.as_str()),
            Some(NodeKind::Message(_) | NodeKind::CustomMessage | NodeKind::BranchSummary | NodeKind::Compaction)
                | None
        );
        // An edit belongs to what it edits.
        if !says_nothing || tree.kind(before.as_str()) == Some(NodeKind::ContextEdit) {
            break;
        }
        first = before;
    }
    first.clone()
}

fn words(message: &AgentMessage) -> Option<String> {
    let AgentMessage::Custom(custom) = message else { return None };
    custom.fields.get("summary").and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_windows_leave_something_to_work_with() {
        let settings = CompactionSettings::default();
        let of = |context_window| {
            let model = Model { context_window, ..Model::default() };
            limits(&model, &settings).map(|limits| (limits.context, limits.keep))
        };
        assert_eq!(of(128_000), Some((111_616, 20_000)));
        assert_eq!(of(8_192), Some((4_096, 2_048)));
        assert_eq!(of(0), None);
    }
}
