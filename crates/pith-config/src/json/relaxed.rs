//! JSON with `//` comments and trailing commas, made plain. Every byte keeps its place, so positions stay true.

/// Overwrites comments and trailing commas with spaces.
pub(crate) fn without_comments(text: &str) -> String {
    let mut plain = text.to_owned().into_bytes();
    let mut at = 0;
    let mut comma = None;
    while let Some(&byte) = plain.get(at) {
        match byte {
            b'"' => {
                comma = None;
                at = end_of_string(&plain, at);
            }
            b'/' if plain.get(at + 1) == Some(&b'/') => {
                while let Some(byte) = plain.get_mut(at).filter(|byte| **byte != b'\n') {
                    *byte = b' ';
                    at += 1;
                }
            }
            b',' => {
                comma = Some(at);
                at += 1;
            }
            b'}' | b']' => {
                if let Some(byte) = comma.take().and_then(|comma| plain.get_mut(comma)) {
                    *byte = b' ';
                }
                at += 1;
            }
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            _ => {
                comma = None;
                at += 1;
            }
        }
    }
    // Only whole ASCII characters outside strings, or whole comments, were overwritten.
    String::from_utf8(plain).unwrap_or_else(|_| text.to_owned())
}

/// The place after the string that starts at `start`, or the end of the text.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_become_spaces() {
        for (text, plain) in [
            ("[1, // one ü\n 2,]", "[1,          \n 2 ]"),
            ("{\"a\":1, // x\n}", "{\"a\":1      \n}"),
            ("[[1,],]", "[[1 ] ]"),
            ("// only", "       "),
        ] {
            assert_eq!(without_comments(text), plain, "{text}");
        }
    }

    #[test]
    fn strings_are_left_alone() {
        for text in [r#"{"u":"http://x,]","v":"\"//,}"}"#, r#"["unfinished // ,]"#, r#"["\"#] {
            assert_eq!(without_comments(text), text);
        }
    }

    #[test]
    fn a_comma_that_is_no_trailing_one_stays() {
        for text in ["[,1]", "[1,,2]", "[1,2]"] {
            assert_eq!(without_comments(text), text);
        }
    }
}
