//! A session's tree as rows of text: one for each message that a person can go back to. Pure.

use std::collections::HashMap;

/// An entry, as far as the rows need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// Its id.
    pub id: String,
    /// The entry before it.
    pub parent: Option<String>,
    /// What to show; nothing for entries that only stand between others.
    pub text: Option<String>,
    /// A name that a person gave it.
    pub label: Option<String>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeRow {
    /// The entry's id.
    pub id: String,
    /// The row, indented where the tree branches.
    pub text: String,
}

/// The rows, in the order of the entries. An entry is indented once for each branch it lies in; those of the active branch
/// are marked.
pub fn tree_rows(entries: &[TreeEntry], leaf: Option<&str>) -> Vec<TreeRow> {
    let parents: HashMap<&str, Option<&str>> =
        entries.iter().map(|entry| (entry.id.as_str(), entry.parent.as_deref())).collect();
    let mut active = std::collections::HashSet::new();
    let mut at = leaf;
    while let Some(id) = at.filter(|id| active.insert(*id)) {
        at = parents.get(id).copied().flatten();
    }
    let mut children: HashMap<Option<&str>, usize> = HashMap::new();
    let mut depths: HashMap<&str, usize> = HashMap::new();
    let mut rows = Vec::new();
    for entry in entries {
        // A parent comes before its children; one that is missing counts as the root.
        let parent = entry.parent.as_deref();
        let before = parent.and_then(|parent| depths.get(parent)).copied().unwrap_or_default();
        let siblings = children.entry(parent).or_default();
        let depth = before + usize::from(*siblings > 0);
        *siblings += 1;
        depths.insert(&entry.id, depth);
        if let Some(text) = &entry.text {
            let mark = if active.contains(entry.id.as_str()) { "•" } else { " " };
            let label = entry.label.as_ref().map(|label| format!("[{label}] ")).unwrap_or_default();
            rows.push(TreeRow { id: entry.id.clone(), text: format!("{}{mark} {label}{text}", "  ".repeat(depth)) });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, parent: Option<&str>, text: Option<&str>) -> TreeEntry {
        TreeEntry {
            id: id.into(),
            parent: parent.map(Into::into),
            text: text.map(Into::into),
            label: (id == "b").then(|| "here".into()),
        }
    }

    #[test]
    fn a_second_child_begins_a_branch_and_the_active_branch_is_marked() {
        let entries = [
            entry("a", None, Some("first")),
            entry("b", Some("a"), Some("answer")),
            entry("c", Some("a"), Some("other answer")),
            entry("m", Some("c"), None),
            entry("d", Some("m"), Some("more")),
        ];
        let rows: Vec<String> = tree_rows(&entries, Some("d")).into_iter().map(|row| row.text).collect();
        assert_eq!(rows, ["• first", "  [here] answer", "  • other answer", "  • more"]);
    }

    #[test]
    fn a_circle_or_a_missing_parent_ends_nothing() {
        let entries =
            [entry("a", Some("b"), Some("x")), entry("b", Some("a"), Some("y")), entry("c", Some("?"), Some("z"))];
        assert_eq!(tree_rows(&entries, Some("a")).len(), 3);
    }
}
