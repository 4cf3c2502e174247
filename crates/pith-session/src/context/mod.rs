//! What a model is given of a branch (3.7): its messages after the last compaction, with the edits that were made to them,
//! and the model and thinking level that were in force.
//!
//! Pure but for the reading of entries, and no entry is read that the answer does not need.

mod edit;
mod message;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use pith_types::{AgentMessage, Message, SystemMessage, ThinkingLevel};

use crate::{Compaction, Damage, DamageKind, Entry, EntryId, EntryKind, NodeKind, ReadError, Role, Tree, tree::Index};

/// A branch as a model is given it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// The messages; after a compaction the first is the prompt in force there, the next the summary. Their system messages
    /// tell the prompt and the tools, see [`pith_types::transcript`].
    pub messages: Vec<AgentMessage>,
    /// Which entry each message comes from; as many as there are messages.
    pub entries: Vec<EntryId>,
    /// The model that answered or was chosen last.
    pub model: Option<ModelRef>,
    /// The thinking level that was chosen last.
    pub thinking_level: Option<ThinkingLevel>,
    /// What could not be used.
    pub damage: Vec<Damage>,
}

/// A model by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRef {
    /// Its provider.
    pub provider: String,
    /// Its id.
    pub model: String,
}

/// Reads an entry.
pub(crate) type Read<'a> = &'a dyn Fn(Index) -> Result<Entry, ReadError>;

/// Builds the context of the branch that ends at `leaf`.
pub(crate) fn build(tree: &Tree, leaf: Option<Index>, read: Read<'_>) -> Context {
    let path = tree.path(leaf);
    let mut builder = Builder { tree, read, context: Context::default() };
    let compaction = builder.last_compaction(&path);
    let (kept, after) = builder.parts(&path, compaction.as_ref());
    let edits = builder.edits(kept, after);
    if let Some((_, entry, compaction)) = &compaction {
        builder.checkpoint(entry, compaction);
    }
    // The prompt before a compaction is the one that it stored.
    let kept = kept.iter().filter(|index| builder.kind(**index) != Some(NodeKind::Message(Role::System)));
    for index in kept.chain(after).copied().collect::<Vec<_>>() {
        builder.entry(index, &edits);
    }
    builder.selection(&path);
    builder.context
}

/// The places of the entries that the context of that branch is made of.
pub(crate) fn entries(tree: &Tree, leaf: Option<Index>, read: Read<'_>) -> Vec<Index> {
    let path = tree.path(leaf);
    let mut builder = Builder { tree, read, context: Context::default() };
    let compaction = builder.last_compaction(&path);
    let (kept, after) = builder.parts(&path, compaction.as_ref());
    let summary = compaction.as_ref().and_then(|(_, entry, _)| tree.index(entry.id.as_str()));
    let in_context = |index: &&Index| builder.kind(**index) != Some(NodeKind::Message(Role::System));
    summary.into_iter().chain(kept.iter().filter(in_context).copied()).chain(after.iter().copied()).collect()
}

struct Builder<'a> {
    tree: &'a Tree,
    read: Read<'a>,
    context: Context,
}

type Found = (usize, Entry, Compaction);

impl Builder<'_> {
    fn kind(&self, index: Index) -> Option<NodeKind> {
        Some(self.tree.node(index)?.kind)
    }

    /// Reads an entry; one that cannot be read is told and left out.
    fn read(&mut self, index: Index) -> Option<Entry> {
        match (self.read)(index) {
            Ok(entry) => Some(entry),
            Err(error) => {
                let id = self.tree.node(index).map_or_else(|| EntryId::from(""), |node| node.id.clone());
                let reason = match &error {
                    ReadError::Content { source, .. } => source.to_string(),
                    ReadError::File(source) => source.to_string(),
                    ReadError::NoSuchEntry { .. } => error.to_string(),
                };
                self.context.damage.push(DamageKind::UnreadableEntry { id, reason }.into());
                None
            }
        }
    }

    /// The last compaction of the path that can be read, with its place on the path.
    fn last_compaction(&mut self, path: &[Index]) -> Option<Found> {
        for (place, index) in path.iter().enumerate().rev() {
            if self.kind(*index) == Some(NodeKind::Compaction)
                && let Some(entry) = self.read(*index)
                && let EntryKind::Compaction(compaction) = &entry.kind
            {
                let compaction = compaction.clone();
                return Some((place, entry, compaction));
            }
        }
        None
    }

    /// The part of the path that a compaction keeps, and the part after it.
    fn parts<'p>(&mut self, path: &'p [Index], compaction: Option<&Found>) -> (&'p [Index], &'p [Index]) {
        let Some((place, entry, compaction)) = compaction else { return (&[], path) };
        let (before, after) = path.split_at(*place);
        let after = after.get(1..).unwrap_or_default();
        if compaction.first_kept_entry_id == entry.id || compaction.first_kept_entry_id.as_str().is_empty() {
            return (&[], after);
        }
        let first = self.tree.index(compaction.first_kept_entry_id.as_str());
        // Kept entries stand near the compaction.
        match before.iter().rposition(|index| Some(*index) == first) {
            Some(first) => (before.get(first..).unwrap_or_default(), after),
            None => {
                self.context.damage.push(DamageKind::FirstKeptMissing { id: entry.id.clone() }.into());
                (&[], after)
            }
        }
    }

    /// The last edit of each entry.
    fn edits(&mut self, kept: &[Index], after: &[Index]) -> edit::Edits {
        let mut edits = HashMap::new();
        for index in kept.iter().chain(after) {
            if self.kind(*index) == Some(NodeKind::ContextEdit)
                && let Some(Entry { kind: EntryKind::ContextEdit(edit), .. }) = self.read(*index)
            {
                edits.insert(edit.target_id, edit.replacement);
            }
        }
        edits
    }

    /// The prompt in force at a compaction, and its summary.
    fn checkpoint(&mut self, entry: &Entry, compaction: &Compaction) {
        if let Some(system) = &compaction.system_message {
            self.push(&entry.id, SystemMessage::clone(system).into());
        }
        self.push(&entry.id, message::summary(entry, compaction));
    }

    /// An entry of the path, when it is one that a model is given.
    fn entry(&mut self, index: Index, edits: &edit::Edits) {
        let is_message =
            matches!(self.kind(index), Some(NodeKind::Message(_) | NodeKind::CustomMessage | NodeKind::BranchSummary));
        let removed = || self.tree.node(index).is_some_and(|node| matches!(edits.get(&node.id), Some(None)));
        if !is_message || removed() {
            return;
        }
        if let Some(entry) = self.read(index)
            && let Some(message) = message::of(&entry)
        {
            let message = match edits.get(&entry.id) {
                Some(Some(replacement)) => edit::replace(message, &replacement.content),
                _ => message,
            };
            self.push(&entry.id, message);
        }
    }

    fn push(&mut self, id: &EntryId, message: AgentMessage) {
        self.context.messages.push(message);
        self.context.entries.push(id.clone());
    }

    /// Model and thinking level, found from the end of the path.
    fn selection(&mut self, path: &[Index]) {
        for index in path.iter().rev() {
            let kind = self.kind(*index);
            let wanted = match kind {
                Some(NodeKind::ModelChange | NodeKind::Message(Role::Assistant)) => self.context.model.is_none(),
                Some(NodeKind::ThinkingLevelChange) => self.context.thinking_level.is_none(),
                _ => false,
            };
            if !wanted {
                continue;
            }
            match self.read(*index).map(|entry| entry.kind) {
                Some(EntryKind::ModelChange(change)) => {
                    self.context.model = Some(ModelRef { provider: change.provider, model: change.model_id });
                }
                Some(EntryKind::Message(entry)) => {
                    if let AgentMessage::Model(Message::Assistant(answer)) = entry.message {
                        let model = ModelRef { provider: answer.provider.clone(), model: answer.model.clone() };
                        self.context.model = Some(model);
                    }
                }
                Some(EntryKind::ThinkingLevelChange(change)) => {
                    self.context.thinking_level = Some(change.thinking_level);
                }
                _ => {}
            }
            if self.context.model.is_some() && self.context.thinking_level.is_some() {
                break;
            }
        }
    }
}
