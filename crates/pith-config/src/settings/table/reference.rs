//! The table as a page of the book.

use std::fmt::Write as _;

use super::{SECTIONS, schema::description};

const HEAD: &str = include_str!("reference.md");

/// The page, in Markdown.
pub fn reference() -> String {
    let mut page = HEAD.to_owned();
    for section in SECTIONS {
        let _ =
            write!(page, "\n## {}\n\n| key | value | default | meaning |\n| --- | --- | --- | --- |\n", section.title);
        for key in section.keys {
            let default = if key.default.is_empty() { "–".to_owned() } else { format!("`{}`", key.default) };
            let _ = writeln!(page, "| `{}` | {} | {default} | {} |", key.name, key.kind.expected(), description(key));
        }
    }
    page
}
