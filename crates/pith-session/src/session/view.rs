//! The tree as data (3.4.4): every entry with what follows it, for faces and clients.
//!
//! Nodes are kept in one list and name each other by place, since a conversation is one long chain: neither reading it,
//! nor writing it as JSON, nor dropping it may go as deep as it is long.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{LabelOf, Session};
use crate::{Entry, EntryId, NodeKind, stamps};

/// All entries of a session as a tree.
#[derive(Debug, Default)]
pub struct TreeView {
    /// Every entry, in the order of the file.
    pub nodes: Vec<TreeNode>,
    /// The places of those that follow nothing, by time.
    pub roots: Vec<usize>,
    /// The entry that the next one follows.
    pub leaf: Option<EntryId>,
}

/// An entry of the tree.
#[derive(Debug)]
pub struct TreeNode {
    /// What it says.
    pub entry: Entry,
    /// The place of the entry that it follows.
    pub parent: Option<usize>,
    /// The places of those that follow it, by time.
    pub children: Vec<usize>,
    /// What it is called.
    pub label: Option<LabelOf>,
}

impl Session {
    /// The tree as data. Records of moved leaves are left out, unless something follows them.
    pub fn view(&self) -> TreeView {
        let mut labels = self.labels();
        let mut places: HashMap<&EntryId, usize> = HashMap::new();
        let mut view = TreeView { leaf: self.leaf().cloned(), ..TreeView::default() };
        let followed: std::collections::HashSet<&EntryId> =
            self.tree.entries().filter_map(|(id, _)| self.tree.parent(id.as_str())).collect();
        for (id, kind) in self.tree.entries() {
            if kind == NodeKind::LeafRecord && !followed.contains(id) {
                continue;
            }
            places.insert(id, view.nodes.len());
            let entry = self.entry_or_raw(id);
            view.nodes.push(TreeNode { entry, parent: None, children: Vec::new(), label: labels.remove(id) });
        }
        // Parents may stand behind their children in a file.
        for (id, place) in &places {
            let parent = self.tree.parent(id.as_str()).and_then(|parent| places.get(parent)).copied();
            if let Some(node) = view.nodes.get_mut(*place) {
                node.parent = parent;
            }
        }
        for place in 0..view.nodes.len() {
            match view.nodes.get(place).and_then(|node| node.parent) {
                Some(parent) => view.nodes.get_mut(parent).into_iter().for_each(|node| node.children.push(place)),
                None => view.roots.push(place),
            }
        }
        view.sort();
        view
    }
}

impl TreeView {
    fn sort(&mut self) {
        let times: Vec<i64> = self.nodes.iter().map(|node| stamps::parse_iso(&node.entry.timestamp)).collect();
        let by_time = |places: &mut Vec<usize>| places.sort_by_key(|place| times.get(*place).copied());
        by_time(&mut self.roots);
        self.nodes.iter_mut().for_each(|node| by_time(&mut node.children));
    }

    /// The tree as Pi's clients know it: an array of roots, each `{entry, children, label?, labelTimestamp?}`.
    ///
    /// # Errors
    /// When an entry cannot be said in JSON.
    pub fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        let mut out = String::from("[");
        // What is still to be written: nodes, and the ends of those that were begun.
        let mut todo: Vec<Step> = self.roots.iter().rev().map(|place| Step::Node(*place)).collect();
        while let Some(step) = todo.pop() {
            let place = match step {
                Step::Node(place) => place,
                Step::End(end) => {
                    out.push_str(&end);
                    continue;
                }
            };
            let Some(node) = self.nodes.get(place) else { continue };
            if out.ends_with('}') {
                out.push(',');
            }
            out.push_str("{\"entry\":");
            out.push_str(&serde_json::to_string(&node.entry)?);
            out.push_str(",\"children\":[");
            todo.push(Step::End(format!("]{}}}", Labeled::json(node.label.as_ref())?)));
            todo.extend(node.children.iter().rev().map(|place| Step::Node(*place)));
        }
        out.push(']');
        RawValue::from_string(out)
    }
}

enum Step {
    Node(usize),
    End(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Labeled<'a> {
    label: &'a str,
    label_timestamp: &'a str,
}

impl<'a> Labeled<'a> {
    /// The members that a label adds, each with its comma before it.
    fn json(label: Option<&'a LabelOf>) -> serde_json::Result<String> {
        let Some(LabelOf { label, timestamp }) = label else { return Ok(String::new()) };
        let object = serde_json::to_string(&Self { label, label_timestamp: timestamp })?;
        let members = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
        Ok(format!(",{members}"))
    }
}
