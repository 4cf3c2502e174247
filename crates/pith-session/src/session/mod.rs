//! A session: the tree, what its entries say, and the file they are written to.
//!
//! One owner adds entries, one after the other. An entry is in memory whatever happens to the file, and is written as soon
//! as that works.

mod append;
mod open;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Context, Damage, Entry, EntryId, EntryKind, Header, NodeKind, Owner, ReadError, Stamps, Tree, context,
    file::SessionFile,
    stamps,
    tree::{Body, Index},
};

pub use append::{Appended, Written};

/// A conversation as it is kept.
pub struct Session {
    header: Header,
    tree: Tree,
    name: Option<String>,
    damage: Vec<Damage>,
    place: Place,
    /// Entries that are not in the file yet, in their order.
    unsaved: Vec<Index>,
    /// Whether anything was added since it was opened.
    is_changed: bool,
    owner: Owner,
    stamps: Arc<dyn Stamps>,
}

/// Where a session is kept.
enum Place {
    /// Nowhere.
    Memory,
    /// In a file that is made when there is something worth keeping.
    Planned { path: PathBuf, exclusive: bool },
    /// In a file.
    File(SessionFile),
}

/// What a new session begins with.
#[derive(Debug, Clone, Default)]
pub struct NewSession {
    /// Where it works.
    pub cwd: PathBuf,
    /// Its id; drawn when absent. See [`crate::is_valid_session_id`].
    pub id: Option<String>,
    /// The session file that it is made from.
    pub parent_session: Option<PathBuf>,
}

impl Session {
    /// A new session, to be kept in a file of its own in this folder. Nothing is written until there is a message of a
    /// person or a model (3.1.5).
    pub fn create(folder: &Path, new: NewSession, owner: Owner, stamps: Arc<dyn Stamps>) -> Self {
        let header = new_header(new, &*stamps);
        let path = folder.join(header.file_name());
        Self::new(header, Place::Planned { path, exclusive: true }, owner, stamps)
    }

    /// A new session that is kept nowhere.
    pub fn in_memory(new: NewSession, stamps: Arc<dyn Stamps>) -> Self {
        let owner = Owner { pid: 0, host: String::new(), started_ms: 0 };
        Self::new(new_header(new, &*stamps), Place::Memory, owner, stamps)
    }

    fn new(header: Header, place: Place, owner: Owner, stamps: Arc<dyn Stamps>) -> Self {
        let (tree, damage, unsaved) = (Tree::default(), Vec::new(), Vec::new());
        Self { header, tree, name: None, damage, place, unsaved, is_changed: false, owner, stamps }
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The session's id.
    pub fn id(&self) -> &str {
        &self.header.id
    }

    /// The file, which need not be there yet; none for a session in memory.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Memory => None,
            Place::Planned { path, .. } => Some(path),
            Place::File(file) => Some(file.path()),
        }
    }

    /// The name that people gave it.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The tree of its entries.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The entry that the next one follows.
    pub fn leaf(&self) -> Option<&EntryId> {
        self.tree.leaf()
    }

    /// What is wrong with the file, as far as it is known.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// How many entries are in memory only: before the file is made, or because writing failed.
    pub fn unsaved(&self) -> usize {
        if matches!(self.place, Place::Memory) { 0 } else { self.unsaved.len() }
    }

    /// What an entry says.
    ///
    /// # Errors
    /// When there is no such entry, or it cannot be read.
    pub fn entry(&self, id: &str) -> Result<Entry, ReadError> {
        let index = self.tree.index(id).ok_or_else(|| ReadError::NoSuchEntry { id: id.to_owned() })?;
        self.read(index)
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
        let index = self.tree.index(id).ok_or_else(|| ReadError::NoSuchEntry { id: id.to_owned() })?;
        Ok(context::build(&self.tree, Some(index), &|index| self.read(index)))
    }

    pub(crate) fn read(&self, index: Index) -> Result<Entry, ReadError> {
        let missing = || ReadError::NoSuchEntry { id: index.to_string() };
        let node = self.tree.node(index).ok_or_else(missing)?;
        let line: Cow<'_, str> = match (&node.body, &self.place) {
            (Body::Line(line), _) => Cow::Borrowed(line),
            (Body::File(span), Place::File(file)) => Cow::Owned(file.read(*span).map_err(ReadError::File)?),
            (Body::File(_), Place::Memory | Place::Planned { .. }) => return Err(missing()),
        };
        Entry::parse(&line).map_err(|source| ReadError::Content { id: node.id.clone(), source })
    }

    /// Reads the newest name there is (3.4.3).
    fn read_name(&mut self) {
        let mut infos = self.tree.entries().rev().filter(|(_, kind)| *kind == NodeKind::SessionInfo);
        let newest = infos.find_map(|(id, _)| match self.entry(id.as_str()).ok()?.kind {
            EntryKind::SessionInfo(info) => Some(info.name),
            _ => None,
        });
        self.name = newest.flatten().filter(|name| !name.is_empty());
    }
}

fn new_header(new: NewSession, stamps: &dyn Stamps) -> Header {
    let now = stamps.now_ms();
    let id = new.id.unwrap_or_else(|| stamps::session_id(stamps, now));
    let parent = new.parent_session.map(|path| path.to_string_lossy().into_owned());
    Header::new(id, stamps::iso(now), new.cwd.to_string_lossy().into_owned(), parent)
}
