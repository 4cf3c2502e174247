//! What people call things: the session's name and the labels of entries (3.4.3).

use std::collections::HashMap;

use super::{Appended, Session};
use crate::{Entry, EntryId, EntryKind, Label, NodeKind, ReadError, SessionInfo};

/// What an entry is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelOf {
    /// Its name.
    pub label: String,
    /// When it was given.
    pub timestamp: String,
}

impl Session {
    /// Names the session; a name of only blanks takes the name away. A name is one line.
    pub fn set_name(&mut self, name: &str) -> Appended {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        self.append(EntryKind::SessionInfo(SessionInfo { name: Some(name) }))
    }

    /// Names an entry, wherever it is in the tree, or takes its name away.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn set_label(&mut self, target: &str, label: Option<&str>) -> Result<Appended, ReadError> {
        let index = self.tree.index(target).and_then(|index| self.tree.node(index));
        let target_id = index.ok_or_else(|| ReadError::NoSuchEntry { id: target.to_owned() })?.id.clone();
        let label = label.map(str::trim).filter(|label| !label.is_empty()).map(str::to_owned);
        Ok(self.append(EntryKind::Label(Label { target_id, label })))
    }

    /// What an entry is called.
    pub fn label(&self, id: &str) -> Option<LabelOf> {
        self.labels().remove(id)
    }

    /// Every label that is in force. The newest counts, on whatever branch it is.
    pub fn labels(&self) -> HashMap<EntryId, LabelOf> {
        let mut labels = HashMap::new();
        for (id, _) in self.tree.entries().filter(|(_, kind)| *kind == NodeKind::Label) {
            let Ok(Entry { kind: EntryKind::Label(label), timestamp, .. }) = self.entry(id.as_str()) else { continue };
            match label.label.filter(|label| !label.is_empty()) {
                Some(text) => labels.insert(label.target_id, LabelOf { label: text, timestamp }),
                None => labels.remove(&label.target_id),
            };
        }
        labels
    }

    /// Reads the newest name there is.
    pub(super) fn read_name(&mut self) {
        let mut infos = self.tree.entries().rev().filter(|(_, kind)| *kind == NodeKind::SessionInfo);
        let newest = infos.find_map(|(id, _)| match self.entry(id.as_str()).ok()?.kind {
            EntryKind::SessionInfo(info) => Some(info.name),
            _ => None,
        });
        self.name = newest.flatten().filter(|name| !name.is_empty());
    }
}
