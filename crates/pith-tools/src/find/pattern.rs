//! What a model means by a file pattern: names at any depth, or paths from the folder down (spec/coding-agent.md 4.7).

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};
use pith_agent::ToolError;

/// A pattern of names or paths.
pub(super) struct Pattern {
    glob: GlobMatcher,
    /// A name or path that is meant letter for letter matches itself, as names like `[id].tsx` do.
    literal: String,
    of_paths: bool,
    only_folders: bool,
}

impl Pattern {
    /// Reads a pattern; paths in it start at `root`. One without capitals does not mind the case.
    ///
    /// # Errors
    /// When it is no glob.
    pub(super) fn new(text: &str, root: &Path) -> Result<Self, ToolError> {
        let below = Path::new(text).strip_prefix(root).ok().and_then(Path::to_str);
        let trimmed = below.unwrap_or(text).trim_start_matches("./").trim_start_matches('/');
        let (trimmed, only_folders) = match trimmed.strip_suffix('/') {
            Some(folder) => (folder, true),
            None => (trimmed, false),
        };
        let literal = if trimmed.is_empty() { "*" } else { trimmed };
        let glob = GlobBuilder::new(literal)
            .literal_separator(true)
            .case_insensitive(!literal.chars().any(char::is_uppercase))
            .build()
            .map_err(|fault| ToolError::new(format!("`{text}` is no file pattern: {}", fault.kind())))?;
        Ok(Self {
            glob: glob.compile_matcher(),
            of_paths: text.contains('/') && literal.contains('/'),
            literal: literal.to_owned(),
            only_folders,
        })
    }

    /// Whether an entry fits, by its path below the root.
    pub(super) fn fits(&self, relative: &Path, is_dir: bool) -> bool {
        if self.only_folders && !is_dir {
            return false;
        }
        let subject = if self.of_paths { Some(relative) } else { relative.file_name().map(Path::new) };
        subject.is_some_and(|subject| self.glob.is_match(subject) || subject == Path::new(&self.literal))
    }

    /// Whether something in it could have been meant letter for letter.
    pub(super) fn has_classes(&self) -> bool {
        self.literal.contains(['[', '{'])
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn fits(pattern: &str, path: &str) -> bool {
        Pattern::new(pattern, Path::new("/w")).unwrap().fits(Path::new(path), path.ends_with('/'))
    }

    #[test]
    fn without_a_slash_names_are_matched_at_any_depth_with_one_paths_from_the_root() {
        for (pattern, path, expected) in [
            ("*.ts", "a.ts", true),
            ("*.ts", "src/deep/b.ts", true),
            ("src/*.ts", "src/a.ts", true),
            ("src/*.ts", "src/deep/b.ts", false),
            ("src/*.ts", "x/src/a.ts", false),
            ("./src/*.ts", "src/a.ts", true),
            ("./*.ts", "deep/a.ts", true),
            ("src/**/*.ts", "src/a.ts", true),
            ("src/**", "src/deep/b.ts", true),
            ("**/*.ts", "a.ts", true),
            ("/w/src/*.ts", "src/a.ts", true),
            ("*.{ts,js}", "a.js", true),
            ("", "anything", true),
            ("src/", "src/", true),
            ("src/", "src", false),
        ] {
            assert_eq!(fits(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn capitals_make_a_pattern_mind_the_case() {
        assert!(fits("readme*", "README.md"));
        assert!(!fits("Readme*", "README.md"));
    }

    #[test]
    fn a_name_that_looks_like_a_class_matches_itself_too() {
        assert!(fits("[id].tsx", "pages/[id].tsx") && fits("[id].tsx", "i.tsx"));
        assert!(fits("pages/[id].tsx", "pages/[id].tsx"));
        assert!(Pattern::new("[id].tsx", Path::new("/w")).unwrap().has_classes());
    }

    #[test]
    fn a_broken_pattern_is_told() {
        let error = Pattern::new("a[", Path::new("/w")).err().unwrap().to_string();
        assert!(error.starts_with("`a[` is no file pattern: "), "{error}");
    }
}
