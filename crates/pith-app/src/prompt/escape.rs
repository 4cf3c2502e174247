//! Keeps a file's text inside its own block: what could open or close a tag of the prompt loses its `<`, nothing else
//! changes.

use std::borrow::Cow;

/// Tags that part files from each other; they count wherever they stand.
const BLOCKS: [&str; 2] = ["project_instructions", "project_context"];

/// The text with `<` written `&lt;` where a block would begin or end, and where the tag of a section stands alone on a line.
pub(super) fn escape<'a>(text: &'a str, sections: &[&str]) -> Cow<'a, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('<') {
        let Some((before, tag)) = text.split_at_checked(at) else { continue };
        if is_block(tag) || is_section(before, tag, sections) {
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push_str("&lt;");
            copied = at + 1;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// A value between double quotes in a tag.
pub(super) fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace(['\n', '\r'], " ")
}

/// A value between tags that programs read: every character of XML's own is written as an entity.
pub(super) fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

fn name(tag: &str) -> &str {
    let name = tag.strip_prefix('<').unwrap_or(tag);
    name.strip_prefix('/').unwrap_or(name)
}

fn is_block(tag: &str) -> bool {
    let name = name(tag);
    BLOCKS.iter().any(|block| {
        name.strip_prefix(block)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-".contains(c)))
    })
}

fn is_section(before: &str, tag: &str, sections: &[&str]) -> bool {
    let starts_line = before.rsplit('\n').next().is_none_or(|start| start.trim().is_empty());
    let line = tag.lines().next().unwrap_or_default().trim_end();
    starts_line && name(line).strip_suffix('>').is_some_and(|name| sections.contains(&name))
}
