//! The tree of a session (3.4): which entry follows which, of what kind each is, and which one is the leaf. Pure: what the
//! entries say is elsewhere.

mod ids;

use std::sync::Arc;

use ids::Ids;

use crate::{EntryId, EntryKind};

/// The `customType` of the entry that records a moved leaf.
pub(crate) const LEAF_RECORD: &str = "pith.leaf";

/// Where an entry stands in the order of the file.
pub(crate) type Index = u32;

/// The entries of a session by their place.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    by_id: Ids,
    leaf: Option<Index>,
}

/// What the tree knows of an entry.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: EntryId,
    pub(crate) parent: Option<Index>,
    pub(crate) kind: NodeKind,
    pub(crate) body: Body,
}

/// Where an entry's line is. Kept small, as the whole node is.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// In the file.
    File { offset: u64, length: u32 },
    /// Not in the file, or not yet.
    Line(Arc<String>),
}

impl From<Span> for Body {
    fn from(span: Span) -> Self {
        // Of a line beyond four gigabytes so much is read that it is told to be broken.
        Self::File { offset: span.offset, length: u32::try_from(span.length).unwrap_or(u32::MAX) }
    }
}

/// A piece of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) offset: u64,
    pub(crate) length: usize,
}

/// Of what kind an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `message`, by role.
    Message(Role),
    /// `model_change`.
    ModelChange,
    /// `thinking_level_change`.
    ThinkingLevelChange,
    /// `compaction`.
    Compaction,
    /// `branch_summary`.
    BranchSummary,
    /// `custom`.
    Custom,
    /// The `custom` entry that records a moved leaf: what follows next follows its parent.
    LeafRecord,
    /// `custom_message`.
    CustomMessage,
    /// `context_edit`.
    ContextEdit,
    /// `label`.
    Label,
    /// `session_info`.
    SessionInfo,
    /// `usage`.
    Usage,
    /// Any other type.
    Unknown,
}

/// Whose message it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `system`.
    System,
    /// `user`.
    User,
    /// `assistant`.
    Assistant,
    /// `toolResult`.
    ToolResult,
    /// A role of the application.
    Other,
}

impl NodeKind {
    /// The kind of an entry of that type, and for messages of that role.
    pub(crate) fn new(entry_type: &str, role: Option<&str>) -> Self {
        match entry_type {
            "message" => Self::Message(match role {
                Some("system") => Role::System,
                Some("user") => Role::User,
                Some("assistant") => Role::Assistant,
                Some("toolResult") => Role::ToolResult,
                _ => Role::Other,
            }),
            "model_change" => Self::ModelChange,
            "thinking_level_change" => Self::ThinkingLevelChange,
            "compaction" => Self::Compaction,
            "branch_summary" => Self::BranchSummary,
            "custom" => Self::Custom,
            "custom_message" => Self::CustomMessage,
            "context_edit" => Self::ContextEdit,
            "label" => Self::Label,
            "session_info" => Self::SessionInfo,
            "usage" => Self::Usage,
            _ => Self::Unknown,
        }
    }
}

impl NodeKind {
    /// The kind of an entry that says this.
    pub(crate) fn of(kind: &EntryKind) -> Self {
        match kind {
            EntryKind::Message(message) => Self::new("message", Some(message.message.role())),
            EntryKind::Custom(custom) if custom.custom_type == LEAF_RECORD => Self::LeafRecord,
            kind => Self::new(kind.as_str(), None),
        }
    }
}

impl Tree {
    /// An empty tree with room for so many entries.
    pub(crate) fn with_room(count: usize) -> Self {
        Self { nodes: Vec::with_capacity(count), ..Self::default() }
    }

    /// Whether no two entries have one id.
    pub(crate) fn is_distinct(&self) -> bool {
        self.by_id.len() == self.nodes.len()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The entry that a new one would follow.
    pub fn leaf(&self) -> Option<&EntryId> {
        Some(&self.node(self.leaf?)?.id)
    }

    /// Whether there is such an entry.
    pub fn contains(&self, id: &str) -> bool {
        self.index(id).is_some()
    }

    /// The kind of an entry.
    pub fn kind(&self, id: &str) -> Option<NodeKind> {
        Some(self.node(self.index(id)?)?.kind)
    }

    /// The entry that an entry follows.
    pub fn parent(&self, id: &str) -> Option<&EntryId> {
        Some(&self.node(self.node(self.index(id)?)?.parent?)?.id)
    }

    /// Every entry in the order of the file.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (&EntryId, NodeKind)> {
        self.nodes.iter().map(|node| (&node.id, node.kind))
    }

    /// The entries that follow an entry, or the roots, in the order of the file.
    pub fn children(&self, id: Option<&str>) -> Vec<&EntryId> {
        let parent = id.map(|id| self.index(id));
        if parent == Some(None) {
            return Vec::new();
        }
        self.nodes.iter().filter(|node| node.parent == parent.flatten()).map(|node| &node.id).collect()
    }

    /// The entries from the root to this one.
    pub fn branch(&self, id: &str) -> Vec<&EntryId> {
        let path = self.path(self.index(id));
        path.into_iter().filter_map(|index| self.node(index)).map(|node| &node.id).collect()
    }

    pub(crate) fn node(&self, index: Index) -> Option<&Node> {
        self.nodes.get(usize::try_from(index).ok()?)
    }

    pub(crate) fn node_mut(&mut self, index: Index) -> Option<&mut Node> {
        self.nodes.get_mut(usize::try_from(index).ok()?)
    }

    pub(crate) fn index(&self, id: &str) -> Option<Index> {
        self.by_id.find(id, &self.nodes)
    }

    pub(crate) fn leaf_index(&self) -> Option<Index> {
        self.leaf
    }

    /// The leaf that is found when the file is opened anew: the last entry, or what that one records.
    pub(crate) fn leaf_of_file(&self) -> Option<Index> {
        let last = self.last()?;
        let node = self.node(last)?;
        if node.kind == NodeKind::LeafRecord { node.parent } else { Some(last) }
    }

    /// The last entry of the file.
    pub(crate) fn last(&self) -> Option<Index> {
        Index::try_from(self.nodes.len()).ok()?.checked_sub(1)
    }

    /// Adds an entry after all others. Of two with one id the later is found by it.
    pub(crate) fn push(&mut self, node: Node) -> Option<Index> {
        let index = Index::try_from(self.nodes.len()).ok()?;
        self.nodes.push(node);
        self.by_id.insert(index, &self.nodes);
        Some(index)
    }

    pub(crate) fn set_leaf(&mut self, leaf: Option<Index>) {
        self.leaf = leaf;
    }

    /// The places from the root to this one. Loading has made sure that it ends.
    pub(crate) fn path(&self, from: Option<Index>) -> Vec<Index> {
        let parent = |index: &Index| self.node(*index)?.parent;
        let mut path: Vec<Index> = std::iter::successors(from, parent).take(self.nodes.len()).collect();
        path.reverse();
        path
    }
}
