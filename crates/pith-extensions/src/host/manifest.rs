//! The part of `package.json` that says which files of a folder are extensions: `pi.extensions`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

#[derive(Deserialize, Default)]
struct Package {
    #[serde(default)]
    pi: Option<Pi>,
}

#[derive(Deserialize, Default)]
struct Pi {
    #[serde(default)]
    extensions: Option<Vec<String>>,
}

/// The entries of a folder: what its manifest lists and exists, else its index. Nothing when it has neither.
pub(super) fn entries(folder: &Path) -> Option<Vec<PathBuf>> {
    let text = std::fs::read_to_string(folder.join("package.json")).unwrap_or_default();
    let manifest: Package = serde_json::from_str(&text).unwrap_or_default();
    if let Some(listed) = manifest.pi.and_then(|pi| pi.extensions) {
        let mut found = Vec::new();
        for path in listed.iter().map(|entry| folder.join(entry)) {
            if path.is_dir() {
                found.extend(scan(&path));
            } else if path.is_file() {
                found.push(path);
            }
        }
        return Some(found);
    }
    index(folder).map(|index| vec![index])
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
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    (name.ends_with(".ts") && !name.ends_with(".d.ts")) || name.ends_with(".js")
}

fn ignored(folder: &Path) -> Vec<ignore::gitignore::Gitignore> {
    [".gitignore", ".ignore", ".fdignore"]
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| ignore::gitignore::Gitignore::new(path).0)
        .collect()
}
