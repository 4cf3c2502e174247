//! Which names a CommonJS file seems to export, read from its text.
//!
//! Needed where an importer takes the whole namespace: its names must be known before the file runs. A name too many does
//! no harm, its value is then undefined; so words in strings and comments need not be told apart.

/// What a text says of its exports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Exported {
    /// Sorted, without `default`.
    pub(super) names: Vec<String>,
    /// Specifiers of modules that are exported as a whole.
    pub(super) whole: Vec<String>,
}

/// Reads the names.
pub(super) fn exported(code: &str) -> Exported {
    let mut found = Exported::default();
    for (at, _) in code.match_indices("exports") {
        let before = code.get(..at).unwrap_or_default().trim_end();
        let after = code.get(at + "exports".len()..).unwrap_or_default();
        if before.ends_with("defineProperty(") || before.ends_with("__exportStar(") {
            if let Some(rest) = after.trim_start().strip_prefix(',') {
                found.names.extend(quoted(rest));
            }
            continue;
        }
        assigned(after.trim_start(), &mut found);
    }
    for call in ["__exportStar(require(", "__export(require(", "__reExport("] {
        for (at, _) in code.match_indices(call) {
            let rest = code.get(at + call.len()..).unwrap_or_default();
            let rest = rest
                .find("require(")
                .filter(|at| *at < 80 && call == "__reExport(")
                .map_or(rest, |at| rest.get(at + "require(".len()..).unwrap_or_default());
            found.whole.extend(quoted(rest));
        }
    }
    found.names.retain(|name| name != "default" && name != "__esModule");
    found.names.sort_unstable();
    found.names.dedup();
    found
}

/// What stands behind `exports`: `.name =`, `["name"] =`, `= {…}` or `= require("…")`.
fn assigned(after: &str, found: &mut Exported) {
    if let Some(rest) = after.strip_prefix('.') {
        let (name, rest) = word(rest);
        if is_assignment(rest) && !name.is_empty() {
            found.names.push(name.to_owned());
        }
    } else if let Some(rest) = after.strip_prefix('[') {
        found.names.extend(quoted(rest));
    } else if is_assignment(after) {
        let value = after.trim_start_matches('=').trim_start();
        if let Some(fields) = value.strip_prefix('{') {
            found.fields(fields);
        } else if let Some(rest) = value.strip_prefix("require(") {
            found.whole.extend(quoted(rest));
        }
    }
}

impl Exported {
    /// The keys of an object literal, as far as they are plain.
    fn fields(&mut self, mut rest: &str) {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if let Some(spread) = rest.strip_prefix("...") {
                let Some(call) = spread.strip_prefix("require(") else { return };
                self.whole.extend(quoted(call));
                let Some(end) = call.find(')') else { return };
                rest = call.get(end + 1..).unwrap_or_default();
                continue;
            }
            if let Some(comment) = rest.strip_prefix("//") {
                rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
                continue;
            }
            if let Some(comment) = rest.strip_prefix("/*") {
                rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
                continue;
            }
            let (key, after) = match quoted(rest) {
                Some(key) => {
                    let after = rest.get(key.len() + 2..).unwrap_or_default();
                    (key, after)
                }
                None => {
                    let (key, after) = word(rest);
                    (key.to_owned(), after)
                }
            };
            if key.is_empty() {
                return;
            }
            let Some(after) = next_field(after) else {
                self.names.push(key);
                return;
            };
            self.names.push(key);
            rest = after;
        }
    }
}

/// Behind a key: over its value to the next comma of this object; nothing at its end or when the value is not plain.
fn next_field(after: &str) -> Option<&str> {
    let mut depth = 0usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in after.char_indices() {
        if let Some(open) = quote {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == open => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '"' | '\'' | '`' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => return after.get(at + 1..),
            _ => {}
        }
    }
    None
}

fn is_assignment(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>")
}

/// The identifier at the beginning, and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.starts_with(|c: char| c.is_ascii_digit()) { ("", text) } else { (word, rest) }
}

/// The string at the beginning.
fn quoted(text: &str) -> Option<String> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (inside, _) = text.get(1..)?.split_once(quote)?;
    (!inside.contains(['\\', '\n'])).then(|| inside.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &str, names: &[&str], whole: &[&str]) {
        let found = exported(code);
        assert_eq!(found.names, names, "{code}");
        assert_eq!(found.whole, whole, "{code}");
    }

    #[test]
    fn names_are_found_in_every_usual_form() {
        check("exports.a = 1; module.exports.b = () => {}; if (exports.c === 1) {}", &["a", "b"], &[]);
        check("Object.defineProperty(exports, \"d\", { get })", &["d"], &[]);
        check("Object.defineProperty(exports, '__esModule', { value: true }); exports.default = x", &[], &[]);
        check("exports[\"e\"] = 1", &["e"], &[]);
        check(
            "module.exports = { f, g: { x: 1, y }, 'h-i': 2, j() { return 1, 2 }, k };",
            &["f", "g", "h-i", "j", "k"],
            &[],
        );
        check("0 && (module.exports = {\n  l,\n  // a comment\n  m\n});", &["l", "m"], &[]);
    }

    #[test]
    fn modules_that_are_exported_as_a_whole_are_named() {
        check("module.exports = require('./lib')", &[], &["./lib"]);
        check("__exportStar(require(\"./a\"), exports);", &[], &["./a"]);
        check("module.exports = { ...require('./a'), b }", &["b"], &["./a"]);
        check("__reExport(index_exports, require(\"./c\"), module.exports);", &[], &["./c"]);
    }
}
