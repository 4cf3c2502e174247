//! Finds entries by id. A table of places alone, four bytes each: the ids themselves stand in the nodes.

use std::hash::{BuildHasher as _, RandomState};

use super::{Index, Node};

/// Says that a slot is free; no file has so many entries.
const FREE: Index = Index::MAX;

/// Open addressing, at most three quarters full.
#[derive(Debug, Default)]
pub(super) struct Ids {
    slots: Vec<Index>,
    used: usize,
    hasher: RandomState,
}

impl Ids {
    /// The place of the entry with that id. Of two with one id it is the later.
    pub(super) fn find(&self, id: &str, nodes: &[Node]) -> Option<Index> {
        let slot = self.slot(id, nodes)?;
        self.slots.get(slot).copied().filter(|index| *index != FREE)
    }

    /// How many ids there are.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Takes in the node at this place.
    pub(super) fn insert(&mut self, index: Index, nodes: &[Node]) {
        if self.slots.len() * 3 <= (self.used + 1) * 4 {
            self.grow(nodes);
        }
        let Some(node) = at(nodes, index) else { return };
        if let Some(slot) = self.slot(node.id.as_str(), nodes).and_then(|slot| self.slots.get_mut(slot)) {
            self.used += usize::from(*slot == FREE);
            *slot = index;
        }
    }

    fn grow(&mut self, nodes: &[Node]) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for index in old.into_iter().filter(|index| *index != FREE) {
            let slot = at(nodes, index).and_then(|node| self.slot(node.id.as_str(), nodes));
            if let Some(slot) = slot.and_then(|slot| self.slots.get_mut(slot)) {
                *slot = index;
            }
        }
    }

    /// Where an id stands, or would.
    fn slot(&self, id: &str, nodes: &[Node]) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits count")]
        let first = self.hasher.hash_one(id) as usize;
        (0..=mask).map(|step| first.wrapping_add(step) & mask).find(|slot| {
            let index = self.slots.get(*slot).copied().unwrap_or(FREE);
            index == FREE || at(nodes, index).is_some_and(|node| node.id.as_str() == id)
        })
    }
}

fn at(nodes: &[Node], index: Index) -> Option<&Node> {
    nodes.get(usize::try_from(index).ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::*;

    fn node(id: &str) -> Node {
        Node { id: id.into(), parent: None, kind: NodeKind::Unknown, body: Body::File { offset: 0, length: 0 } }
    }

    #[test]
    fn every_id_is_found_and_of_two_alike_the_later() {
        let mut tree = Tree::default();
        assert!(tree.index("00000000").is_none());
        for number in 0..10_000 {
            tree.push(node(&format!("{number:08x}")));
            tree.push(node(&format!("long name {number}")));
        }
        assert_eq!((tree.index("00000010"), tree.index("long name 9999")), (Some(32), Some(19_999)));
        assert_eq!(tree.index("nothing"), None);
        assert_eq!(tree.push(node("00000010")), tree.index("00000010"));
    }

    #[test]
    fn a_million_entries_fit_into_sixty_megabytes() {
        assert!(size_of::<Node>() <= 48, "{}", size_of::<Node>());
        assert_eq!(size_of::<EntryId>(), 16);
    }
}
