//! The difference between two sets of tools (R2.11, R2.12).
//!
//! Declarations are compared by value: the order of keys in a schema is no difference, `constrainedSampling: false` and
//! its absence are one.

use indexmap::IndexMap;

use crate::{SystemMessage, ToolDeclaration, ToolRef};

/// What turns one set of tools into another. A changed tool is both removed and added.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolChanges {
    /// New and changed tools, in the order of the new set.
    pub added: Vec<ToolDeclaration>,
    /// Names of gone and changed tools, in the order of the old set.
    pub removed: Vec<ToolRef>,
}

impl ToolChanges {
    /// Whether the sets are the same, whatever their order.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// Puts the change on a system message, in place of what it says of tools.
    pub fn write_to(self, message: &mut SystemMessage) {
        message.tools_added = (!self.added.is_empty()).then_some(self.added);
        message.tools_removed = (!self.removed.is_empty()).then_some(self.removed);
    }
}

/// What turns `previous` into `current`. Of several tools of one name the last counts.
pub fn tool_changes<'p, 'c>(
    previous: impl IntoIterator<Item = &'p ToolDeclaration>,
    current: impl IntoIterator<Item = &'c ToolDeclaration>,
) -> ToolChanges {
    let previous = by_name(previous);
    let current = by_name(current);
    let same = |name: &str| match (previous.get(name), current.get(name)) {
        (Some(before), Some(after)) => before == after,
        _ => false,
    };
    ToolChanges {
        added: current.iter().filter(|(name, _)| !same(name)).map(|(_, tool)| (*tool).clone()).collect(),
        removed: previous.keys().filter(|name| !same(name)).map(|name| ToolRef { name: (*name).to_owned() }).collect(),
    }
}

fn by_name<'a>(tools: impl IntoIterator<Item = &'a ToolDeclaration>) -> IndexMap<&'a str, &'a ToolDeclaration> {
    tools.into_iter().map(|tool| (tool.name.as_str(), tool)).collect()
}
