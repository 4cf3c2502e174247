//! Which names each file of the library exports, and which file has them in the end: so that an extension which imports one
//! name from a module that gathers many loads the file of that one alone.
//!
//! It reads what begins a line with `export`; a test holds the table against what the engine finds.

use std::collections::BTreeMap;

/// Names and the file where each is made; by the file that exports them.
pub(crate) type Exports = BTreeMap<String, BTreeMap<String, String>>;

/// What one file says of its exports.
#[derive(Default)]
struct Said {
    own: Vec<String>,
    /// Names and the file that they come from under the same name.
    from: Vec<(String, String)>,
    /// Files of which all names are passed on.
    all: Vec<String>,
}

/// The exports of all files, by their texts.
pub(crate) fn exports(texts: &BTreeMap<String, String>) -> Exports {
    let said: BTreeMap<&str, Said> = texts.iter().map(|(path, text)| (path.as_str(), said(path, text))).collect();
    said.keys().map(|path| ((*path).to_owned(), resolved(path, &said, 0))).collect()
}

fn resolved(path: &str, said: &BTreeMap<&str, Said>, depth: u8) -> BTreeMap<String, String> {
    let Some(here) = said.get(path).filter(|_| depth < 16) else { return BTreeMap::new() };
    let mut names = BTreeMap::new();
    for other in &here.all {
        names.extend(resolved(other, said, depth + 1).into_iter().filter(|(name, _)| name != "default"));
    }
    for (name, file) in &here.from {
        let made = resolved(file, said, depth + 1).remove(name).unwrap_or_else(|| file.clone());
        names.insert(name.clone(), made);
    }
    names.extend(here.own.iter().map(|name| (name.clone(), path.to_owned())));
    names
}

fn said(path: &str, text: &str) -> Said {
    let mut said = Said::default();
    let mut rest = text;
    while let Some(at) = next(rest) {
        rest = rest.get(at + "export".len()..).unwrap_or_default().trim_start();
        if let Some(after) = rest.strip_prefix('*') {
            let file = joined(path, quoted(after));
            match after.trim_start().strip_prefix("as ") {
                Some(name) => said.own.push(word(name).to_owned()),
                None => said.all.push(file),
            }
        } else if let Some((names, after)) = rest.strip_prefix('{').and_then(|list| list.split_once('}')) {
            let is_from = after.trim_start().starts_with("from");
            for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                match (name.split_once(" as "), is_from) {
                    // What changes its name is made here.
                    (Some((_, name)), _) => said.own.push(name.trim().to_owned()),
                    (None, true) => said.from.push((name.to_owned(), joined(path, quoted(after)))),
                    (None, false) => said.own.push(name.to_owned()),
                }
            }
        } else {
            said.own.extend(declared(rest));
        }
    }
    said
}

/// Where the next line begins that exports something.
fn next(text: &str) -> Option<usize> {
    let line = text.match_indices("export").find(|(at, _)| {
        let is_first = *at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
        let after = text.as_bytes().get(at + "export".len());
        is_first && matches!(after, Some(b' ' | b'*' | b'{'))
    });
    line.map(|(at, _)| at)
}

/// The names of a declaration.
fn declared(text: &str) -> Vec<String> {
    let mut rest = text;
    loop {
        let first = word(rest);
        let after = rest.get(first.len()..).unwrap_or_default().trim_start_matches(['*', ' ']);
        match first {
            "default" => return vec![first.to_owned()],
            "async" | "function" | "class" => rest = after,
            "const" | "let" | "var" => {
                let Some(list) = after.strip_prefix('{').and_then(|list| list.split('}').next()) else {
                    return vec![word(after).to_owned()];
                };
                let given = |part: &str| word(part.rsplit(':').next().unwrap_or_default().trim()).to_owned();
                return list.split(',').map(str::trim).filter(|part| !part.is_empty()).map(given).collect();
            }
            _ => return vec![first.to_owned()],
        }
    }
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn quoted(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_default()
}

/// A relative path from a file.
pub(crate) fn joined(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
