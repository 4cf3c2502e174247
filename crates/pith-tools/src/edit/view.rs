//! A text as it is compared: with line breaks made equal, or with everything made equal that looks alike.
//!
//! Each piece of a view knows which part of the text it stands for, so that a match in the view becomes a span of the text,
//! and one that would begin or end inside of a piece is none.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

use crate::shared::path::is_blank;

/// A text made comparable.
pub(super) struct View {
    pub(super) text: String,
    /// For each byte of the view, the part of the text that its piece stands for; `None` when both are the same.
    pieces: Option<Vec<(u32, u32)>>,
}

impl View {
    /// The text with each line break as one newline.
    pub(super) fn of_lines(text: &str) -> Self {
        if !text.contains('\r') {
            return Self { text: text.to_owned(), pieces: None };
        }
        let mut view = Self::empty(text);
        for (line, end) in lines(text) {
            for (at, c) in text.get(line.clone()).unwrap_or_default().char_indices() {
                let at = line.start + at;
                view.push(c, at..at + c.len_utf8());
            }
            if end > line.end {
                view.push('\n', line.end..end);
            }
        }
        view
    }

    /// The text in which what looks alike is alike: compatibility forms, quotes, dashes and blanks; without blanks at the
    /// ends of lines and without characters that take no room.
    pub(super) fn folded(text: &str) -> Self {
        let mut view = Self::empty(text);
        for (line, end) in lines(text) {
            let whole = text.get(line.clone()).unwrap_or_default();
            let shown = whole.trim_end_matches(|c: char| c.is_whitespace() || takes_no_room(c));
            let mut start = 0;
            while let Some(unit) = first_unit(shown.get(start..).unwrap_or_default()) {
                let span = line.start + start..line.start + start + unit.len();
                match unit.as_bytes() {
                    [byte] => view.push(char::from(*byte), span),
                    _ => unit.nfkc().filter(|c| !takes_no_room(*c)).for_each(|c| view.push(fold(c), span.clone())),
                }
                start += unit.len();
            }
            if end > line.end {
                view.push('\n', line.end..end);
            }
        }
        view
    }

    /// The part of the text that a part of the view stands for; `None` if it cuts a piece or is empty.
    pub(super) fn span(&self, part: Range<usize>) -> Option<Range<usize>> {
        let Some(pieces) = &self.pieces else { return Some(part) };
        let piece = |at: usize| pieces.get(at).copied();
        let last = part.end.checked_sub(1)?;
        let cuts_start = part.start > 0 && piece(part.start - 1) == piece(part.start);
        let cuts_end = piece(last) == piece(part.end);
        let (start, end) = (piece(part.start)?.0, piece(last)?.1);
        (!cuts_start && !cuts_end).then_some(start as usize..end as usize)
    }

    fn empty(text: &str) -> Self {
        Self { text: String::with_capacity(text.len()), pieces: Some(Vec::with_capacity(text.len())) }
    }

    fn push(&mut self, c: char, span: Range<usize>) {
        self.text.push(c);
        if let Some(pieces) = &mut self.pieces {
            // Files that are edited are far smaller than four gigabytes.
            pieces.resize(self.text.len(), (span.start as u32, span.end as u32));
        }
    }
}

/// The lines of a text: where each one's content is, and where its break ends. A carriage return alone ends a line only
/// where no line ends otherwise; elsewhere it is data.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, usize)> {
    let newline = if text.contains('\n') { '\n' } else { '\r' };
    let mut start = 0;
    text.split_inclusive(newline).map(move |line| {
        let begin = start;
        start += line.len();
        let content = line.strip_suffix(newline).map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        (begin..begin + content.len(), start)
    })
}

/// The first character with all that belongs to it: combining marks, joined syllables, what takes no room.
fn first_unit(text: &str) -> Option<&str> {
    let mut chars = text.char_indices();
    chars.next()?;
    let end = chars.find(|(_, c)| c.is_ascii() || !joins(*c)).map_or(text.len(), |(at, _)| at);
    text.get(..end)
}

fn joins(c: char) -> bool {
    canonical_combining_class(c) != 0 || takes_no_room(c) || matches!(c, '\u{1160}'..='\u{11ff}')
}

fn takes_no_room(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

fn fold(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' => '\'',
        '\u{201c}'..='\u{201f}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c if is_blank(c) => ' ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// The part of `text` that the view's `part` stands for.
    fn span<'a>(view: &View, text: &'a str, part: &str) -> Option<&'a str> {
        let at = view.text.find(part).unwrap();
        view.span(at..at + part.len()).map(|range| &text[range])
    }

    #[test]
    fn line_breaks_are_alike_and_lone_carriage_returns_are_data() {
        let text = "a\r\nb\nc\rd";
        let view = View::of_lines(text);
        assert_eq!(view.text, "a\nb\nc\rd");
        assert_eq!(span(&view, text, "a\nb"), Some("a\r\nb"));
        assert_eq!(span(&view, text, "\n"), Some("\r\n"));
        assert_eq!(View::of_lines("a\rb\r").text, "a\nb\n");
    }

    #[test]
    fn what_looks_alike_is_alike() {
        let text = "say \u{201c}hi\u{201d} \u{2014} it\u{2019}s\u{a0}\u{ff21}\u{200b}B  \t\r\nkeep   ";
        let view = View::folded(text);
        assert_eq!(view.text, "say \"hi\" - it's AB\nkeep");
        assert_eq!(span(&view, text, "it's AB"), Some("it\u{2019}s\u{a0}\u{ff21}\u{200b}B"));
        assert_eq!(span(&view, text, "AB\n"), Some("\u{ff21}\u{200b}B  \t\r\n"));
        assert_eq!(span(&view, text, "keep"), Some("keep"));
    }

    #[test]
    fn pieces_are_not_cut() {
        let text = "x \u{bd} e\u{301} \u{1112}\u{1161}\u{11ab}";
        let view = View::folded(text);
        assert_eq!(view.text, "x 1\u{2044}2 \u{e9} \u{d55c}");
        assert_eq!(span(&view, text, "1\u{2044}2"), Some("\u{bd}"));
        assert_eq!(span(&view, text, "2 "), None);
        assert_eq!(span(&view, text, " 1"), None);
        assert_eq!(span(&view, text, "\u{e9}"), Some("e\u{301}"));
        assert_eq!(span(&view, text, "\u{d55c}"), Some("\u{1112}\u{1161}\u{11ab}"));
    }
}
