//! Mends the two mistakes that models make inside string literals (spec/core.md R5.5): raw control characters, and
//! backslashes that start no escape. Outside of string literals nothing is touched.

use std::{borrow::Cow, fmt::Write as _};

/// The same text with control characters escaped and stray backslashes doubled, inside string literals only.
pub fn repair_json(text: &str) -> Cow<'_, str> {
    let mut repaired = String::new();
    let mut kept = 0;
    let mut in_string = false;
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let next = at + 1;
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => match escape_length(bytes.get(next..).unwrap_or_default()) {
                Some(length) => {
                    at = next + length;
                    continue;
                }
                None => {
                    repaired.push_str(text.get(kept..next).unwrap_or_default());
                    repaired.push('\\');
                    kept = next;
                }
            },
            0..0x20 if in_string => {
                repaired.push_str(text.get(kept..at).unwrap_or_default());
                push_escaped(&mut repaired, byte);
                kept = next;
            }
            _ => {}
        }
        at = next;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(repaired)
}

/// How many bytes after the backslash belong to its escape, if it is one.
fn escape_length(after: &[u8]) -> Option<usize> {
    match after.first()? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(1),
        b'u' => after.get(1..5)?.iter().all(u8::is_ascii_hexdigit).then_some(5),
        _ => None,
    }
}

fn push_escaped(text: &mut String, control: u8) {
    match control {
        b'\n' => text.push_str("\\n"),
        b'\r' => text.push_str("\\r"),
        b'\t' => text.push_str("\\t"),
        0x08 => text.push_str("\\b"),
        0x0C => text.push_str("\\f"),
        // Writing to a String cannot fail.
        _ => _ = write!(text, "\\u{control:04x}"),
    }
}
