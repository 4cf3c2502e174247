//! The lines of one file that match, with the lines around them.
//!
//! A sink for ripgrep's searcher: it takes the lines of one file in their order, and stops when there are enough.

use std::io;

use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};

/// UTF-16 units of a line that are shown.
const LONGEST_LINE: usize = 500;

/// What a file holds of the pattern.
#[derive(Debug, Default)]
pub(super) struct Hits {
    pub(super) lines: Vec<Line>,
    /// How many of the lines match.
    pub(super) matches: usize,
    /// The file is no text: that something matches is all there is to say.
    pub(super) is_binary: bool,
    /// Matching lines that are enough; the rest of the file is not looked at.
    enough: usize,
}

/// A line of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) is_match: bool,
    /// Only its beginning is here.
    pub(super) is_cut: bool,
}

impl Hits {
    /// Takes lines up to that many matches.
    pub(super) fn up_to(enough: usize) -> Self {
        Self { enough, ..Self::default() }
    }

    fn push(&mut self, number: Option<u64>, bytes: &[u8], is_match: bool) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let (text, is_cut) = shortened(text.strip_suffix('\r').unwrap_or(text));
        self.lines.push(Line { number: number.unwrap_or_default(), text, is_match, is_cut });
    }
}

impl Sink for Hits {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, io::Error> {
        self.push(found.line_number(), found.bytes(), true);
        self.matches += 1;
        Ok(self.matches < self.enough && !self.is_binary)
    }

    fn context(&mut self, _: &Searcher, around: &SinkContext<'_>) -> Result<bool, io::Error> {
        self.push(around.line_number(), around.bytes(), false);
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> Result<bool, io::Error> {
        self.is_binary = true;
        // One match says it all, and there may be one already.
        Ok(self.matches == 0)
    }
}

/// The beginning of a line that is long, with a mark.
fn shortened(text: &str) -> (String, bool) {
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > LONGEST_LINE
    });
    match end.and_then(|(at, _)| text.get(..at)) {
        Some(start) => (format!("{start}... [truncated]"), true),
        None => (text.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_at_five_hundred_units() {
        assert_eq!(shortened(&"x".repeat(500)), ("x".repeat(500), false));
        assert_eq!(shortened(&"x".repeat(501)), (format!("{}... [truncated]", "x".repeat(500)), true));
        assert_eq!(shortened(&"\u{1f600}".repeat(251)).0, format!("{}... [truncated]", "\u{1f600}".repeat(250)));
    }
}
