//! Front matter read line by line: `key: rest of the line`, and what is indented below it.

use std::collections::BTreeMap;

/// A field as its lines have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// Line of the file, from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// The fields that mean something here. One that a tab moved to the right, which YAML does not allow, is meant all the same.
const KNOWN: [&str; 4] = ["name", "description", "argument-hint", "disable-model-invocation"];

/// Reads the top-level fields; of several of one name the first counts. Where all lines are indented, so are these.
pub(super) fn read(text: &str) -> BTreeMap<String, Field> {
    let mut fields = BTreeMap::new();
    let mut open: Option<(String, Field)> = None;
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent = first.get(..first.len() - first.trim_start().len()).unwrap_or_default();
    // The first line of the file is the one of dashes.
    for (line, content) in (2..).zip(text.lines()) {
        let content = content.strip_prefix(indent).unwrap_or(content);
        let content = moved_by_a_tab(content).unwrap_or(content);
        if content.starts_with([' ', '\t']) {
            if let Some((_, field)) = &mut open {
                append(&mut field.text, content.trim());
            }
            continue;
        }
        close(&mut fields, open.take());
        if let Some((key, value)) = content.split_once(':').filter(|(key, _)| is_key(key)) {
            let field = Field { line, text: value.trim().to_owned() };
            open = Some((key.trim_end().to_owned(), field));
        }
    }
    close(&mut fields, open);
    fields
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && !key.starts_with(['#', '-', '"', '\'']) && !key.trim_end().contains(char::is_whitespace)
}

/// The line without the tab before a known key.
fn moved_by_a_tab(line: &str) -> Option<&str> {
    let moved = line.strip_prefix('\t')?.trim_start();
    let key = moved.split_once(':')?.0.trim_end();
    KNOWN.contains(&key).then_some(moved)
}

/// Whether a line is a key with a value, as front matter begins.
pub(super) fn is_field(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| is_key(key))
}

/// Adds a continuation line. The mark of a block scalar is no part of the text.
fn append(text: &mut String, line: &str) {
    if matches!(text.as_str(), ">" | "|" | ">-" | "|-" | ">+" | "|+") {
        text.clear();
    }
    if !text.is_empty() && !line.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}

fn close(fields: &mut BTreeMap<String, Field>, field: Option<(String, Field)>) {
    let Some((key, Field { line, text })) = field else { return };
    fields.entry(key).or_insert(Field { line, text: unquoted(&text).to_owned() });
}

/// The text between two equal quotes, if it stands between two.
fn unquoted(text: &str) -> &str {
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}
