//! Worked examples: turns before the first real one, which show a small model how calls are made and when to stop.

use std::sync::LazyLock;

use pith_types::ToolDeclaration;
use serde::Deserialize;

use super::Turn;

/// Each example with the tools it uses.
const EXAMPLES: &str = include_str!("examples.json");

#[derive(Deserialize)]
struct Example {
    tools: Vec<String>,
    turns: Vec<Turn>,
}

static ALL: LazyLock<Vec<Example>> = LazyLock::new(|| serde_json::from_str(EXAMPLES).unwrap_or_default());

/// The turns of every example whose tools are all declared.
pub(super) fn turns(tools: &[ToolDeclaration]) -> Vec<Turn> {
    let declared = |name: &String| tools.iter().any(|tool| tool.name == *name);
    ALL.iter().filter(|example| example.tools.iter().all(declared)).flat_map(|example| example.turns.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_can_be_read() {
        assert!(serde_json::from_str::<Vec<Example>>(EXAMPLES).is_ok_and(|all| all.len() > 1));
    }
}
