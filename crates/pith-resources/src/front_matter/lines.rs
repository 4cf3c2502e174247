//! Front matter read line by line: `key: rest of the line`, and what is indented below it.

use std::collections::BTreeMap;

/// A field as its lines have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// Line of the file, from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// Reads the top-level fields; of several of one name the first counts.
pub(super) fn read(text: &str) -> BTreeMap<String, Field> {
    let mut fields = BTreeMap::new();
    let mut open: Option<(String, Field)> = None;
    // The first line of the file is the one of dashes.
    for (line, content) in (2..).zip(text.lines()) {
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
