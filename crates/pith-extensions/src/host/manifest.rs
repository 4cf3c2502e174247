//! What a folder brings: `pi` of its `package.json`, else folders of the usual names (5.1.4); and which files of a folder
//! are extensions.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use serde_json::Value;

/// What a package brings, by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Brought {
    /// Files of extensions.
    pub extensions: Vec<PathBuf>,
    /// Folders and files of skills.
    pub skills: Vec<PathBuf>,
    /// Folders and files of prompt templates.
    pub prompts: Vec<PathBuf>,
    /// Folders and files of themes.
    pub themes: Vec<PathBuf>,
    /// Extensions that the manifest names, when none of them is there.
    pub missing: Vec<String>,
}

impl Brought {
    /// Reads a package's folder. Without a manifest and without folders of the usual names, its own files are extensions.
    pub fn of(folder: &Path) -> Self {
        let pi = manifest(folder);
        let list = |kind: &str| pi.as_ref().and_then(|pi| strings(pi.get(kind)?));
        let kinds = ["extensions", "skills", "prompts", "themes"];
        if kinds.iter().any(|kind| list(kind).is_some()) {
            let found = |kind: &str| list(kind).map(|patterns| matched(folder, &patterns)).unwrap_or_default();
            let extensions = files_of(found("extensions"));
            let missing = list("extensions").filter(|_| extensions.is_empty()).unwrap_or_default();
            return Self {
                extensions,
                skills: found("skills"),
                prompts: found("prompts"),
                themes: found("themes"),
                missing,
            };
        }
        let usual = |kind: &str| Some(folder.join(kind)).filter(|path| path.is_dir());
        let extensions = usual("extensions").map_or_else(|| scan(folder), |path| scan(&path));
        let folders = |kind: &str| usual(kind).into_iter().collect();
        Self {
            extensions,
            skills: folders("skills"),
            prompts: folders("prompts"),
            themes: folders("themes"),
            missing: Vec::new(),
        }
    }

    /// Whether there is anything.
    pub fn is_nothing(&self) -> bool {
        [&self.extensions, &self.skills, &self.prompts, &self.themes].into_iter().all(Vec::is_empty)
    }
}

fn manifest(folder: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(folder.join("package.json")).ok()?;
    let package: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    package.get("pi").cloned()
}

fn strings(list: &Value) -> Option<Vec<String>> {
    Some(list.as_array()?.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect())
}

/// The entries of a folder: what its manifest lists and exists, else its index. Nothing when it has neither.
pub(super) fn entries(folder: &Path) -> Option<Vec<PathBuf>> {
    let listed = manifest(folder).and_then(|pi| strings(pi.get("extensions")?));
    if let Some(patterns) = listed {
        return Some(files_of(matched(folder, &patterns)));
    }
    index(folder).map(|index| vec![index])
}

/// Files as they are; of folders the extensions in them.
fn files_of(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        let more = if path.is_dir() { scan(&path) } else { vec![path] };
        files.extend(more.into_iter().filter(|file| !is_declaration(file)));
    }
    files
}

/// What a list of a manifest names: paths and patterns in their order, what a pattern finds sorted by name; `!` takes away.
fn matched(folder: &Path, patterns: &[String]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut tree: Option<Vec<PathBuf>> = None;
    for pattern in patterns.iter().filter(|pattern| !pattern.starts_with(['!', '-'])) {
        let pattern = relative(pattern);
        let here: Vec<PathBuf> = if is_pattern(pattern) {
            let Some(matcher) = glob(pattern) else { continue };
            let tree = tree.get_or_insert_with(|| everything(folder));
            tree.iter().filter(|path| matcher.is_match(path)).cloned().collect()
        } else {
            Some(PathBuf::from(pattern)).filter(|path| folder.join(path).exists()).into_iter().collect()
        };
        here.into_iter().for_each(|path| {
            if !found.contains(&path) {
                found.push(path);
            }
        });
    }
    let taken: Vec<GlobMatcher> = patterns
        .iter()
        .filter_map(|pattern| pattern.strip_prefix(['!', '-']))
        .filter_map(|pattern| glob(relative(pattern)))
        .collect();
    if taken.is_empty() {
        return found.into_iter().map(|path| folder.join(path)).collect();
    }
    // A folder of which something is taken away is looked into, so that the rest of it stays.
    let inside = |path: PathBuf| -> Vec<PathBuf> {
        let whole = folder.join(&path);
        if !whole.is_dir() {
            return vec![path];
        }
        let files = scan(&whole);
        let held = |file: &PathBuf| {
            file.strip_prefix(folder).ok().is_some_and(|file| taken.iter().any(|one| one.is_match(file)))
        };
        match files.iter().any(held) {
            true => files.iter().filter_map(|file| file.strip_prefix(folder).ok().map(Path::to_owned)).collect(),
            false => vec![path],
        }
    };
    let kept = found.into_iter().flat_map(inside).filter(|path| !taken.iter().any(|one| one.is_match(path)));
    kept.map(|path| folder.join(path)).collect()
}

fn relative(pattern: &str) -> &str {
    let mut rest = pattern.trim_start_matches('+');
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter;
    }
    rest.trim_end_matches('/')
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

fn glob(pattern: &str) -> Option<GlobMatcher> {
    Some(GlobBuilder::new(pattern).literal_separator(true).build().ok()?.compile_matcher())
}

/// Files and folders below a folder, sorted, by path from it; without hidden ones and other packages' modules.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let visible = |entry: &ignore::DirEntry| entry.depth() == 0 || entry.file_name() != "node_modules";
    let walk = ignore::WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(true)
        .follow_links(true)
        .max_depth(Some(8))
        .sort_by_file_name(std::cmp::Ord::cmp)
        .filter_entry(visible)
        .build();
    walk.flatten().filter_map(|entry| entry.path().strip_prefix(folder).ok().map(Path::to_owned)).collect()
}

/// `index.ts`, else `index.js`.
fn index(folder: &Path) -> Option<PathBuf> {
    ["index.ts", "index.js"].map(|name| folder.join(name)).into_iter().find(|path| path.is_file())
}

/// The extensions directly in a folder and in its direct sub-folders, sorted by name (1.2.1, 6.18).
pub(super) fn scan(folder: &Path) -> Vec<PathBuf> {
    if let Some(own) = entries(folder) {
        return own;
    }
    let ignored = ignored(folder);
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.') && name != "node_modules")
        .filter(|name| {
            !ignored.iter().any(|matcher| matcher.matched(folder.join(name), folder.join(name).is_dir()).is_ignore())
        })
        .collect();
    names.sort();
    let mut found = Vec::new();
    for name in names {
        let path = folder.join(&name);
        if path.is_dir() {
            found.extend(entries(&path).unwrap_or_default());
        } else if is_code(&path) && path.is_file() {
            found.push(path);
        }
    }
    found
}

fn is_code(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    matches!(ending, "ts" | "js") && !is_declaration(path)
}

fn is_declaration(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(".d.ts"))
}

fn ignored(folder: &Path) -> Vec<ignore::gitignore::Gitignore> {
    [".gitignore", ".ignore", ".fdignore"]
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| ignore::gitignore::Gitignore::new(path).0)
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn with(files: &[(&str, &str)]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (path, text) in files {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Self(folder)
        }

        fn brought(&self) -> Brought {
            Brought::of(self.0.path())
        }

        fn names(&self, paths: &[PathBuf]) -> Vec<String> {
            paths.iter().map(|path| path.strip_prefix(self.0.path()).unwrap().to_string_lossy().into_owned()).collect()
        }
    }

    #[test]
    fn a_manifest_may_name_patterns_and_take_away_from_what_they_find() {
        let folder = Folder::with(&[
            (
                "package.json",
                r#"{"pi":{"extensions":["./packages/*/index.ts","lib","!packages/two/index.ts","!**/off.ts"],"skills":["packages/*/SKILL.md"]}}"#,
            ),
            ("packages/two/index.ts", ""),
            ("packages/one/index.ts", ""),
            ("packages/one/SKILL.md", ""),
            ("packages/one/node_modules/p/index.ts", ""),
            ("packages/.hidden/index.ts", ""),
            ("packages/three/types.d.ts", ""),
            ("lib/on.ts", ""),
            ("lib/off.ts", ""),
        ]);
        let brought = folder.brought();
        assert_eq!(folder.names(&brought.extensions), ["packages/one/index.ts", "lib/on.ts"]);
        assert_eq!(folder.names(&brought.skills), ["packages/one/SKILL.md"]);
    }

    #[test]
    fn without_a_manifest_folders_of_the_usual_names_count() {
        let folder = Folder::with(&[
            ("index.ts", ""),
            ("extensions/b.ts", ""),
            ("extensions/a/index.ts", ""),
            ("skills/s/SKILL.md", ""),
            ("prompts/p.md", ""),
        ]);
        let brought = folder.brought();
        assert_eq!(folder.names(&brought.extensions), ["extensions/a/index.ts", "extensions/b.ts"]);
        assert_eq!(
            (folder.names(&brought.skills), folder.names(&brought.prompts)),
            (vec!["skills".into()], vec!["prompts".into()])
        );
    }

    #[test]
    fn a_manifest_that_names_some_kinds_brings_nothing_of_the_others() {
        let folder = Folder::with(&[
            ("package.json", r#"{"pi":{"skills":["./sk"]}}"#),
            ("extensions/x.ts", ""),
            ("sk/a/SKILL.md", ""),
        ]);
        let brought = folder.brought();
        assert!(brought.extensions.is_empty() && !brought.is_nothing());
        assert_eq!(folder.names(&brought.skills), ["sk"]);
    }

    #[test]
    fn extensions_that_a_manifest_names_and_that_are_not_there_are_told() {
        let folder =
            Folder::with(&[("package.json", r#"{"pi":{"extensions":["./dist/index.js"]}}"#), ("index.ts", "")]);
        let brought = folder.brought();
        assert_eq!(brought.missing, ["./dist/index.js"]);
        assert!(brought.is_nothing());
    }
}
