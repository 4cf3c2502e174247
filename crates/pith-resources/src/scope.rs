//! Who brought a resource, and which of a scope's resources are wanted.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use pith_config::{Diagnostic, Environment};

/// Who brought a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The command line, for this run.
    Run,
    /// The project.
    Project,
    /// The person.
    User,
}

impl Scope {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "command line",
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// A list of resources in a scope's settings: paths to add, and what of the scope is not wanted (spec/coding-agent.md 6.8).
#[derive(Debug, Default)]
pub(crate) struct Wishes {
    /// Files and folders to add; absolute.
    pub(crate) paths: Vec<PathBuf>,
    excluded: Vec<GlobMatcher>,
    kept: Vec<PathBuf>,
    dropped: Vec<PathBuf>,
    base: PathBuf,
}

impl Wishes {
    /// Reads the entries: a path, `!glob`, `+path`, `-path`; relative ones start at `base`, the folder of the settings.
    pub(crate) fn new(
        entries: &[String],
        base: &Path,
        environment: &Environment,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let resolved = |text: &str| environment.clone().with_current_dir(base).resolve(text);
        let mut wishes = Self { base: base.to_owned(), ..Self::default() };
        for entry in entries.iter().map(|entry| entry.trim()).filter(|entry| !entry.is_empty()) {
            match (entry.strip_prefix('!'), entry.strip_prefix('+'), entry.strip_prefix('-')) {
                (Some(glob), ..) => match GlobBuilder::new(glob.trim_start_matches("./")).build() {
                    Ok(glob) => wishes.excluded.push(glob.compile_matcher()),
                    Err(error) => diagnostics
                        .push(Diagnostic::warning(format!("setting `{entry}` is no pattern: {}", error.kind()))),
                },
                (_, Some(path), _) => wishes.kept.push(resolved(path)),
                (_, _, Some(path)) => wishes.dropped.push(resolved(path)),
                _ => wishes.paths.push(resolved(entry)),
            }
        }
        wishes
    }

    /// Whether a resource of the scope is wanted. A skill in a folder of its own may be named by that folder.
    pub(crate) fn want(&self, path: &Path) -> bool {
        let folder = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "SKILL.md"));
        let names = || std::iter::once(path).chain(folder);
        let listed = |list: &[PathBuf]| names().any(|name| list.iter().any(|listed| listed == name));
        if listed(&self.dropped) {
            return false;
        }
        listed(&self.kept) || !names().any(|name| self.excludes(name))
    }

    fn excludes(&self, path: &Path) -> bool {
        let relative = path.strip_prefix(&self.base).unwrap_or(path);
        let name = path.file_name().map(Path::new);
        self.excluded
            .iter()
            .any(|glob| glob.is_match(relative) || glob.is_match(path) || name.is_some_and(|name| glob.is_match(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(entries: &[&str]) -> Wishes {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        let environment = Environment::new("/w", Some("/home/u".into()));
        Wishes::new(&entries, Path::new("/w/.pi"), &environment, &mut Vec::new())
    }

    #[test]
    fn plain_entries_are_paths_from_the_folder_of_the_settings() {
        let paths = wishes(&["more", "~/mine", "/abs", " "]).paths;
        assert_eq!(paths, [Path::new("/w/.pi/more"), Path::new("/home/u/mine"), Path::new("/abs")]);
    }

    #[test]
    fn patterns_exclude_and_exact_paths_decide() {
        let wishes = wishes(&["!skills/old-*", "!*.draft.md", "+skills/old-one", "-skills/two/SKILL.md"]);
        for (path, wanted) in [
            ("skills/one/SKILL.md", true),
            ("skills/old-one/SKILL.md", true),
            ("skills/old-two/SKILL.md", false),
            ("skills/two/SKILL.md", false),
            ("prompts/a.draft.md", false),
        ] {
            assert_eq!(wishes.want(&Path::new("/w/.pi").join(path)), wanted, "{path}");
        }
    }

    #[test]
    fn a_broken_pattern_is_told() {
        let mut told = Vec::new();
        Wishes::new(&["![".to_owned()], Path::new("/"), &Environment::new("/", None), &mut told);
        assert_eq!(told.len(), 1);
    }
}
