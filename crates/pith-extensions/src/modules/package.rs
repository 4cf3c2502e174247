//! `package.json`: what resolution needs of it. Follows Node's rules for `exports` and `imports`.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    rc::Rc,
};

use serde::Deserialize;
use serde_json::Value;

use super::paths::{PathMap, PathSet};

/// What of a manifest counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Package {
    pub(super) name: Option<String>,
    pub(super) main: Option<String>,
    pub(super) module: Option<String>,
    exports: Option<Value>,
    imports: Option<Value>,
    side_effects: Option<Value>,
}

/// A manifest as it is written, without the most of it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Written {
    name: Option<Value>,
    main: Option<Value>,
    module: Option<Value>,
    exports: Option<Value>,
    imports: Option<Value>,
    #[serde(rename = "sideEffects")]
    side_effects: Option<Value>,
}

/// Manifests that were read, folders that have none, and where folders really are: each is looked at once.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    known: RefCell<PathMap<Option<Rc<Package>>>>,
    real: RefCell<PathMap<PathBuf>>,
    /// Files under the name that they really have.
    files: RefCell<PathSet>,
    /// What was found for a path as it was asked for.
    found: RefCell<PathMap<PathBuf>>,
}

impl Packages {
    /// The manifest in this folder.
    pub(super) fn read(&self, folder: &Path) -> Option<Rc<Package>> {
        if let Some(known) = self.known.borrow().get(folder) {
            return known.clone();
        }
        let read = Package::read(folder).map(Rc::new);
        self.known.borrow_mut().insert(folder.to_owned(), read.clone());
        read
    }

    /// Where a file really is, links followed; itself, when it is not there.
    pub(super) fn real(&self, file: &Path) -> PathBuf {
        if self.files.borrow().contains(file) {
            return file.to_owned();
        }
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return file.to_owned() };
        let real = if file.is_symlink() {
            file.canonicalize().ok()
        } else {
            self.real_folder(folder).map(|real| real.join(name))
        };
        let Some(real) = real else { return file.to_owned() };
        self.files.borrow_mut().insert(real.clone());
        real
    }

    /// Where a folder really is: each folder above is looked at once, not once for each below it.
    fn real_folder(&self, folder: &Path) -> Option<PathBuf> {
        if let Some(real) = self.real.borrow().get(folder) {
            return Some(real.clone());
        }
        let real = match (folder.parent(), folder.file_name()) {
            (Some(above), Some(name)) if !folder.symlink_metadata().ok()?.is_symlink() => {
                self.real_folder(above)?.join(name)
            }
            _ => folder.canonicalize().ok()?,
        };
        self.real.borrow_mut().insert(folder.to_owned(), real.clone());
        Some(real)
    }

    /// Whether the package of a file says (`sideEffects`) that it changes nothing when it is evaluated.
    pub(super) fn says_quiet(&self, file: &Path) -> bool {
        let mut folders = file.ancestors().skip(1).take_while(|folder| !folder.ends_with("node_modules"));
        folders.find_map(|folder| self.read(folder)).is_some_and(|package| package.says_quiet(file))
    }

    /// The file that was found before for a path.
    pub(super) fn found(&self, path: &Path) -> Option<PathBuf> {
        self.found.borrow().get(path).cloned()
    }

    pub(super) fn note_found(&self, path: PathBuf, file: PathBuf) {
        self.found.borrow_mut().insert(path, file);
    }
}

impl Package {
    /// Reads the manifest in this folder. A broken one counts as empty, so that the rest of a package still loads.
    fn read(folder: &Path) -> Option<Self> {
        let bytes = std::fs::read(folder.join("package.json")).ok()?;
        // With a key that is there twice it has to be read as a whole.
        let whole = || serde_json::from_slice::<Value>(&bytes).and_then(serde_json::from_value);
        let written: Written = serde_json::from_slice(&bytes).or_else(|_| whole()).unwrap_or_default();
        let text = |value: Option<Value>| value.as_ref().and_then(Value::as_str).map(str::to_owned);
        Some(Self {
            name: text(written.name),
            main: text(written.main),
            module: text(written.module),
            exports: written.exports,
            imports: written.imports,
            side_effects: written.side_effects,
        })
    }

    /// `false` is of every file, a list of all files but those that it names; of whose patterns only the last part counts here.
    fn says_quiet(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_named = |pattern: &Value| {
            let last = pattern.as_str().and_then(|pattern| pattern.rsplit('/').next());
            last.is_none_or(|last| last.contains(['*', '{', '[', '?']) || last == name)
        };
        match &self.side_effects {
            Some(Value::Bool(any)) => !any,
            Some(Value::Array(those)) => !those.iter().any(is_named),
            _ => false,
        }
    }

    pub(super) fn has_exports(&self) -> bool {
        self.exports.is_some()
    }

    /// The file that `exports` gives for a sub-path such as `.` or `./lib/x`, relative to the package.
    pub(super) fn exported(&self, subpath: &str, conditions: &[&str]) -> Option<String> {
        let exports = self.exports.as_ref()?;
        let paths = exports.as_object().filter(|object| object.keys().any(|key| key.starts_with('.')));
        match paths {
            Some(_) => mapped(exports, subpath, conditions),
            None if subpath == "." => target(exports, "", conditions),
            None => None,
        }
    }

    /// What `imports` gives for a name such as `#x`: a path of the package, or another package.
    pub(super) fn imported(&self, name: &str, conditions: &[&str]) -> Option<String> {
        mapped(self.imports.as_ref()?, name, conditions)
    }
}

/// Finds a key, also one with a star, and then its target.
fn mapped(map: &Value, key: &str, conditions: &[&str]) -> Option<String> {
    let map = map.as_object()?;
    if let Some(value) = map.get(key).filter(|_| !key.contains('*')) {
        return target(value, "", conditions);
    }
    let matching = map.iter().filter_map(|(pattern, value)| {
        let (before, after) = pattern.split_once('*')?;
        let rest = key.strip_prefix(before)?.strip_suffix(after)?;
        (!rest.is_empty() || after.is_empty()).then_some((before.len(), rest, value))
    });
    // The longest beginning is the most specific.
    let (_, rest, value) = matching.max_by_key(|(length, ..)| *length)?;
    target(value, rest, conditions)
}

fn target(value: &Value, star: &str, conditions: &[&str]) -> Option<String> {
    match value {
        Value::String(path) => Some(path.replace('*', star)),
        Value::Array(choices) => choices.iter().find_map(|choice| target(choice, star, conditions)),
        Value::Object(choices) => choices
            .iter()
            .filter(|(condition, _)| *condition == "default" || conditions.contains(&condition.as_str()))
            .find_map(|(_, choice)| target(choice, star, conditions)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn exports(value: Value) -> Package {
        Package { exports: Some(value), ..Package::default() }
    }

    #[test]
    fn conditions_are_taken_in_the_order_of_the_manifest() {
        let package = exports(json!({".": {"types": "./x.d.ts", "import": "./x.mjs", "default": "./x.js"}}));
        assert_eq!(package.exported(".", &["node", "import"]).as_deref(), Some("./x.mjs"));
        assert_eq!(package.exported(".", &["node", "require"]).as_deref(), Some("./x.js"));
        assert_eq!(package.exported("./other", &["import"]), None);
    }

    #[test]
    fn a_plain_string_and_a_nested_choice_are_the_main_entry() {
        assert_eq!(exports(json!("./a.js")).exported(".", &[]).as_deref(), Some("./a.js"));
        let nested = exports(json!({"node": {"import": "./n.mjs"}, "default": "./d.js"}));
        assert_eq!(nested.exported(".", &["node", "import"]).as_deref(), Some("./n.mjs"));
        assert_eq!(nested.exported(".", &["node", "require"]).as_deref(), Some("./d.js"));
    }

    #[test]
    fn stars_take_the_most_specific_pattern_and_null_closes() {
        let package = exports(json!({"./*": "./lib/*.js", "./deep/*": "./deep/*/index.js", "./deep/secret": null}));
        assert_eq!(package.exported("./a/b", &[]).as_deref(), Some("./lib/a/b.js"));
        assert_eq!(package.exported("./deep/a", &[]).as_deref(), Some("./deep/a/index.js"));
        assert_eq!(package.exported("./deep/secret", &[]), None);
    }
}
