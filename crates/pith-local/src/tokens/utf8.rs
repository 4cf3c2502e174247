//! Puts characters together whose bytes come in several tokens.

/// Holds the bytes of a character that is not complete yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Utf8 {
    held: Vec<u8>,
}

impl Utf8 {
    /// Adds bytes and gives back every character that is complete now. Bytes that can never become one are replaced.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let mut text = String::new();
        loop {
            match std::str::from_utf8(&self.held) {
                Ok(valid) => {
                    text.push_str(valid);
                    self.held.clear();
                    return text;
                }
                Err(error) => {
                    let valid = error.valid_up_to();
                    text.push_str(&String::from_utf8_lossy(self.held.get(..valid).unwrap_or_default()));
                    match error.error_len() {
                        Some(wrong) => {
                            text.push(char::REPLACEMENT_CHARACTER);
                            self.held.drain(..valid + wrong);
                        }
                        None => {
                            self.held.drain(..valid);
                            return text;
                        }
                    }
                }
            }
        }
    }

    /// What is left at the end, replaced if it is no character.
    pub(crate) fn finish(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.held).into_owned();
        self.held.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_three_tokens_comes_out_once() {
        let mut utf8 = Utf8::default();
        assert_eq!(utf8.push(b"a\xe2"), "a");
        assert_eq!(utf8.push(b"\x82"), "");
        assert_eq!(utf8.push(b"\xac!"), "€!");
        assert_eq!(utf8.push(b"\xff\xe2"), "\u{fffd}");
        assert_eq!(utf8.finish(), "\u{fffd}");
        assert_eq!(utf8.finish(), "");
    }
}
