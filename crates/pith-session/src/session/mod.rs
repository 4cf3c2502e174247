//! A session: the tree, what its entries say, and the file they are written to.
//!
//! One owner adds entries, one after the other. An entry is in memory whatever happens to the file, and is written as soon
//! as that works.

mod answer;
mod append;
mod begin;
mod export;
mod fork;
mod import;
#[cfg(test)]
mod index_tests;
mod keep_index;
mod leaf;
mod names;
mod open;
#[cfg(test)]
mod property_tests;
mod read;
mod stats;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod tree_tests;
mod view;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{Claim, Damage, EntryId, Header, OpenError, Owner, Stamps, Tree, file::SessionFile, stamps, tree::Index};

pub use answer::AnswerPiece;
pub use append::{Appended, Written};
pub use fork::{ForkError, ForkPosition, Forked};
pub use import::ImportError;
pub use names::LabelOf;
pub use stats::{ModelUsage, Stats};
pub use view::{TreeNode, TreeView};

/// A conversation as it is kept.
pub struct Session {
    header: Header,
    tree: Tree,
    name: Option<String>,
    damage: Vec<Damage>,
    /// How much of the damage was given as news.
    told: usize,
    place: Place,
    /// The right to its id, while its file is not there yet.
    claim: Option<Claim>,
    /// Entries that are not in the file yet, in their order.
    unsaved: Vec<Index>,
    /// Whether anything was added since it was opened.
    is_changed: bool,
    /// Whether what is in memory is what reading the file would give, and how it stands with the index beside it.
    index: keep_index::State,
    /// Whether large pictures are kept beside the file.
    images_beside: bool,
    /// Whether an answer is being journalled.
    is_answering: bool,
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
    /// In a file that is only looked at.
    Reading(SessionFile),
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
        Self::new(new_header(new, &*stamps), Place::Memory, Owner::nobody(), stamps)
    }

    /// A new session in the same folder as this one, or in memory as this one is.
    pub fn another(&self, new: NewSession) -> Self {
        let another = match self.path().and_then(Path::parent) {
            Some(folder) => Self::create(folder, new, self.owner.clone(), Arc::clone(&self.stamps)),
            None => Self::in_memory(new, Arc::clone(&self.stamps)),
        };
        another.with_images_of(self)
    }

    /// Opens another session's file; see [`Session::open`].
    ///
    /// # Errors
    /// As opening does.
    pub fn open_another(&self, path: &Path) -> Result<Self, OpenError> {
        let owner = if self.owner == Owner::nobody() { None } else { Some(self.owner.clone()) };
        let cwd = Path::new(&self.header.cwd);
        let opened = match owner {
            Some(owner) => Self::open(path, cwd, owner, Arc::clone(&self.stamps)),
            None => Self::open_to_read(path, cwd, Arc::clone(&self.stamps)),
        };
        opened.map(|opened| opened.with_images_of(self))
    }

    /// Whether pictures of more than 64 KB are kept in a folder beside the file from now on, each once. They are read as
    /// if they stood in it, and copies and exports have them in them; other programs do not see them.
    pub fn keep_images_beside(&mut self, beside: bool) {
        self.images_beside = beside;
    }

    /// The same as in another session.
    fn with_images_of(mut self, other: &Self) -> Self {
        self.images_beside = other.images_beside;
        self
    }

    fn new(header: Header, place: Place, owner: Owner, stamps: Arc<dyn Stamps>) -> Self {
        let (tree, damage, unsaved) = (Tree::default(), Vec::new(), Vec::new());
        Self {
            header,
            tree,
            name: None,
            damage,
            told: 0,
            place,
            claim: None,
            unsaved,
            is_changed: false,
            index: keep_index::State::default(),
            images_beside: false,
            is_answering: false,
            owner,
            stamps,
        }
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
            Place::File(file) | Place::Reading(file) => Some(file.path()),
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

    /// What was found wrong since this was asked for last.
    pub fn news(&mut self) -> Vec<Damage> {
        let news = self.damage.get(self.told..).unwrap_or_default().to_vec();
        self.told = self.damage.len();
        news
    }

    /// How many entries are in memory only: before the file is made, or because writing failed.
    pub fn unsaved(&self) -> usize {
        if matches!(self.place, Place::Memory | Place::Reading(_)) { 0 } else { self.unsaved.len() }
    }
}

fn new_header(new: NewSession, stamps: &dyn Stamps) -> Header {
    let now = stamps.now_ms();
    let id = new.id.unwrap_or_else(|| stamps::session_id(stamps, now));
    let parent = new.parent_session.map(|path| path.to_string_lossy().into_owned());
    Header::new(id, stamps::iso(now), new.cwd.to_string_lossy().into_owned(), parent)
}
