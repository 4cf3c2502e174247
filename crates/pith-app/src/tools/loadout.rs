//! Which tools are declared: flags, settings and what a continued session had (spec/coding-agent.md 5.6). Pure.

use super::{AppTool, glob};
use crate::nearest::nearest;

/// What was said about tools.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToolWishes<'a> {
    /// `--tools`: names and patterns, or changes `+name,-name`.
    pub tools: Option<&'a str>,
    /// `--exclude-tools`.
    pub exclude: Option<&'a str>,
    /// `--no-tools`.
    pub none: bool,
    /// `--no-builtin-tools`.
    pub no_built_ins: bool,
    /// What to start from when nothing was said, by name.
    pub defaults: &'a [String],
    /// What the continued session had, by name.
    pub recorded: Option<&'a [String]>,
}

/// The tools to declare, in order.
#[derive(Clone, Default)]
pub struct Loadout {
    /// The tools.
    pub tools: Vec<AppTool>,
    /// Names that lead to no tool, each with the one that was probably meant.
    pub unknown: Vec<(String, Option<String>)>,
}

/// A list of tools that contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadoutError {
    /// Names and changes in one list.
    #[error("`--tools {list}` mixes names with changes; give either names, or `+name` and `-name`")]
    Mixed {
        /// As given.
        list: String,
    },
    /// A pattern where a single name is needed.
    #[error("`--tools {list}`: `{change}` must name one tool")]
    PatternInChange {
        /// As given.
        list: String,
        /// The change with the pattern.
        change: String,
    },
}

/// Chooses among the available tools.
///
/// # Errors
/// When the list contradicts itself.
pub fn loadout(available: &[AppTool], wishes: ToolWishes<'_>) -> Result<Loadout, LoadoutError> {
    let mut chosen = Loadout::default();
    if wishes.none {
        return Ok(chosen);
    }
    let words: Option<Vec<&str>> = wishes.tools.map(words);
    let changes = words.as_ref().is_some_and(|words| words.iter().any(|word| is_change(word)));
    match (words, wishes.tools) {
        (Some(words), Some(list)) if changes => {
            check_changes(&words, list)?;
            chosen.start(available, wishes);
            words.iter().for_each(|change| chosen.change(available, change));
        }
        (Some(words), _) => words.iter().for_each(|word| chosen.add(available, word)),
        (None, _) => chosen.start(available, wishes),
    }
    if wishes.no_built_ins {
        chosen.tools.retain(|tool| !tool.built_in);
    }
    for pattern in wishes.exclude.map(self::words).unwrap_or_default() {
        chosen.tools.retain(|tool| !glob::fits(pattern, tool.name()));
    }
    Ok(chosen)
}

impl Loadout {
    /// What holds without `--tools`: the session's own tools, else the defaults; tools that an embedding program brings
    /// are always wanted.
    fn start(&mut self, available: &[AppTool], wishes: ToolWishes<'_>) {
        let names = wishes.recorded.filter(|_| !wishes.no_built_ins).unwrap_or(wishes.defaults);
        names.iter().filter(|name| available.iter().any(|tool| tool.name() == name.as_str())).for_each(|name| {
            self.add(available, name);
        });
        let wanted = |tool: &&AppTool| !tool.built_in && tool.is_offered_by_itself();
        available.iter().filter(wanted).for_each(|tool| self.push(tool));
    }

    fn add(&mut self, available: &[AppTool], pattern: &str) {
        let before = self.tools.len();
        let mut known = false;
        for tool in available.iter().filter(|tool| glob::fits(pattern, tool.name())) {
            known = true;
            self.push(tool);
        }
        if !known && before == self.tools.len() && !pattern.contains('*') {
            let near = nearest(pattern, available.iter().map(AppTool::name)).map(str::to_owned);
            self.unknown.push((pattern.to_owned(), near));
        }
    }

    fn push(&mut self, tool: &AppTool) {
        if self.tools.iter().all(|chosen| chosen.name() != tool.name()) {
            self.tools.push(tool.clone());
        }
    }

    fn change(&mut self, available: &[AppTool], change: &str) {
        match change.strip_prefix('-') {
            Some(name) => self.tools.retain(|tool| tool.name() != name),
            None => self.add(available, change.trim_start_matches('+')),
        }
    }
}

fn words(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
}

fn is_change(word: &str) -> bool {
    word.starts_with(['+', '-'])
}

fn check_changes(words: &[&str], list: &str) -> Result<(), LoadoutError> {
    if !words.iter().all(|word| is_change(word)) {
        return Err(LoadoutError::Mixed { list: list.to_owned() });
    }
    match words.iter().find(|word| word.contains('*')) {
        Some(change) => Err(LoadoutError::PatternInChange { list: list.to_owned(), change: (*change).to_owned() }),
        None => Ok(()),
    }
}
