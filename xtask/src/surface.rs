//! The surface that extensions see, read from the type declarations of the reference's packages: names only, as facts.
//!
//! In comes the folder of an installed `@earendil-works`; out goes a table with a row for each event, method, context member,
//! call of the UI and exported value. What the table said of a row before stays; what is new is marked `new`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Interfaces whose members are rows: the file in `pi-coding-agent`, the interface, and what a row is called.
const INTERFACES: &[(&str, &str, &str)] = &[
    ("core/extensions/types", "ExtensionAPI", "pi"),
    ("core/extensions/types", "ExtensionContext", "ctx"),
    ("core/extensions/types", "ExtensionCommandContext", "command ctx"),
    ("core/extensions/types", "ExtensionToolContext", "tool ctx"),
    ("core/extensions/types", "ExtensionUIContext", "ctx.ui"),
];

/// Packages and the entries under which extensions import them.
const MODULES: &[(&str, &str, &str)] = &[
    ("pi-coding-agent", "index", "@earendil-works/pi-coding-agent"),
    ("pi-tui", "index", "@earendil-works/pi-tui"),
    ("pi-ai", "index", "@earendil-works/pi-ai"),
    ("pi-ai", "compat", "@earendil-works/pi-ai/compat"),
    ("pi-agent-core", "index", "@earendil-works/pi-agent-core"),
];

/// Makes the table anew.
pub(crate) fn make(packages: &Path, before: &str) -> anyhow::Result<String> {
    let known: BTreeMap<String, String> = before
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (row, state) = line.match_indices('\t').nth(1).map(|(at, _)| line.split_at(at))?;
            Some((row.to_owned(), state.trim_start_matches('\t').to_owned()))
        })
        .collect();
    let mut rows = BTreeSet::new();
    let types = packages.join("pi-coding-agent/dist");
    for (file, interface, kind) in INTERFACES {
        let text = read(&types.join(format!("{file}.d.ts")))?;
        let body = body_of(&text, interface).with_context(|| format!("there is no interface `{interface}`"))?;
        if *interface == "ExtensionAPI" {
            rows.extend(events(body).into_iter().map(|event| format!("event\t{event}")));
        }
        rows.extend(members(body).into_iter().map(|member| format!("{kind}\t{member}")));
    }
    for (package, entry, specifier) in MODULES {
        let mut seen = BTreeSet::new();
        let mut names = BTreeSet::new();
        exports(&packages.join(package).join(format!("dist/{entry}.d.ts")), &mut seen, &mut names)?;
        rows.extend(names.into_iter().map(|name| format!("{specifier}\t{name}")));
    }
    let version = version(packages)?;
    let mut table = format!("# Pi {version}: kind or module, name, state (done, partial, absent), reason\n");
    for row in rows {
        let state = known.get(&row).map_or("new", String::as_str);
        table.push_str(&format!("{row}\t{state}\n"));
    }
    Ok(table)
}

fn version(packages: &Path) -> anyhow::Result<String> {
    let text = read(&packages.join("pi-coding-agent/package.json"))?;
    let after = text.split("\"version\":").nth(1).context("`package.json` has no version")?;
    Ok(after.split('"').nth(1).unwrap_or_default().to_owned())
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("could not read `{}`", path.display()))
}

/// What stands between the braces of an interface.
fn body_of<'a>(text: &'a str, interface: &str) -> Option<&'a str> {
    let at = text.find(&format!("interface {interface} "))?;
    let open = text.get(at..)?.find('{')? + at + 1;
    let mut depth = 1usize;
    for (offset, character) in text.get(open..)?.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(open..open + offset);
        }
    }
    None
}

fn events(body: &str) -> BTreeSet<String> {
    body.split("on(event: \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// Names at the first level of an interface's body.
fn members(body: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut depth, mut comment) = (0usize, false);
    for line in body.lines() {
        let text = line.trim();
        comment |= text.starts_with("/*");
        if depth == 0 && !comment {
            let text = text.trim_start_matches("readonly ");
            let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let next = text.get(name.len()..).and_then(|rest| rest.chars().next());
            if !name.is_empty() && matches!(next, Some('(' | ':' | '?' | '<')) {
                names.insert(name);
            }
        }
        if !comment {
            for character in text.chars() {
                match character {
                    '{' | '(' => depth += 1,
                    '}' | ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
        }
        comment &= !text.ends_with("*/");
    }
    names
}

/// The values that a module exports, through every file that it passes on. Types are erased and no rows.
fn exports(file: &Path, seen: &mut BTreeSet<PathBuf>, names: &mut BTreeSet<String>) -> anyhow::Result<()> {
    if !file.is_file() || !seen.insert(file.to_owned()) {
        return Ok(());
    }
    let text = read(file)?;
    for statement in text.split(';') {
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(at) = statement.rfind("export ") else { continue };
        let rest = statement.get(at + "export ".len()..).unwrap_or_default();
        if let Some(from) = rest.strip_prefix("* from ") {
            exports(&beside(file, from), seen, names)?;
        } else if let Some(list) = rest.strip_prefix("{ ") {
            names.extend(listed(list.split('}').next().unwrap_or_default()));
        } else if let Some(from) = rest.strip_prefix("* as ") {
            names.extend(from.split(' ').next().map(str::to_owned));
        }
    }
    for declared in [
        "export declare function ",
        "export declare const ",
        "export declare class ",
        "export declare let ",
        "export declare abstract class ",
        "export declare enum ",
    ] {
        for rest in text.split(declared).skip(1) {
            names.insert(rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect());
        }
    }
    Ok(())
}

/// Names of `a, b as c, type D`.
fn listed(list: &str) -> impl Iterator<Item = String> {
    list.split(',').filter_map(|item| {
        let item = item.trim();
        let name = item.rsplit(" as ").next().unwrap_or(item);
        (!item.starts_with("type ") && !name.is_empty()).then(|| name.to_owned())
    })
}

fn beside(file: &Path, from: &str) -> PathBuf {
    let name = from.trim().trim_matches(['"', '\'']);
    let name = name.trim_end_matches(".js").trim_end_matches(".ts");
    file.parent().unwrap_or(Path::new("")).join(format!("{name}.d.ts"))
}
