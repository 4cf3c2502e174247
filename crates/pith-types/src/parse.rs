//! JSON text as JavaScript writes it: a half of a surrogate pair may stand alone (`\ud83d`), which strict parsers refuse.
//!
//! One such escape in a file or a stream must not make the whole line unreadable; it is read as U+FFFD.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

const REPLACEMENT: &str = "\\ufffd";

/// Parses JSON; an unpaired surrogate escape is read as U+FFFD.
///
/// # Errors
/// As `serde_json::from_str`, for everything else that is wrong with the text.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|error| match mend_surrogates(text) {
        Cow::Owned(mended) => serde_json::from_str(&mended),
        Cow::Borrowed(_) => Err(error),
    })
}

/// The same JSON text with every unpaired surrogate escape replaced by the one of U+FFFD.
pub fn mend_surrogates(text: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        at = match unit(text, escape) {
            Some(0xD800..=0xDBFF) if matches!(unit(text, escape + 6), Some(0xDC00..=0xDFFF)) => escape + 12,
            Some(0xD800..=0xDFFF) => {
                mended.push_str(text.get(kept..escape).unwrap_or_default());
                mended.push_str(REPLACEMENT);
                kept = escape + 6;
                kept
            }
            Some(_) => escape + 6,
            // Two bytes at once, so that `\\u` is not taken for an escape; a longer character's rest is passed over.
            None => (escape + 2..).find(|&next| text.is_char_boundary(next) || next > text.len()).unwrap_or(text.len()),
        };
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    mended.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(mended)
}

/// The UTF-16 unit that the escape at `at` stands for, if one of the form `\uXXXX` stands there.
fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AgentMessage;

    fn read(text: &str) -> Result<String, String> {
        parse_json(text).map_err(|error| error.to_string())
    }

    #[test]
    fn unpaired_surrogates_become_replacement_characters() {
        assert_eq!(read(r#""a\ud83d""#).as_deref(), Ok("a\u{fffd}"));
        assert_eq!(read(r#""\udE00z""#).as_deref(), Ok("\u{fffd}z"));
        assert_eq!(read(r#""\ud83d\ud83d\ude00""#).as_deref(), Ok("\u{fffd}\u{1f600}"));
        assert_eq!(read(r#""\ud83d\n""#).as_deref(), Ok("\u{fffd}\n"));
    }

    #[test]
    fn pairs_and_escaped_backslashes_stay_as_they_are() {
        for text in [r#""\ud83d\ude00""#, r#""\\ud83d""#, r#""\\\\""#, "\"é\\", "\\é", "plain"] {
            assert!(matches!(mend_surrogates(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_otherwise_stays_wrong() {
        assert!(read(r#"{"a\ud83d""#).is_err());
    }

    #[test]
    fn a_message_with_half_an_emoji_is_readable() -> Result<(), serde_json::Error> {
        let message: AgentMessage = parse_json(r#"{"role":"user","content":"\ud83d hi","timestamp":1}"#)?;
        assert_eq!(
            message,
            crate::AgentMessage::from(crate::UserMessage { content: "\u{fffd} hi".into(), timestamp: 1 })
        );
        Ok(())
    }
}
