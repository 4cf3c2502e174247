//! Keeps a file's text inside its own block: what could open or close a tag of the prompt loses its `<`, nothing else
//! changes.

use std::borrow::Cow;

/// Every tag that the prompt is made of.
const TAGS: [&str; 12] = [
    "project_instructions",
    "project_context",
    "tools",
    "rules",
    "docs",
    "addendum",
    "skills",
    "available_skills",
    "skill",
    "mcp_servers",
    "cwd",
    "preamble",
];

/// The text with `<` written `&lt;` wherever a tag of the prompt would begin.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('<') {
        if let (true, Some(before)) = (text.get(at..).is_some_and(begins_tag), text.get(copied..at)) {
            out.push_str(before);
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

fn begins_tag(text: &str) -> bool {
    let name = text.strip_prefix('<').unwrap_or(text);
    let name = name.strip_prefix('/').unwrap_or(name);
    TAGS.iter().any(|tag| {
        name.strip_prefix(tag).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-".contains(c)))
    })
}
