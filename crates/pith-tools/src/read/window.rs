//! Picks lines out of a stream of any length, in memory bounded by what is given out.
//!
//! Bytes of UTF-8 come in piece by piece; a line ends at a newline, and one at the very end of the stream opens no further
//! line. Carriage returns are part of their lines.

use crate::shared::truncate::{Limit, MAX_BYTES, MAX_LINES, Truncation};

pub(super) struct Window {
    /// The first wanted line, counted from 1.
    first: u64,
    /// The line after the last wanted one.
    end: u64,
    /// The line that comes in now.
    line: u64,
    /// Its bytes so far.
    length: u64,
    /// Its beginning, as much as could still fit.
    current: Vec<u8>,
    text: String,
    taken: usize,
    /// Set when a wanted line did not fit any more.
    cut: Option<Limit>,
    /// Bytes of all wanted lines.
    wanted: u64,
    /// Bytes of the first wanted line.
    first_length: u64,
    mended: bool,
}

/// The lines that were picked.
pub(super) struct Picked {
    pub(super) text: String,
    /// Lines given out.
    pub(super) taken: usize,
    /// Lines of the whole stream.
    pub(super) total: u64,
    /// Set when there were more wanted lines.
    pub(super) truncation: Option<Truncation>,
    /// Bytes of the first wanted line.
    pub(super) first_length: u64,
    /// Whether some bytes were no UTF-8 and were replaced.
    pub(super) mended: bool,
}

impl Window {
    /// A window on `limit` lines from line `first`, which counts from 1.
    pub(super) fn new(first: u64, limit: Option<u64>) -> Self {
        Self {
            first,
            end: limit.map_or(u64::MAX, |limit| first.saturating_add(limit)),
            line: 1,
            length: 0,
            current: Vec::new(),
            text: String::new(),
            taken: 0,
            cut: None,
            wanted: 0,
            first_length: 0,
            mended: false,
        }
    }

    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.is_only_counting() {
                self.count(bytes);
                return;
            }
            let (line, rest) = match memchr::memchr(b'\n', bytes) {
                Some(at) => (bytes.get(..at).unwrap_or_default(), bytes.get(at + 1..)),
                None => (bytes, None),
            };
            self.extend(line);
            if rest.is_some() {
                self.wanted += u64::from(self.is_wanted());
                self.end_line();
            }
            bytes = rest.unwrap_or_default();
        }
    }

    pub(super) fn finish(mut self) -> Picked {
        if self.length > 0 {
            self.end_line();
        }
        let total = self.line - 1;
        let wanted_lines = self.end.min(self.line).saturating_sub(self.first);
        let truncation = self.cut.map(|limit| {
            let mut truncation = Truncation::new(self.text.clone(), Some(limit), wanted_lines, self.wanted);
            truncation.first_line_exceeds_limit = self.taken == 0;
            // A text of one empty line looks like one of no line.
            truncation.output_lines = self.taken;
            truncation
        });
        let Self { text, taken, first_length, mended, .. } = self;
        Picked { text, taken, total, truncation, first_length, mended }
    }

    fn is_wanted(&self) -> bool {
        (self.first..self.end).contains(&self.line)
    }

    /// Nothing that comes now can be given out.
    fn is_only_counting(&self) -> bool {
        self.length == 0 && (self.cut.is_some() && self.end == u64::MAX || self.line >= self.end)
    }

    fn count(&mut self, bytes: &[u8]) {
        let newlines = memchr::memchr_iter(b'\n', bytes).count() as u64;
        if self.line < self.end {
            self.wanted += bytes.len() as u64;
        }
        self.line += newlines;
        let open = memchr::memrchr(b'\n', bytes).map_or(bytes.len(), |at| bytes.len() - at - 1);
        self.length = open as u64;
    }

    fn extend(&mut self, part: &[u8]) {
        self.length += part.len() as u64;
        if !self.is_wanted() {
            return;
        }
        self.wanted += part.len() as u64;
        if self.cut.is_none() {
            let room = (MAX_BYTES + 1).saturating_sub(self.current.len());
            self.current.extend_from_slice(part.get(..room).unwrap_or(part));
        }
    }

    fn end_line(&mut self) {
        if self.is_wanted() {
            if self.line == self.first {
                self.first_length = self.length;
            }
            if self.cut.is_none() {
                self.take_line();
            }
        }
        self.line += 1;
        self.length = 0;
        self.current.clear();
    }

    fn take_line(&mut self) {
        let line = String::from_utf8_lossy(&self.current);
        let newline = usize::from(self.taken > 0);
        if self.taken == MAX_LINES {
            self.cut = Some(Limit::Lines);
        } else if self.text.len() + newline + line.len() > MAX_BYTES {
            self.cut = Some(Limit::Bytes);
        } else {
            self.mended |= matches!(line, std::borrow::Cow::Owned(_));
            if newline > 0 {
                self.text.push('\n');
            }
            self.text.push_str(&line);
            self.taken += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pick(text: &str, first: u64, limit: Option<u64>) -> Picked {
        let mut window = Window::new(first, limit);
        window.push(text.as_bytes());
        window.finish()
    }

    fn numbers(last: u64) -> String {
        (1..=last).map(|n| format!("{n}\n")).collect()
    }

    #[test]
    fn a_newline_at_the_end_opens_no_line() {
        for (text, total) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("a\n\n", 2)] {
            let picked = pick(text, 1, None);
            assert_eq!(picked.total, total, "{text:?}");
            assert_eq!(picked.text, text.strip_suffix('\n').unwrap_or(text));
        }
    }

    #[test]
    fn lines_are_picked_by_number() {
        let picked = pick(&numbers(10), 4, Some(3));
        assert_eq!((picked.text.as_str(), picked.taken, picked.total), ("4\n5\n6", 3, 10));
        assert_eq!(pick(&numbers(10), 9, Some(30)).text, "9\n10");
        assert_eq!(pick(&numbers(10), 11, None).taken, 0);
    }

    #[test]
    fn too_many_lines_are_cut_and_counted() {
        let picked = pick(&numbers(3000), 1, None);
        let truncation =
            picked.truncation.map(|cut| (cut.truncated_by, cut.total_lines, cut.total_bytes, cut.output_bytes));
        assert_eq!(truncation, Some((Some(Limit::Lines), 3000, 13_893, 8892)));
        assert_eq!((picked.taken, picked.total), (2000, 3000));
        assert!(pick(&numbers(2000), 1, None).truncation.is_none());
        assert!(pick(&numbers(3000), 1, Some(2000)).truncation.is_none());
    }

    #[test]
    fn too_many_bytes_are_cut_at_a_line() {
        let picked = pick(&format!("{}\n", "x".repeat(99)).repeat(1000), 1, None);
        let truncation =
            picked.truncation.map(|cut| (cut.truncated_by, cut.output_lines, cut.output_bytes, cut.total_bytes));
        assert_eq!(truncation, Some((Some(Limit::Bytes), 512, 51_199, 100_000)));
    }

    #[test]
    fn a_first_line_over_the_limit_is_measured_but_not_held() {
        let mut window = Window::new(2, None);
        window.push(b"a\n");
        for _ in 0..60 {
            window.push(&[b'y'; 1000]);
        }
        assert!(window.current.len() <= MAX_BYTES + 1);
        window.push(b"\nz\n");
        let picked = window.finish();
        assert_eq!((picked.text.as_str(), picked.first_length, picked.total), ("", 60_000, 3));
        assert!(picked.truncation.is_some_and(|cut| cut.first_line_exceeds_limit));
    }

    proptest! {
        #[test]
        fn picking_agrees_with_splitting_wherever_pieces_end(
            text in "([a-z\u{e9}]{0,3}\n?){0,20}", first in 1_u64..12, limit in proptest::option::of(1_u64..8), size in 1_usize..9,
        ) {
            let mut window = Window::new(first, limit);
            text.as_bytes().chunks(size).for_each(|piece| window.push(piece));
            let picked = window.finish();
            let lines: Vec<&str> = text.split_terminator('\n').collect();
            let wanted: Vec<&str> = lines.iter().skip(first as usize - 1).take(limit.unwrap_or(99) as usize).copied().collect();
            prop_assert_eq!(picked.total, lines.len() as u64);
            prop_assert_eq!(picked.text, wanted.join("\n"));
            prop_assert_eq!(picked.taken, wanted.len());
        }
    }
}
