//! Which extensions there are, in the order in which they are loaded (spec/extensions-sessions-screen.md 1.2.3).

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::manifest::{self, Brought};
use super::places::{Place, Places, Scope};

/// An extension that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// As it is called in reports: where it was found.
    pub path: PathBuf,
    /// The file that is loaded, without links, so that its imports are found (its own folder's `node_modules`).
    pub real: PathBuf,
    /// The package that it shares a runtime with, by folder; its own file when it is alone.
    pub package: PathBuf,
    /// Where what it brings is at home: its package, the folder of the settings that have it, or its own folder.
    pub base: PathBuf,
    /// Whose it is.
    pub scope: Scope,
    /// How it was named, or installed.
    pub source: String,
    /// Whether it came with a package.
    pub packaged: bool,
    /// Whether the person named it on the command line.
    pub named: bool,
}

impl Found {
    /// What other extensions and faces are told of where it came from (1.2.6).
    pub fn source_info(&self) -> Value {
        json!({
            "path": self.path,
            "source": self.source,
            "scope": self.scope,
            "origin": if self.packaged { "package" } else { "top-level" },
            "baseDir": self.base,
        })
    }
}

/// Something that was named and is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Nowhere {
    /// Where it should be.
    pub path: PathBuf,
    /// Why it is not.
    pub reason: String,
    /// Whether it was named on the command line.
    pub named: bool,
}

/// Every extension once; the first place counts.
pub fn discover(places: &Places) -> (Vec<Found>, Vec<Nowhere>) {
    let mut gathered = Gathered::default();
    for path in &places.named {
        gathered.listed(path, Scope::Temporary, true);
    }
    if !places.only_named {
        if let Some(project) = &places.project {
            gathered.place(project, Scope::Project);
        }
        gathered.place(&places.user, Scope::User);
        for package in &places.packages {
            for path in Brought::of(&package.folder).extensions {
                gathered.add(&path, Home::package(&package.folder), package.scope, &package.source, false);
            }
        }
    }
    (gathered.found, gathered.nowhere)
}

/// Where an extension belongs.
#[derive(Clone, Copy)]
struct Home<'a> {
    /// The folder that may be a package.
    package: Option<&'a Path>,
    /// Where it is at home otherwise.
    base: Option<&'a Path>,
}

impl<'a> Home<'a> {
    fn package(folder: &'a Path) -> Self {
        Self { package: Some(folder), base: Some(folder) }
    }
}

#[derive(Default)]
struct Gathered {
    found: Vec<Found>,
    nowhere: Vec<Nowhere>,
    seen: HashSet<PathBuf>,
}

impl Gathered {
    fn place(&mut self, place: &Place, scope: Scope) {
        for path in &place.listed {
            self.listed(path, scope, false);
        }
        // What cannot be read may hold a gate.
        if let Err(error) = std::fs::read_dir(&place.folder)
            && error.kind() != std::io::ErrorKind::NotFound
            && !place.folder.as_os_str().is_empty()
        {
            let reason = format!("the extensions of this folder cannot be read: {error}");
            self.nowhere.push(Nowhere { path: place.folder.clone(), reason, named: false });
        }
        for path in manifest::scan(&place.folder) {
            let package = path.parent().filter(|parent| *parent != place.folder);
            self.add(&path, Home { package, base: place.folder.parent() }, scope, "auto", false);
        }
    }

    /// A file, or a folder with a manifest, an index, or extensions in it.
    fn listed(&mut self, path: &Path, scope: Scope, named: bool) {
        let source = if named { "cli" } else { "local" };
        let mut nowhere = |reason: String| self.nowhere.push(Nowhere { path: path.to_owned(), reason, named });
        if path.is_dir() {
            // A folder that is named is a package, one of the settings a place of extensions.
            let brought = match named {
                true => Brought::of(path),
                false => Brought { extensions: manifest::scan(path), ..Brought::default() },
            };
            if !brought.missing.is_empty() {
                let names = brought.missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                nowhere(format!("its `package.json` names {names}, and nothing is there; has it been built?"));
            } else if brought.is_nothing() {
                nowhere("there is no extension in this folder".to_owned());
            }
            for entry in brought.extensions {
                self.add(&entry, Home::package(path), scope, source, named);
            }
        } else if path.is_file() {
            self.add(path, Home { package: None, base: path.parent() }, scope, source, named);
        } else {
            nowhere("it does not exist".to_owned());
        }
    }

    fn add(&mut self, path: &Path, home: Home<'_>, scope: Scope, source: &str, named: bool) {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(real.clone()) {
            return;
        }
        let package = home.package.map(Path::to_path_buf);
        let packaged = package.as_ref().is_some_and(|folder| folder.join("package.json").is_file());
        let base = package.as_deref().filter(|_| packaged).or(home.base).unwrap_or(Path::new(""));
        self.found.push(Found {
            path: path.to_owned(),
            base: base.to_owned(),
            package: package.filter(|_| packaged).unwrap_or_else(|| real.clone()),
            real,
            scope,
            source: source.to_owned(),
            packaged,
            named,
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn names(root: &Path, found: &[Found]) -> Vec<String> {
        found.iter().map(|one| one.path.strip_prefix(root).unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_folder_is_sorted_one_level_deep_and_leaves_out_what_is_hidden_or_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in
            ["u/b.ts", "u/a.js", "u/types.d.ts", "u/.hidden.ts", "u/no.ts", "u/sub/index.ts", "u/deep/x/index.ts"]
        {
            write(root, path, "");
        }
        write(root, "u/node_modules/p/index.js", "");
        write(root, "u/.gitignore", "no.ts\n");
        write(root, "u/pack/package.json", r#"{"pi":{"extensions":["./two.ts","./gone.ts","one.ts"]}}"#);
        write(root, "u/pack/one.ts", "");
        write(root, "u/pack/two.ts", "");
        let places = Places { user: Place { folder: root.join("u"), ..Place::default() }, ..Places::default() };
        let (found, nowhere) = discover(&places);
        assert_eq!(names(root, &found), ["u/a.js", "u/b.ts", "u/pack/two.ts", "u/pack/one.ts", "u/sub/index.ts"]);
        assert!(nowhere.is_empty());
        assert_eq!(found[2].package, found[3].package, "one package, one runtime");
        assert_eq!((found[1].base.as_path(), &found[2].base), (root, &root.join("u/pack")));
    }

    #[test]
    fn named_ones_come_first_then_the_project_then_the_person_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in ["user/a.ts", "project/b.ts", "listed.ts"] {
            write(root, path, "");
        }
        let mut places = Places {
            named: vec![root.join("user/a.ts"), root.join("gone.ts")],
            project: Some(Place { listed: vec![root.join("listed.ts")], folder: root.join("project") }),
            user: Place { folder: root.join("user"), ..Place::default() },
            ..Places::default()
        };
        let (found, nowhere) = discover(&places);
        assert_eq!(names(root, &found), ["user/a.ts", "listed.ts", "project/b.ts"]);
        assert_eq!(found[0].scope, Scope::Temporary);
        let reason = "it does not exist".to_owned();
        assert_eq!(nowhere, [Nowhere { path: root.join("gone.ts"), reason, named: true }]);
        places.only_named = true;
        assert_eq!(discover(&places).0.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_loaded_from_where_it_leads() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        write(&root, "there/x.ts", "");
        fs::create_dir(root.join("here")).unwrap();
        std::os::unix::fs::symlink(root.join("there/x.ts"), root.join("here/x.ts")).unwrap();
        let places = Places { user: Place { folder: root.join("here"), ..Place::default() }, ..Places::default() };
        let (found, _) = discover(&places);
        assert_eq!((found[0].path.clone(), found[0].real.clone()), (root.join("here/x.ts"), root.join("there/x.ts")));
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("extensions");
        std::fs::write(&file, "").unwrap();
        let user = |folder| Places { user: Place { listed: Vec::new(), folder }, ..Places::default() };
        let (found, nowhere) = discover(&user(file.clone()));
        assert!(found.is_empty() && nowhere.len() == 1 && nowhere[0].path == file, "{nowhere:?}");
        assert_eq!(discover(&user(folder.path().join("none"))).1, []);
    }
}
