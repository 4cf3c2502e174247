//! Makes another entry the place that the conversation goes on from.

use pith_session::{BranchSummary, Entry, EntryId, EntryKind, ReadError};
use pith_types::transcript::current_tools;
use pith_types::{AgentMessage, Message};
use serde_json::json;

use super::collect::entries;
use super::summarize::Summary;
use crate::app::App;
use crate::command::CommandError;
use crate::event::AppEvent;
use crate::extension::BeforeTree;
use crate::input::InputError;
use crate::life::Doing;

/// Where to go, and what becomes of the branch that is left.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Navigation {
    /// The entry. One that was said by the person, or by a program in their place, is said anew: the conversation goes on
    /// from before it.
    pub target: String,
    /// Whether the branch that is left is summarized.
    pub summarize: bool,
    /// What the person wants of the summary.
    pub instructions: Option<String>,
    /// Whether that replaces the usual form of the summary.
    pub replace_instructions: bool,
    /// Names the summary, or the target where there is none.
    pub label: Option<String>,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Navigated {
    /// Whether an extension, or the person, did not want it.
    pub cancelled: bool,
    /// What was said at the target, to be said anew.
    pub text: Option<String>,
    /// The summary's entry.
    pub summary: Option<Entry>,
}

impl App {
    /// Goes on from another place of the tree.
    ///
    /// # Errors
    /// When something is active, there is no such entry, or the summary failed; nothing has changed then.
    pub async fn navigate(&self, navigation: Navigation) -> Result<Navigated, CommandError> {
        let inner = &self.inner;
        let activity = inner.life.begin(Doing::Summarizing).ok_or(InputError::Busy)?;
        let (leaf, target) = inner
            .record
            .read(|session| Ok::<_, ReadError>((session.leaf().cloned(), session.entry(&navigation.target)?)))?;
        if leaf.as_ref() == Some(&target.id) {
            return Ok(Navigated::default());
        }
        let text = said(&target);
        let to: Option<EntryId> = if text.is_some() { target.parent_id.clone() } else { Some(target.id.clone()) };
        let left: Vec<Entry> = match &leaf {
            Some(leaf) => inner.record.read(|session| entries(session, leaf.as_str(), Some(target.id.as_str()))),
            None => Vec::new(),
        };
        let cancel = inner.life.may_stop_summary(activity.cancel());
        let mut navigation = navigation;
        let mut brought = None;
        if !inner.fanout.extensions().is_empty() {
            let preparation = json!({
                "targetId": target.id.as_str(),
                "oldLeafId": leaf.as_ref().map(EntryId::as_str),
                "commonAncestorId": left.first().and_then(|entry| entry.parent_id.as_ref()).map(EntryId::as_str),
                "entriesToSummarize": left,
                "userWantsSummary": navigation.summarize,
                "customInstructions": navigation.instructions,
                "replaceInstructions": navigation.replace_instructions,
                "label": navigation.label,
            });
            let verdict = inner.fanout.before_tree(&BeforeTree { preparation, cancel: cancel.clone() }).await;
            if verdict.cancel {
                return Ok(Navigated { cancelled: true, ..Navigated::default() });
            }
            navigation.instructions = verdict.custom_instructions.or(navigation.instructions);
            navigation.replace_instructions = verdict.replace_instructions.unwrap_or(navigation.replace_instructions);
            navigation.label = verdict.label.or(navigation.label);
            brought = verdict.summary.map(|summary| Summary {
                text: summary.summary,
                usage: summary.usage,
                details: summary.details,
                from_hook: true,
            });
        }
        let summary = match (navigation.summarize, brought) {
            (false, _) => None,
            (true, Some(brought)) => Some(brought),
            (true, None) => {
                let (wanted, replace) = (navigation.instructions.as_deref(), navigation.replace_instructions);
                inner.summarize_branch(&left, wanted, replace, &cancel).await?
            }
        };
        let summary = self.go(leaf.clone(), to, summary).await?;
        if let Some(label) = &navigation.label {
            let named = summary.as_ref().map_or(target.id.as_str(), |entry| entry.id.as_str()).to_owned();
            self.set_label(&named, Some(label)).await?;
        }
        inner.read_context_again();
        let messages = inner.agent.messages();
        inner.life.count_from(inner.record.counted_from());
        if messages.iter().any(|message| message.as_system().is_some()) {
            let tools: Vec<String> = current_tools(&messages).into_iter().map(|tool| tool.name).collect();
            self.set_active_tools(&tools);
        }
        let event = AppEvent::TreeNavigated { old_leaf: leaf, new_leaf: inner.record.leaf(), summary: summary.clone() };
        inner.fanout.tell(event).await;
        Ok(Navigated { cancelled: false, text, summary })
    }

    /// Moves the leaf, and puts the summary after it.
    async fn go(
        &self,
        from: Option<EntryId>,
        to: Option<EntryId>,
        summary: Option<Summary>,
    ) -> Result<Option<Entry>, CommandError> {
        let to = to.as_ref().map(EntryId::as_str);
        let (entry, trouble) = match (summary, from) {
            (Some(summary), Some(from_id)) => {
                let summary = BranchSummary {
                    from_id,
                    summary: summary.text,
                    details: summary.details,
                    usage: summary.usage,
                    from_hook: Some(summary.from_hook),
                };
                self.inner.record.branch_with_summary(to, summary).map(|(entry, trouble)| (Some(entry), trouble))?
            }
            _ => (None, self.inner.record.move_leaf(to)?),
        };
        if let Some(trouble) = trouble {
            self.inner.fanout.tell(AppEvent::Diagnostic(trouble)).await;
        }
        Ok(entry)
    }
}

/// The text of what can be said anew.
fn said(entry: &Entry) -> Option<String> {
    match &entry.kind {
        EntryKind::Message(message) => match &message.message {
            AgentMessage::Model(Message::User(user)) => Some(user.content.to_text()),
            _ => None,
        },
        EntryKind::CustomMessage(message) => Some(message.content.to_text()),
        _ => None,
    }
}
