//! The JavaScript that is part of this crate, and the specifiers under which extensions find it.
//!
//! Every file under `js/` is part of it, as the build script compiled it; what extensions may import is a row of
//! [`SPECIFIERS`] or of the library's. Inside, files import each other by relative path; their names are `pith:js/<path>`.

/// What the name of every file of ours begins with.
pub(crate) const PREFIX: &str = "pith:js/";

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

mod library;
mod packed;

/// What only tests have.
#[cfg(test)]
const TESTING: &[(&str, &str)] =
    &[("testing/run.js", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/js/testing/run.js")))];

/// A file of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    Compiled(&'static [u8]),
    /// Of what only tests have.
    #[cfg(test)]
    Text(&'static str),
}

/// Specifiers and the file they stand for. Node's modules are listed without `node:`.
const SPECIFIERS: &[(&[&str], &str)] = &[
    (&["typebox/compile", "@sinclair/typebox/compile"], "host/typebox/compile.js"),
    (&["typebox/error", "@sinclair/typebox/error"], "vendor/typebox/error.js"),
    (&["typebox/format", "@sinclair/typebox/format"], "vendor/typebox/format.js"),
    (&["typebox/guard", "@sinclair/typebox/guard"], "vendor/typebox/guard.js"),
    (&["typebox", "@sinclair/typebox"], "host/typebox.js"),
    (&["typebox/schema", "@sinclair/typebox/schema"], "vendor/typebox/schema.js"),
    (&["typebox/system", "@sinclair/typebox/system"], "vendor/typebox/system.js"),
    (&["typebox/type", "@sinclair/typebox/type"], "vendor/typebox/type.js"),
    (&["typebox/value", "@sinclair/typebox/value"], "vendor/typebox/value.js"),
];

/// Modules that Node has. One without a row above can be imported, and throws when it is used.
const NODE: &[&str] = &[
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "repl",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// A file of ours, by its whole name.
pub(super) fn embedded(name: &str) -> Option<Code> {
    let path = name.strip_prefix(PREFIX)?;
    #[cfg(test)]
    if let Some((_, text)) = TESTING.iter().find(|(file, _)| *file == path) {
        return Some(Code::Text(text));
    }
    packed::bytes(path).map(Code::Compiled)
}

/// Which file of ours makes a name that a file of ours exports, both by their whole names; nothing when there is no such name,
/// or nothing is known of the file's.
pub(super) fn maker(name: &str, export: &str) -> Option<String> {
    /// By file, the exports with the files that make them. Made for a file when it is asked for.
    static MAKERS: LazyLock<Mutex<HashMap<&str, Makers>>> = LazyLock::new(Mutex::default);
    let path = name.strip_prefix(PREFIX)?;
    let mut known = MAKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let makers = match known.get(path) {
        Some(makers) => makers,
        None => {
            let (path, names) = packed::names(path)?;
            known.entry(path).or_insert_with(|| makers(names))
        }
    };
    makers.get(export).map(|file| format!("{PREFIX}{file}"))
}

/// Exports, and the files that make them.
type Makers = HashMap<&'static str, &'static str>;

fn makers(names: &'static str) -> Makers {
    let mut makers = Makers::new();
    for (file, names) in names.lines().filter_map(|line| line.split_once(' ')) {
        for name in names.split(' ') {
            makers.entry(name).or_insert(file);
        }
    }
    makers
}

/// Every specifier with the names that its file is known to export.
#[cfg(test)]
pub(crate) fn known_names() -> impl Iterator<Item = (&'static str, std::collections::BTreeSet<&'static str>)> {
    let rows = SPECIFIERS.iter().chain(library::SPECIFIERS);
    rows.filter_map(|(names, path)| {
        let exported = packed::names(path)?.1.lines().filter_map(|line| line.split_once(' '));
        Some((*names.first()?, exported.flat_map(|(_, names)| names.split(' ')).collect()))
    })
}

/// Whether it is known what a file of ours exports.
pub(super) fn has_names(name: &str) -> bool {
    name.strip_prefix(PREFIX).and_then(packed::names).is_some()
}

/// What an extension's import means when it is not a file of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// A file of ours, by its path.
    Here(&'static str),
    /// A module of Node that is not offered.
    Absent(String),
}

/// Looks a specifier up.
pub(crate) fn builtin(specifier: &str) -> Option<Builtin> {
    static HERE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let rows = SPECIFIERS.iter().chain(library::SPECIFIERS);
        rows.flat_map(|(names, path)| names.iter().map(|name| (*name, *path))).collect()
    });
    if specifier.starts_with(['.', '/', '#']) {
        return None;
    }
    let node = specifier.strip_prefix("node:");
    let bare = node.unwrap_or(specifier);
    // Some of Node's modules have no name without the prefix: that is a package's.
    match HERE.get(specifier).or_else(|| HERE.get(bare)) {
        Some(path) => Some(Builtin::Here(path)),
        None if node.is_some() || NODE.contains(&bare) => Some(Builtin::Absent(bare.to_owned())),
        None => None,
    }
}

/// What is known of a name of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It exports it.
    Yes,
    /// It is ours, and exports nothing of that name.
    Missing,
    /// It is a module of Node that is not offered.
    NoModule,
    /// It is not ours, or nothing is known of what it exports.
    Unclear,
}

/// Looks up a name that an extension imports.
pub(crate) fn known(specifier: &str, name: &str) -> Known {
    match builtin(specifier) {
        None => Known::Unclear,
        Some(Builtin::Absent(_)) => Known::NoModule,
        Some(Builtin::Here(path)) => {
            let file = format!("{PREFIX}{path}");
            match (has_names(&file), maker(&file, name)) {
                (true, Some(_)) => Known::Yes,
                (true, None) if name != "default" => Known::Missing,
                _ => Known::Unclear,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specifier_leads_to_a_file() {
        for (names, path) in SPECIFIERS.iter().chain(library::SPECIFIERS) {
            assert!(embedded(&format!("{PREFIX}{path}")).is_some(), "{names:?} lead to `{path}`, which is no file");
        }
    }

    #[test]
    fn tests_are_no_part_of_the_library() {
        assert!(matches!(embedded("pith:js/node/path/posix.js"), Some(Code::Compiled(code)) if !code.is_empty()));
        assert_eq!(embedded("pith:js/tests/run.js"), None);
        assert_eq!(embedded("pith:js/node/none.js"), None);
    }

    #[test]
    fn a_module_of_node_that_is_not_offered_is_told_from_a_package() {
        assert_eq!(builtin("node:wasi"), Some(Builtin::Absent("wasi".into())));
        assert_eq!(builtin("cluster"), Some(Builtin::Absent("cluster".into())));
        assert_eq!(builtin("node:sqlite"), Some(Builtin::Here("node/sqlite.js")));
        assert_eq!(builtin("sqlite"), None);
        assert_eq!(builtin("left-pad"), None);
    }
}
