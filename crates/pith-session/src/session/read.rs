//! Reading entries back: one, all, those of a branch, those of the context.

use std::borrow::Cow;

use serde_json::Map;

use super::{Place, Session};
use crate::{
    Context, Entry, EntryId, EntryKind, ReadError, UnknownEntry, context, images,
    tree::{Body, Index, Span},
};

impl Session {
    /// What an entry says. Its parent is the one that it has in the tree, also where the file names one that is not there.
    ///
    /// # Errors
    /// When there is no such entry, or it cannot be read.
    pub fn entry(&self, id: &str) -> Result<Entry, ReadError> {
        let index = self.tree.index(id).ok_or_else(|| ReadError::NoSuchEntry { id: id.to_owned() })?;
        self.read(index)
    }

    /// Every entry, in the order of the file. One that cannot be read as what its type says is
    /// given with its fields as they stand.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry> {
        self.tree.entries().map(|(id, _)| self.entry_or_raw(id))
    }

    /// The entries that came after this one, in the order of the file.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn entries_since(&self, id: &str) -> Result<impl Iterator<Item = Entry>, ReadError> {
        let after = self.place(Some(id))?.map_or(0, |index| index as usize + 1);
        Ok(self.tree.entries().skip(after).map(|(id, _)| self.entry_or_raw(id)))
    }

    /// The entries from the root to this one.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn branch(&self, id: &str) -> Result<Vec<Entry>, ReadError> {
        self.place(Some(id))?;
        Ok(self.tree.branch(id).into_iter().map(|id| self.entry_or_raw(id)).collect())
    }

    /// What a model is given of the branch that ends at the leaf.
    pub fn context(&self) -> Context {
        context::build(&self.tree, self.tree.leaf_index(), &|index| self.read(index))
    }

    /// What a model is given of the branch that ends at an entry.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn context_at(&self, id: &str) -> Result<Context, ReadError> {
        let index = self.place(Some(id))?;
        Ok(context::build(&self.tree, index, &|index| self.read(index)))
    }

    /// The entries of the leaf's branch that the context is made of (3.7.1): the last compaction, what it keeps, and what
    /// came after it; the whole branch where there is none. Edits and choices of a model are among them.
    pub fn context_entries(&self) -> Vec<Entry> {
        let chosen = context::entries(&self.tree, self.tree.leaf_index(), &|index| self.read(index));
        chosen.into_iter().filter_map(|index| self.read(index).ok()).collect()
    }

    /// An entry, without its content where that cannot be read.
    pub(super) fn entry_or_raw(&self, id: &EntryId) -> Entry {
        self.entry(id.as_str()).unwrap_or_else(|_| {
            let unknown = UnknownEntry { entry_type: String::new(), fields: Map::new() };
            let raw = self.tree.index(id.as_str()).and_then(|index| self.line(index).ok());
            let raw = raw.and_then(|line| Entry::parse_raw(&line).ok());
            let (timestamp, unknown) = raw.unwrap_or_else(|| (String::new(), unknown));
            let parent_id = self.tree.parent(id.as_str()).cloned();
            Entry { id: id.clone(), parent_id, timestamp, kind: EntryKind::Unknown(unknown) }
        })
    }

    pub(crate) fn read(&self, index: Index) -> Result<Entry, ReadError> {
        let missing = || ReadError::NoSuchEntry { id: index.to_string() };
        let node = self.tree.node(index).ok_or_else(missing)?;
        let line = self.line(index)?;
        let entry = Entry::parse(&line).map_err(|source| ReadError::Content { id: node.id.clone(), source })?;
        let parent_id = node.parent.and_then(|parent| self.tree.node(parent)).map(|parent| parent.id.clone());
        Ok(Entry { parent_id, ..entry })
    }

    /// An entry's line as it stands, but that pictures which are kept beside the file are in it.
    pub(crate) fn line(&self, index: Index) -> Result<Cow<'_, str>, ReadError> {
        let missing = || ReadError::NoSuchEntry { id: index.to_string() };
        let node = self.tree.node(index).ok_or_else(missing)?;
        let line = match (&node.body, &self.place) {
            (Body::Line(line), _) => Cow::Borrowed(line.as_str()),
            (Body::File { offset, length }, Place::File(file) | Place::Reading(file)) => {
                let span = Span { offset: *offset, length: *length as usize };
                Cow::Owned(file.read(span).map_err(ReadError::File)?)
            }
            (Body::File { .. }, Place::Memory | Place::Planned { .. }) => return Err(missing()),
        };
        let Some(path) = self.path() else { return Ok(line) };
        Ok(images::put_back(line, path))
    }
}
