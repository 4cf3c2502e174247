//! From the sections that a transcript holds to those that are wanted (spec/coding-agent.md 1.4.1).

use indexmap::IndexMap;

use super::Sections;

/// The change: new and changed sections in their wanted order, then null for each that goes. Nothing when all is equal.
pub fn patch(held: &Sections, wanted: &Sections) -> Option<IndexMap<String, Option<String>>> {
    let set = wanted.iter().filter(|(name, text)| held.get(*name) != Some(*text));
    let gone = held.keys().filter(|name| !wanted.contains_key(*name));
    let mut patch: IndexMap<String, Option<String>> =
        set.map(|(name, text)| (name.clone(), Some(text.clone()))).collect();
    patch.extend(gone.map(|name| (name.clone(), None)));
    (!patch.is_empty()).then_some(patch)
}
