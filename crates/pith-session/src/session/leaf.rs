//! Moving about in the tree (3.4, 3.6.5): which entry the next one follows.
//!
//! Pi forgets at its exit where the leaf was. Here a move is recorded by an entry that follows the new leaf, so that both
//! programs find it there; entries that come next follow the leaf itself, not the record.

use super::{Appended, Session};
use crate::{
    BranchSummary, Custom, EntryId, EntryKind, ReadError,
    tree::{Index, LEAF_RECORD},
};

impl Session {
    /// Makes an entry the leaf, so that the next one follows it; `None` stands before every root. The move is recorded
    /// unless the leaf would be found there anyway when the file is opened.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn move_leaf(&mut self, to: Option<&str>) -> Result<Option<Appended>, ReadError> {
        let target = self.place(to)?;
        self.tree.set_leaf(target);
        if self.tree.leaf_of_file() == target {
            return Ok(None);
        }
        let record = Custom { custom_type: LEAF_RECORD.to_owned(), data: None };
        Ok(Some(self.append_after(target, |_| EntryKind::Custom(record))))
    }

    /// Makes an entry the leaf, puts the summary of the branch that is left after it, and makes that the leaf (3.6.5).
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn branch_with_summary(&mut self, to: Option<&str>, summary: BranchSummary) -> Result<Appended, ReadError> {
        let target = self.place(to)?;
        self.tree.set_leaf(target);
        Ok(self.append(EntryKind::BranchSummary(summary)))
    }

    /// The deepest entry that is on the branches of both; `None` when they have no root in common.
    pub fn common_ancestor(&self, one: &str, other: &str) -> Option<&EntryId> {
        let other = self.tree.branch(other);
        let shared = self.tree.branch(one).into_iter().zip(other).take_while(|(one, other)| one == other);
        shared.last().map(|(id, _)| id)
    }

    /// The place of an entry that is named.
    pub(super) fn place(&self, id: Option<&str>) -> Result<Option<Index>, ReadError> {
        let Some(id) = id else { return Ok(None) };
        self.tree.index(id).map(Some).ok_or_else(|| ReadError::NoSuchEntry { id: id.to_owned() })
    }
}
