//! The tools there are now, and which of them the model is offered: extensions add tools and switch them while the program
//! runs.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use pith_agent::Tool;

use super::{AppTool, Exposure, ToolFilter};
use crate::prompt::PromptTool;

/// Tools with their switches.
pub(crate) struct Toolset {
    filter: ToolFilter,
    state: RwLock<State>,
}

#[derive(Default)]
struct State {
    /// What the program brings, by itself or embedded.
    own: Vec<AppTool>,
    /// What extensions bring, in their order.
    added: Vec<AppTool>,
    /// Names, in the order of their declaration.
    active: Vec<String>,
    /// Counts the changes.
    version: u64,
}

impl Toolset {
    /// The tools there are, and those that are offered.
    pub(crate) fn new(available: Vec<AppTool>, offered: &[AppTool], filter: ToolFilter) -> Self {
        let active = offered.iter().map(|tool| tool.name().to_owned()).collect();
        let (added, own): (Vec<_>, Vec<_>) = available.into_iter().partition(|tool| tool.by_extension);
        // A tool may be offered without being listed among those there are.
        let missing: Vec<_> = offered
            .iter()
            .filter(|tool| own.iter().chain(&added).all(|known| known.name() != tool.name()))
            .cloned()
            .collect();
        let (more_added, more_own): (Vec<_>, Vec<_>) = missing.into_iter().partition(|tool| tool.by_extension);
        let state = State {
            own: own.into_iter().chain(more_own).collect(),
            added: added.into_iter().chain(more_added).collect(),
            active,
            version: 0,
        };
        Self { filter, state: RwLock::new(state) }
    }

    /// Extensions bring these from now on. A tool that was not there before is offered, unless it or the person does not
    /// want that (1.9.4); one that is gone is not offered any more.
    pub(crate) fn set_added(&self, added: Vec<AppTool>) {
        let mut state = self.write();
        let before: Vec<String> = state.added.iter().map(|tool| tool.name().to_owned()).collect();
        let first = |index: usize, tool: &AppTool| added.iter().take(index).all(|other| other.name() != tool.name());
        let kept: Vec<AppTool> = added
            .iter()
            .enumerate()
            .filter(|(index, tool)| first(*index, tool))
            .map(|(_, tool)| tool.clone())
            .collect();
        state.added = kept;
        let new: Vec<String> = state
            .added
            .iter()
            .filter(|tool| tool.is_offered_by_itself() && !before.iter().any(|name| name == tool.name()))
            .map(|tool| tool.name().to_owned())
            .filter(|name| self.filter.admits(name) && !state.active.contains(name))
            .collect();
        state.active.extend(new);
        let known: Vec<String> = state.all().map(|tool| tool.name().to_owned()).collect();
        state.active.retain(|name| known.contains(name));
        state.version += 1;
    }

    /// Offers exactly these; names that lead nowhere, and tools that are hidden, are left out.
    pub(crate) fn set_active(&self, names: &[String]) {
        let mut state = self.write();
        let usable =
            |name: &&String| state.all().any(|tool| tool.name() == name.as_str() && tool.exposure != Exposure::Hidden);
        let mut active: Vec<String> = Vec::new();
        for name in names.iter().filter(usable) {
            if !active.contains(name) {
                active.push(name.clone());
            }
        }
        state.active = active;
        state.version += 1;
    }

    /// The names of those that are offered.
    pub(crate) fn active(&self) -> Vec<String> {
        self.read().active.clone()
    }

    /// Every tool there is; of several of one name the one that counts.
    pub(crate) fn all(&self) -> Vec<AppTool> {
        self.read().all().cloned().collect()
    }

    /// What the program brings, by itself or embedded.
    pub(crate) fn own(&self) -> Vec<AppTool> {
        self.read().own.clone()
    }

    /// The offered tools, to be run.
    pub(crate) fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.read().offered().map(|tool| Arc::clone(&tool.tool)).collect()
    }

    /// The offered tools, as the prompt speaks of them.
    pub(crate) fn in_prompt(&self) -> Vec<PromptTool> {
        self.read().offered().map(AppTool::in_prompt).collect()
    }

    /// The tool of a name, if it is offered.
    pub(crate) fn offered(&self, name: &str) -> Option<AppTool> {
        self.read().offered().find(|tool| tool.name() == name).cloned()
    }

    /// Grows with every change.
    pub(crate) fn version(&self) -> u64 {
        self.read().version
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// An extension's tool stands in the place of a built-in one of its name.
    fn all(&self) -> impl Iterator<Item = &AppTool> {
        let replaced = |own: &&AppTool| self.added.iter().all(|added| added.name() != own.name());
        self.own.iter().filter(replaced).chain(&self.added)
    }

    fn offered(&self) -> impl Iterator<Item = &AppTool> {
        self.active.iter().filter_map(|name| self.all().find(|tool| tool.name() == name))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::tools::tests::tool;

    fn added(name: &str) -> AppTool {
        AppTool { by_extension: true, ..tool(name, false) }
    }

    fn set(filter: ToolFilter) -> Toolset {
        let own = vec![tool("read", true), tool("grep", true)];
        Toolset::new(own.clone(), &own[..1], filter)
    }

    #[test]
    fn a_new_tool_is_offered_at_once_and_stays_switched_off_once_it_was() {
        let set = set(ToolFilter::default());
        set.set_added(vec![added("ask")]);
        assert_eq!(set.active(), ["read", "ask"]);
        set.set_active(&["read".to_owned()]);
        set.set_added(vec![added("ask"), added("more")]);
        assert_eq!(set.active(), ["read", "more"]);
    }

    #[test]
    fn what_the_person_left_out_is_not_offered_by_itself_but_can_be_switched_on() {
        let set = set(ToolFilter { only: Some("read".to_owned()), ..ToolFilter::default() });
        set.set_added(vec![added("ask")]);
        assert_eq!(set.active(), ["read"]);
        set.set_active(&["ask".to_owned(), "nowhere".to_owned()]);
        assert_eq!(set.active(), ["ask"]);
    }

    #[test]
    fn the_first_tool_of_a_name_counts_and_takes_a_built_in_ones_place() {
        let set = set(ToolFilter::default());
        let mine = AppTool { snippet: Some("mine".to_owned()), ..added("read") };
        set.set_added(vec![mine, added("read")]);
        assert_eq!(set.active(), ["read"]);
        assert_eq!(set.offered("read").unwrap().snippet.as_deref(), Some("mine"));
        set.set_added(Vec::new());
        assert_eq!(set.offered("read").unwrap().snippet, None);
    }
}
