//! Puts entries into the tree as they come, and afterwards finds a place for those whose parent is not there.

use std::collections::{HashMap, HashSet};

use super::{envelope::Envelope, salvage::Names};
use crate::{
    Damage, DamageKind, EntryId, Tree,
    tree::{Body, Index},
};

/// A tree in the making.
#[derive(Default)]
pub(super) struct Joiner {
    pub(super) damage: Vec<Damage>,
    tree: Tree,
    /// Entries whose parent was not there when they came, with their lines.
    waiting: Vec<(Index, EntryId, u64)>,
    broken: Vec<Broken>,
}

/// A broken line, and the last good entry before it.
struct Broken {
    names: Names,
    after: Option<Index>,
}

impl Joiner {
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Takes the next entry.
    pub(super) fn entry(&mut self, line: u64, mut envelope: Envelope<'_>, body: Body) {
        let parent_id = envelope.parent_id.take().map(EntryId::from);
        let parent = parent_id.as_ref().and_then(|id| self.tree.index(id.as_str()));
        let index = self.tree.push(envelope.into_node(parent, body));
        if let (None, Some(id), Some(index)) = (parent, parent_id, index) {
            self.waiting.push((index, id, line));
        }
    }

    /// Takes note of a line that is no entry.
    pub(super) fn broken(&mut self, line: u64, names: Names) {
        self.damage.push(Damage::at(line, DamageKind::BrokenLine { recovered: false }));
        self.broken.push(Broken { names, after: self.tree.last() });
    }

    /// The tree, in which every entry leads to a root, and whose leaf is the last entry.
    pub(super) fn finish(mut self) -> (Tree, Vec<Damage>) {
        // Which lost entry each broken line without a name is taken for.
        let mut taken: HashMap<usize, EntryId> = HashMap::new();
        for (index, parent, line) in std::mem::take(&mut self.waiting) {
            let found = self.tree.index(parent.as_str());
            let (joined, lost) = match found.filter(|found| *found != index) {
                Some(found) => (Some(found), None),
                None => self.stand_in(index, &parent),
            };
            // The broken line was told already; that something followed it says nothing new.
            let is_told = lost.is_some_and(|broken| *taken.entry(broken).or_insert_with(|| parent.clone()) == parent);
            if found.is_none() && !is_told {
                let id = self.id(index);
                let joined_to = joined.map(|index| self.id(index));
                self.damage.push(Damage::at(line, DamageKind::MissingParent { id, parent: parent.clone(), joined_to }));
            }
            if found == Some(index) {
                let joined_to = joined.map(|index| self.id(index));
                self.damage.push(Damage::at(line, DamageKind::Cycle { id: parent, joined_to }));
            }
            self.set_parent(index, joined);
        }
        self.cut_cycles();
        let leaf = self.tree.leaf_of_file();
        self.tree.set_leaf(leaf);
        (self.tree, self.damage)
    }

    /// What an entry follows when its parent is missing: the parent of the broken line that was its parent, where that can
    /// be read; else the last good entry before that line, or before the entry itself. With it the place of that line.
    fn stand_in(&self, index: Index, parent: &EntryId) -> (Option<Index>, Option<usize>) {
        let place = |wanted: &EntryId| self.broken.iter().position(|broken| broken.names.id.as_ref() == Some(wanted));
        let Some(lost) = place(parent) else {
            let nameless = |broken: &Broken| broken.names.id.is_none() && broken.after < Some(index);
            let nearest = self.broken.iter().rposition(nameless);
            let after = nearest.and_then(|nearest| self.broken.get(nearest)).map(|broken| broken.after);
            return (after.unwrap_or_else(|| index.checked_sub(1)), nearest);
        };
        let mut above = Some(lost);
        let mut before = None;
        for _ in 0..=self.broken.len() {
            let Some(broken) = above.and_then(|above| self.broken.get(above)) else { break };
            match &broken.names.parent {
                Some(None) => return (None, Some(lost)),
                Some(Some(wanted)) => match self.tree.index(wanted.as_str()) {
                    Some(found) => return (Some(found), Some(lost)),
                    None => above = place(wanted),
                },
                None => return (broken.after, Some(lost)),
            }
            before = Some(broken.after);
        }
        (before.flatten(), Some(lost))
    }

    /// Walks from every entry to its root; where a walk meets itself, the earliest entry of the circle is joined to the
    /// good entry before it instead.
    fn cut_cycles(&mut self) {
        // Where every entry stands behind its parent there is none, and no walk is needed.
        let in_order = |index: Index| self.tree.node(index).is_none_or(|node| node.parent < Some(index));
        if (0..=self.tree.last().unwrap_or(0)).all(in_order) {
            return;
        }
        let mut ends = vec![false; self.tree.len()];
        for start in 0..=self.tree.last().unwrap_or(0) {
            let mut walked = Vec::new();
            let mut on_walk = HashSet::new();
            let mut at = Some(start);
            while let Some(index) = at.filter(|index| !is_set(&ends, *index)) {
                if !on_walk.insert(index) {
                    self.cut(index);
                    // Whatever was walked is walked again, in the mended tree.
                    walked.clear();
                    on_walk.clear();
                    at = Some(start);
                    continue;
                }
                walked.push(index);
                at = self.tree.node(index).and_then(|node| node.parent);
            }
            for index in walked {
                if let Some(end) = usize::try_from(index).ok().and_then(|index| ends.get_mut(index)) {
                    *end = true;
                }
            }
        }
    }

    fn cut(&mut self, within: Index) {
        let parent = |index: &Index| self.tree.node(*index)?.parent;
        let circle: Vec<Index> = std::iter::successors(parent(&within), parent)
            .take_while(|index| *index != within)
            .take(self.tree.len())
            .chain([within])
            .collect();
        let Some(first) = circle.iter().min().copied() else { return };
        let before = first.checked_sub(1).filter(|before| !self.tree.path(Some(*before)).contains(&first));
        let kind = DamageKind::Cycle { id: self.id(first), joined_to: before.map(|index| self.id(index)) };
        self.damage.push(kind.into());
        self.set_parent(first, before);
    }

    fn set_parent(&mut self, index: Index, parent: Option<Index>) {
        if let Some(node) = self.tree.node_mut(index) {
            node.parent = parent;
        }
    }

    fn id(&self, index: Index) -> EntryId {
        self.tree.node(index).map_or_else(|| EntryId::from(""), |node| node.id.clone())
    }
}

fn is_set(flags: &[bool], index: Index) -> bool {
    usize::try_from(index).ok().and_then(|index| flags.get(index)).is_none_or(|flag| *flag)
}
