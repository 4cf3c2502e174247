//! Keeping the index beside a long session: written when the session is closed, by the process that has its lock, and only
//! when what is in memory is certainly what reading the file would give.

use super::{Place, Session};
use crate::load::index::{self, Known};

/// From what size on a session has an index; shorter ones are read as fast without.
const LONG: u64 = 8 << 20;

/// How it stands with the index.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    /// Whether the file may say something else than what is in memory.
    is_unknown: bool,
    /// Whether the index was up to date when the session was opened, or is by now.
    is_kept: bool,
    /// How much of the damage is in the file itself.
    damage: usize,
}

impl Session {
    /// The session was read from its file or the index, with so much damage.
    pub(super) fn index_found(&mut self, is_kept: bool, damage: usize) {
        self.index = State { is_kept, damage, is_unknown: false };
    }

    /// Something happened to the session or its file that reading it anew may see in another way.
    pub(super) fn index_unknown(&mut self) {
        self.index.is_unknown = true;
    }

    /// Writes the index of a long session where it is not up to date. Where that cannot be, the session is read through
    /// the next time.
    pub(super) fn keep_index(&mut self) {
        self.keep_index_from(LONG);
    }

    /// The same from another size on.
    pub(super) fn keep_index_from(&mut self, long: u64) {
        let Place::File(file) = &self.place else { return };
        let is_kept = self.index.is_kept && !self.is_changed;
        if is_kept || self.index.is_unknown || !self.unsaved.is_empty() || file.end().0 < long {
            return;
        }
        let damage = self.damage.get(..self.index.damage).unwrap_or_default();
        let (size, within_line) = file.end();
        let known = Known { header: &self.header, tree: &self.tree, damage, size, within_line };
        self.index.is_kept = index::write(file.reader(), file.path(), &known).is_ok();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.keep_index();
    }
}
