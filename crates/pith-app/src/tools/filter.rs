//! Which tools of extensions are offered by themselves, as the person said on the command line.

use super::glob;

/// What the person said of tools that come while the program runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToolFilter {
    /// Only tools that fit one of these names and patterns, parted by commas. Changes (`+name,-name`) leave all others in.
    pub only: Option<String>,
    /// None that fits one of these.
    pub exclude: Option<String>,
    /// None at all.
    pub none: bool,
}

impl ToolFilter {
    /// Whether a tool may be offered without being asked for.
    pub fn admits(&self, name: &str) -> bool {
        let fits = |list: &str| words(list).any(|word| glob::fits(word, name));
        let only = self.only.as_deref().is_none_or(|list| match words(list).any(|word| word.starts_with(['+', '-'])) {
            true => !words(list).any(|word| word.strip_prefix('-') == Some(name)),
            false => fits(list),
        });
        !self.none && only && !self.exclude.as_deref().is_some_and(fits)
    }
}

fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_let_in_what_they_name_and_changes_only_keep_out() {
        let only = |list: &str| ToolFilter { only: Some(list.to_owned()), ..ToolFilter::default() };
        assert!(only("read,as*").admits("ask") && !only("read").admits("ask"));
        assert!(only("-bash").admits("ask") && !only("-ask").admits("ask"));
        let exclude = ToolFilter { exclude: Some("a*".to_owned()), ..ToolFilter::default() };
        assert!(!exclude.admits("ask") && exclude.admits("read"));
        assert!(!ToolFilter { none: true, ..ToolFilter::default() }.admits("ask"));
    }
}
