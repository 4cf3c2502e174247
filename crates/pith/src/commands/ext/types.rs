//! The types of an extension, checked by the person's own `tsc` against the types that come with the program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use pith_config::{Environment, Paths};
use serde_json::{Value, json};

/// What is known of the types.
pub(super) enum Types {
    /// What `tsc` found.
    Checked(Vec<Mistake>),
    /// Why it was not asked.
    Unchecked(String),
}

/// Something that `tsc` found.
pub(super) struct Mistake {
    pub path: PathBuf,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl Types {
    pub(super) fn is_wrong(&self) -> bool {
        matches!(self, Self::Checked(mistakes) if !mistakes.is_empty())
    }

    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Unchecked(why) => json!({ "checked": false, "reason": why }),
            Self::Checked(mistakes) => {
                let told = |one: &Mistake| json!({ "path": one.path, "line": one.line, "column": one.column, "message": one.message });
                json!({ "checked": true, "mistakes": mistakes.iter().map(told).collect::<Vec<_>>() })
            }
        }
    }
}

macro_rules! api {
    ($($name:literal),* $(,)?) => {
        /// The declarations of `extensions/api`, by path.
        const API: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../../extensions/api/", $name)))),*];
    };
}

api![
    "agent/agents.d.ts",
    "agent/api.d.ts",
    "agent/components.d.ts",
    "agent/context.d.ts",
    "agent/events.d.ts",
    "agent/rpc.d.ts",
    "agent/runner.d.ts",
    "agent/session.d.ts",
    "agent/settings.d.ts",
    "agent/tools.d.ts",
    "agent/values.d.ts",
    "ai/compat.d.ts",
    "ai/logins.d.ts",
    "ai/models.d.ts",
    "ai/types.d.ts",
    "ai/values.d.ts",
    "ai/wires.d.ts",
    "index.d.ts",
    "node.d.ts",
    "package.json",
    "pi-agent-core.d.ts",
    "pi-ai-compat.d.ts",
    "pi-ai.d.ts",
    "pi-coding-agent.d.ts",
    "pi-tui.d.ts",
    "tui/components.d.ts",
    "tui/types.d.ts",
    "tui/values.d.ts",
    "typebox.d.ts",
];

/// Specifiers and the declarations that they mean.
const MODULES: &[(&str, &str)] = &[
    ("pi-coding-agent", "pi-coding-agent.d.ts"),
    ("pi-agent-core", "pi-agent-core.d.ts"),
    ("pi-ai", "pi-ai.d.ts"),
    ("pi-ai/*", "pi-ai-compat.d.ts"),
    ("pi-tui", "pi-tui.d.ts"),
];

/// Checks the files that have types.
pub(super) fn check(entries: &[PathBuf], environment: &Environment, paths: &Paths) -> Types {
    let is_typed = |path: &&PathBuf| {
        matches!(path.extension().and_then(OsStr::to_str), Some("ts" | "tsx" | "mts" | "cts")) && path.is_file()
    };
    let files: Vec<&PathBuf> = entries.iter().filter(is_typed).collect();
    let Some(first) = files.first() else {
        let why = match entries.iter().any(|path| path.is_file()) {
            true => "there is no TypeScript",
            false => "there is no file",
        };
        return Types::Unchecked(why.to_owned());
    };
    let Some(tsc) = beside(first, "node_modules/.bin/tsc").or_else(|| on_path(environment)) else {
        return Types::Unchecked(
            "there is no `tsc`; `npm install typescript` beside the extension brings it".to_owned(),
        );
    };
    match ask(&tsc, &files, environment, &paths.agent_dir().join("cache")) {
        Ok(mistakes) => Types::Checked(mistakes),
        Err(error) => Types::Unchecked(format!("`{}` could not be asked: {error}", tsc.display())),
    }
}

/// A file in the folder of the extension, or in one above.
fn beside(file: &Path, name: &str) -> Option<PathBuf> {
    file.ancestors().skip(1).map(|folder| folder.join(name)).find(|path| path.exists())
}

fn on_path(environment: &Environment) -> Option<PathBuf> {
    let (_, list) = environment.variables().find(|(name, _)| *name == OsStr::new("PATH"))?;
    std::env::split_paths(list).map(|folder| folder.join("tsc")).find(|path| path.is_file())
}

/// Variables that a compiler is given: what it needs, and no keys.
const PASSED: &[&str] = &["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SystemRoot"];

fn ask(tsc: &Path, files: &[&PathBuf], environment: &Environment, cache: &Path) -> anyhow::Result<Vec<Mistake>> {
    let first: &Path = files.first().map_or(Path::new(""), |first| first);
    let api = written(cache)?;
    let config = api.join(format!("check-{}.json", std::process::id()));
    std::fs::write(&config, configuration(&api, files, first).to_string())?;
    let folder = first.parent().unwrap_or(Path::new("."));
    let passed = environment.variables().filter(|(name, _)| PASSED.iter().any(|passed| name == passed));
    let mut command = Command::new(tsc);
    command.args(["--pretty", "false", "-p"]).arg(&config).current_dir(folder).env_clear().envs(passed);
    let ran = command.output();
    // Nobody reads it again.
    drop(std::fs::remove_file(&config));
    let ran = ran?;
    let said = String::from_utf8_lossy(&ran.stdout);
    let mistakes: Vec<Mistake> = said.lines().filter_map(|line| mistake(line, folder)).collect();
    let own = |one: &Mistake| {
        !one.path.starts_with(&api) && !one.path.components().any(|part| part.as_os_str() == "node_modules")
    };
    if !ran.status.success() && mistakes.is_empty() {
        let words = format!("{said}{}", String::from_utf8_lossy(&ran.stderr));
        anyhow::bail!("{}", words.lines().next().unwrap_or("it failed and said nothing"));
    }
    Ok(mistakes.into_iter().filter(own).collect())
}

/// The folder of the declarations of this version; what is not there, or is otherwise, is written.
fn written(cache: &Path) -> anyhow::Result<PathBuf> {
    let folder = cache.join("extension-api").join(env!("CARGO_PKG_VERSION"));
    for (name, text) in API {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|there| there == *text) {
            continue;
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(folder.canonicalize()?)
}

fn configuration(api: &Path, files: &[&PathBuf], first: &Path) -> Value {
    let mut paths = serde_json::Map::new();
    for (name, file) in MODULES {
        for scope in ["@earendil-works", "@mariozechner"] {
            paths.insert(format!("{scope}/{name}"), json!([api.join(file)]));
        }
    }
    let typebox = beside(first, "node_modules/typebox").unwrap_or_else(|| api.join("typebox.d.ts"));
    paths.insert("typebox".to_owned(), json!([typebox]));
    let node = beside(first, "node_modules/@types/node");
    let mut listed: Vec<PathBuf> = files.iter().map(|path| path.to_path_buf()).collect();
    if node.is_none() {
        listed.push(api.join("node.d.ts"));
    }
    json!({
        "compilerOptions": {
            "target": "esnext",
            "module": "esnext",
            "moduleResolution": "bundler",
            "noEmit": true,
            "strict": true,
            "noImplicitAny": false,
            "skipLibCheck": true,
            "allowImportingTsExtensions": true,
            "resolveJsonModule": true,
            "lib": ["ESNEXT", "DOM", "DOM.Iterable"],
            "types": if node.is_some() { json!(["node"]) } else { json!([]) },
            "typeRoots": node.as_deref().and_then(Path::parent).map_or_else(|| json!([]), |types| json!([types])),
            "paths": paths,
        },
        "files": listed,
    })
}

/// A line of `tsc`: `file(line,column): error TS1: message`.
fn mistake(line: &str, folder: &Path) -> Option<Mistake> {
    let (place, message) = line.split_once("): error ")?;
    let (path, at) = place.rsplit_once('(')?;
    let (line, column) = at.split_once(',')?;
    let path = folder.join(path);
    let path = path.canonicalize().unwrap_or(path);
    Some(Mistake { path, line: line.parse().ok()?, column: column.parse().ok()?, message: message.to_owned() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use std::collections::BTreeSet;

    use super::*;

    const SURFACE: &str = include_str!("../../../../../extensions/surface.tsv");

    fn text(name: &str) -> &'static str {
        API.iter().find(|(file, _)| *file == name).map(|(_, text)| *text).unwrap()
    }

    /// The names that a module's declarations export.
    fn exported(files: &[&str]) -> BTreeSet<&'static str> {
        let kinds = ["export class ", "export function ", "export const ", "export interface ", "export type "];
        let word = |rest: &'static str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
        let lines = files.iter().flat_map(|file| text(file).lines());
        lines.filter_map(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind))).map(word).collect()
    }

    /// The members of interfaces, however deep.
    fn members(file: &str, interfaces: &[&str]) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        for interface in interfaces {
            let body = text(file).split(&format!("export interface {interface} ")).nth(1).unwrap();
            for line in body.lines().skip(1).take_while(|line| *line != "}") {
                let Some(line) = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) else { continue };
                let line = line.strip_prefix("readonly ").unwrap_or(line);
                found.insert(line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
            }
        }
        found
    }

    #[test]
    fn what_the_table_calls_done_has_a_type() {
        let module = |folder: &str| {
            let files = API.iter().map(|(name, _)| *name).filter(|name| name.starts_with(folder));
            exported(&files.collect::<Vec<_>>())
        };
        let context = "agent/context.d.ts";
        let mut missing = Vec::new();
        for line in SURFACE.lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<&str> = line.split('\t').collect();
            let [kind, name, state, ..] = parts.as_slice() else { continue };
            let known = match *kind {
                "event" => members("agent/events.d.ts", &["ExtensionEvents"]),
                "pi" => members("agent/api.d.ts", &["ExtensionAPI"]),
                "ctx" => members(context, &["ExtensionContext"]),
                "command ctx" => members(context, &["ExtensionCommandContext extends ExtensionContext"]),
                "tool ctx" => members(context, &["ExtensionToolContext extends ExtensionContext"]),
                "ctx.ui" => members(context, &["ExtensionUIContext"]),
                "@earendil-works/pi-coding-agent" => module("agent/"),
                "@earendil-works/pi-agent-core" => exported(&["pi-agent-core.d.ts"]),
                "@earendil-works/pi-ai" | "@earendil-works/pi-ai/compat" => {
                    module("ai/").into_iter().chain(["Type"]).collect()
                }
                "@earendil-works/pi-tui" => module("tui/"),
                other => panic!("declarations for `{other}` are to be looked up here"),
            };
            if *state != "absent" && !known.contains(name) {
                missing.push(format!("{kind} {name}"));
            }
        }
        assert!(missing.is_empty(), "extensions/api does not declare {missing:?}");
    }

    /// What is said of a thing whose type is open: a hundredth of the words, where plain data or a person's own type is meant.
    #[test]
    fn declarations_say_what_is_taken_and_given() {
        let mut open = Vec::new();
        for (name, text) in API.iter().filter(|(name, _)| name.contains('/')) {
            let mut spoken = false;
            for line in text.lines() {
                let trimmed = line.trim_start();
                spoken |= trimmed.starts_with("/**");
                let words = trimmed.split(|c: char| !c.is_alphanumeric() && c != '_');
                if !spoken {
                    open.extend(words.filter(|word| *word == "any").map(|_| *name));
                }
                spoken &= !trimmed.ends_with("*/");
            }
        }
        assert!(open.len() <= 65, "`any` tells an author nothing; it stands {} times: {open:?}", open.len());
    }

    #[test]
    fn classes_and_functions_take_what_they_name() {
        let files = API.iter().filter(|(name, _)| name.contains('/'));
        let loose = files.flat_map(|(name, text)| text.lines().map(move |line| (name, line))).filter(|(_, line)| {
            line.contains("[member: string]: any") || line.contains("...given: any") || line.contains("?: any)")
        });
        assert_eq!(loose.collect::<Vec<_>>(), Vec::new());
    }

    #[test]
    fn every_file_of_the_api_comes_with_the_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extensions/api");
        let mut open = vec![root.clone()];
        let mut there = BTreeSet::new();
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                match entry.path() {
                    path if path.is_dir() => open.push(path),
                    path => drop(there.insert(path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"))),
                }
            }
        }
        assert_eq!(there, API.iter().map(|(name, _)| (*name).to_owned()).collect());
    }

    #[test]
    fn a_line_of_the_compiler_is_a_place_and_words() {
        let one = mistake("a/b (1).ts(12,5): error TS2339: there is no `x`", Path::new("/nowhere")).unwrap();
        assert_eq!((one.path.as_path(), one.line, one.column), (Path::new("/nowhere/a/b (1).ts"), 12, 5));
        assert_eq!(one.message, "TS2339: there is no `x`");
        assert!(mistake("  Type 'a' is not assignable", Path::new("/")).is_none());
    }
}
