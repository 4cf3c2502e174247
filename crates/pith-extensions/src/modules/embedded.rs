//! The JavaScript that is part of this crate, and the specifiers under which extensions find it.
//!
//! A file is a row of [`FILES`] or of the library; what extensions may import is a row of [`SPECIFIERS`] or of the library's.
//! Inside, files import each other by relative path; their names are `pith:js/<path>`.

/// What the name of every file of ours begins with.
pub(crate) const PREFIX: &str = "pith:js/";

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/js/", $path)))),*]
    };
}

mod library;

/// The files that run the rest, by path; the library has its own rows.
const FILES: &[(&str, &str)] = files![
    "api/bridge.js",
    "api/bus.js",
    "api/components.js",
    "api/context.js",
    "api/dispatch/boundary.js",
    "api/dispatch/index.js",
    "api/dispatch/input.js",
    "api/dispatch/message.js",
    "api/dispatch/request.js",
    "api/dispatch/session.js",
    "api/dispatch/start.js",
    "api/dispatch/tool.js",
    "api/handles.js",
    "api/host.js",
    "api/models.js",
    "api/pi.js",
    "api/providers.js",
    "api/record.js",
    "api/session.js",
    "api/signals.js",
    "api/theme.js",
    "api/tools.js",
    "api/ui.js",
    "runtime/calls.js",
    "runtime/commonjs.js",
    "runtime/missing.js",
    "runtime/pick.js",
    "vendor/typebox/compile.js",
    "vendor/typebox/error.js",
    "vendor/typebox/format.js",
    "vendor/typebox/guard.js",
    "vendor/typebox/index.js",
    "vendor/typebox/part-base.js",
    "vendor/typebox/part-format.js",
    "vendor/typebox/part-guard.js",
    "vendor/typebox/part-schema.js",
    "vendor/typebox/part-system.js",
    "vendor/typebox/part-type.js",
    "vendor/typebox/part-value.js",
    "vendor/typebox/schema.js",
    "vendor/typebox/system.js",
    "vendor/typebox/type.js",
    "vendor/typebox/value.js",
];

/// What only tests have.
#[cfg(test)]
const TESTING: &[(&str, &str)] = files!["testing/run.js"];
#[cfg(not(test))]
const TESTING: &[(&str, &str)] = &[];

/// Specifiers and the file they stand for. Node's modules are listed without `node:`.
const SPECIFIERS: &[(&[&str], &str)] = &[
    (&["typebox/compile", "@sinclair/typebox/compile"], "vendor/typebox/compile.js"),
    (&["typebox/error", "@sinclair/typebox/error"], "vendor/typebox/error.js"),
    (&["typebox/format", "@sinclair/typebox/format"], "vendor/typebox/format.js"),
    (&["typebox/guard", "@sinclair/typebox/guard"], "vendor/typebox/guard.js"),
    (&["typebox", "@sinclair/typebox"], "vendor/typebox/index.js"),
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

/// The source of a file of ours, by its whole name.
pub(crate) fn embedded(name: &str) -> Option<&'static str> {
    let path = name.strip_prefix(PREFIX)?;
    let library = [library::GLOBALS, library::NODE, library::HOST].into_iter().flatten();
    FILES.iter().chain(library).chain(TESTING).find(|(file, _)| *file == path).map(|(_, source)| *source)
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
    let node = specifier.strip_prefix("node:");
    let bare = node.unwrap_or(specifier);
    let row = SPECIFIERS.iter().chain(library::SPECIFIERS).find(|(names, _)| names.contains(&bare));
    match row {
        Some((_, path)) => Some(Builtin::Here(path)),
        None if node.is_some() || NODE.contains(&bare) => Some(Builtin::Absent(bare.to_owned())),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specifier_leads_to_a_file() {
        for (names, path) in SPECIFIERS.iter().chain(library::SPECIFIERS) {
            assert!(embedded(&format!("{PREFIX}{path}")).is_some(), "{names:?} lead to `{path}`, which is no row");
        }
    }

    #[test]
    fn a_module_of_node_that_is_not_offered_is_told_from_a_package() {
        assert_eq!(builtin("node:wasi"), Some(Builtin::Absent("wasi".into())));
        assert_eq!(builtin("cluster"), Some(Builtin::Absent("cluster".into())));
        assert_eq!(builtin("left-pad"), None);
    }
}
