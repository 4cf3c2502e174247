//! Whether a text is one whole JSON object or array, told by its brackets alone.

/// True when every bracket that opens closes and nothing but blanks stands around them.
pub(crate) fn is_complete_json(text: &str) -> bool {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return false;
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut bytes = text.bytes().enumerate();
    let closing = bytes.find(|(_, byte)| {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                return depth == 0;
            }
            _ => {}
        }
        false
    });
    closing.is_some_and(|(at, _)| at + 1 == text.len())
}

#[cfg(test)]
mod tests {
    use super::is_complete_json;

    #[test]
    fn only_balanced_text_is_complete() {
        for text in ["{}", " {\"a\":[1,\"}\\\"\"]} \n", "[[]]"] {
            assert!(is_complete_json(text), "{text}");
        }
        for text in ["", "1", "{", "{\"a\":\"}", "{}{", "{} x", "{\"a\":[}"] {
            assert!(!is_complete_json(text), "{text}");
        }
    }
}
