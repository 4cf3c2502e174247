//! What became of the declared tools over a transcript (R2.13): decides whether a provider's cache of them survives.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{TranscriptMessage, system_messages};
use crate::ToolDeclaration;

/// Every tool that was ever declared, in the order of first declaration, each as it was declared last. Removals are
/// ignored.
pub fn declared_tools<M: TranscriptMessage>(messages: &[M]) -> Vec<ToolDeclaration> {
    let mut declared = IndexMap::new();
    for tool in additions(messages) {
        declared.insert(tool.name.as_str(), tool);
    }
    declared.into_values().cloned().collect()
}

/// Whether some name was declared twice with different declarations.
pub fn has_tool_redefinitions<M: TranscriptMessage>(messages: &[M]) -> bool {
    let mut latest = HashMap::new();
    additions(messages).any(|tool| latest.insert(tool.name.as_str(), tool).is_some_and(|before| before != tool))
}

/// Whether the tools did anything but grow: something was removed, or a name was declared twice, be it the same.
pub fn has_non_additive_tool_changes<M: TranscriptMessage>(messages: &[M]) -> bool {
    let removed = system_messages(messages).any(|message| message.tools_removed.iter().flatten().next().is_some());
    let mut names = HashSet::new();
    removed || additions(messages).any(|tool| !names.insert(tool.name.as_str()))
}

fn additions<M: TranscriptMessage>(messages: &[M]) -> impl Iterator<Item = &ToolDeclaration> {
    system_messages(messages).flat_map(|message| message.tools_added.iter().flatten())
}
