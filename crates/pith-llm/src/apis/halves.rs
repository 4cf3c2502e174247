//! Characters that a server has cut in two: JSON can hold one half of a surrogate pair, a text of ours cannot.
//!
//! Half a pair at the end of one frame's text and the other half at the beginning of the next one's are one character. A
//! half that stays alone becomes U+FFFD, which for a first half is known when the next frame comes.

use pith_types::mend_surrogates;

/// What is kept between the frames of one stream.
#[derive(Debug, Default)]
pub(super) struct Halves {
    /// The escape of the first half, that ended the text of the last frame that was mended.
    first: Option<String>,
}

impl Halves {
    /// A frame that is not readable as JSON, as it is without halves.
    pub(super) fn mend(&mut self, data: &str) -> String {
        let mut text = data.to_owned();
        if let (Some(first), Some(at)) = (self.first.take(), second(data)) {
            text.insert_str(at, &first);
        }
        let ends_text = |at: &usize| text.get(at + 6..).is_some_and(|rest| rest.starts_with('"'));
        let last = halves(&text, "8".."c").filter(ends_text).last();
        if let Some(at) = last {
            self.first = Some(text.drain(at..at + 6).collect());
        }
        mend_surrogates(&text).into_owned()
    }

    /// Whether a first half is kept that the next frame does not complete; it is dropped then.
    pub(super) fn is_lost(&mut self, next: &str) -> bool {
        self.first.is_some() && second(next).is_none() && self.first.take().is_some()
    }
}

/// Where a text of the frame begins with a second half.
fn second(data: &str) -> Option<usize> {
    halves(data, "c".."g").find(|at| data.get(..*at).is_some_and(|before| before.ends_with('"')))
}

/// Where escapes of halves stand whose third digit is in this range.
fn halves<'a>(text: &'a str, third: std::ops::Range<&'a str>) -> impl Iterator<Item = usize> + 'a {
    let is_half = move |at: &usize| {
        let digits = text.get(at + 2..at + 6).map(str::to_ascii_lowercase);
        let kind = digits.is_some_and(|digits| {
            digits.starts_with('d') && digits.get(1..2).is_some_and(|digit| third.contains(&digit))
        });
        // A backslash before it makes this one no escape.
        let before = text.get(..*at).unwrap_or_default();
        kind && (before.len() - before.trim_end_matches('\\').len()) % 2 == 0
    };
    text.match_indices("\\u").map(|(at, _)| at).filter(is_half)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn read(frames: &[&str]) -> String {
        let mut halves = Halves::default();
        frames.iter().map(|frame| serde_json::from_str::<Vec<String>>(&halves.mend(frame)).unwrap().concat()).collect()
    }

    #[test]
    fn halves_of_two_frames_are_one_character_and_those_alone_a_replacement() {
        assert_eq!(read(&[r#"["a \ud83d"]"#, r#"["\ude00 b"]"#]), "a \u{1f600} b");
        assert_eq!(read(&[r#"["a \uD83D"]"#, r#"["\uDE00\uD83D"]"#, r#"["\uDE00"]"#]), "a \u{1f600}\u{1f600}");
        assert_eq!(read(&[r#"["a \ud83d b"]"#]), "a \u{fffd} b");
        assert_eq!(read(&[r#"["\ude00 b"]"#]), "\u{fffd} b");
        assert_eq!(read(&[r#"["a"]"#, r#"["\ud83d\ude00"]"#]), "a\u{1f600}");
        assert_eq!(read(&[r#"["\\ud83d"]"#, r#"["\\ude00"]"#]), r"\ud83d\ude00");
        let mut halves = Halves::default();
        halves.mend(r#"["\ud83d"]"#);
        assert_eq!([r#"["\ude00"]"#, "[]", "[]"].map(|next| halves.is_lost(next)), [false, true, false]);
        assert_eq!(Halves::default().mend("[\"é"), "[\"é");
    }
}
