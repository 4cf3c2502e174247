//! Keeps the beginning and the end of a text that may be endless, in bounded memory.
//!
//! Text comes in piece by piece; out go the tail that the model gets (spec/coding-agent.md 4.2.8) and the longer excerpt
//! for programs (4.2.10).

use crate::shared::truncate::{Limit, MAX_BYTES, MAX_LINES, Truncation};

/// Bytes kept of each end.
const HALF: usize = 512 * 1024;

#[derive(Default)]
pub(super) struct Kept {
    head: String,
    tail: String,
    /// Bytes dropped between the two.
    omitted: u64,
    bytes: u64,
    newlines: u64,
    /// Bytes since the last newline.
    open: u64,
}

/// The end of a text, and how long its last line is.
pub(crate) struct Tail {
    pub(crate) truncation: Truncation,
    /// Bytes of the last line.
    pub(super) last_line: u64,
}

impl Kept {
    pub(super) fn push(&mut self, text: &str) {
        self.bytes += length(text);
        self.newlines += count(memchr::memchr_iter(b'\n', text.as_bytes()).count());
        match text.rsplit_once('\n') {
            Some((_, open)) => self.open = length(open),
            None => self.open += length(text),
        }
        let room = if self.tail.is_empty() { HALF.saturating_sub(self.head.len()) } else { 0 };
        let (first, rest) = text.split_at(text.floor_char_boundary(room));
        self.head.push_str(first);
        self.tail.push_str(rest);
        if self.tail.len() > 2 * HALF {
            let cut = self.tail.ceil_char_boundary(self.tail.len() - HALF);
            self.tail.drain(..cut);
            self.omitted += count(cut);
        }
    }

    /// The text, or its two ends around a mark that says how much is missing.
    pub(super) fn excerpt(&self, open_line: &str) -> (String, bool) {
        let rest = format!("{}{open_line}", self.tail);
        let end = end_of(&rest, HALF);
        let omitted = self.omitted + count(rest.len() - end.len());
        let text = match omitted {
            0 => format!("{}{end}", self.head),
            _ => format!("{}\n[{omitted} bytes omitted]\n{end}", self.head),
        };
        (text, omitted > 0)
    }

    /// The last lines that fit the limits; `open_line` is what follows the text pushed so far.
    pub(super) fn tail(&self, open_line: &str) -> Tail {
        // One byte more than fits shows whether a line is over the limit; four more keep characters whole.
        let mut window = self.last(MAX_BYTES + 5);
        window.push_str(open_line);
        let total_bytes = self.bytes + length(open_line);
        let whole = length(&window) == total_bytes;
        let open = self.open + length(open_line);
        let total_lines = self.newlines + u64::from(open > 0);
        let text = window.strip_suffix('\n').unwrap_or(&window);

        let mut start = text.len();
        let mut lines = 0;
        for line in text.rsplit('\n') {
            let next = start.saturating_sub(line.len() + usize::from(lines > 0));
            if lines == MAX_LINES || text.len() - next > MAX_BYTES || (next == 0 && !whole) {
                break;
            }
            start = next;
            lines += 1;
        }
        let last_line = match open {
            0 => text.rsplit('\n').next().map_or(0, length),
            _ => open,
        };
        let limit = match () {
            () if start == 0 && whole => None,
            () if lines == MAX_LINES => Some(Limit::Lines),
            () => Some(Limit::Bytes),
        };
        let partial = lines == 0 && limit.is_some();
        if partial {
            start = text.ceil_char_boundary(text.len().saturating_sub(MAX_BYTES));
        }
        let content = text.get(start..).unwrap_or_default().to_owned();
        let mut truncation = Truncation::new(content, limit, total_lines, total_bytes);
        truncation.last_line_partial = partial;
        Tail { truncation, last_line }
    }

    fn last(&self, len: usize) -> String {
        if self.omitted > 0 || self.tail.len() >= len {
            return end_of(&self.tail, len).to_owned();
        }
        end_of(&self.head, len - self.tail.len()).to_owned() + &self.tail
    }
}

/// The last `len` bytes, or a few less.
fn end_of(text: &str, len: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(len))..).unwrap_or_default()
}

fn length(text: &str) -> u64 {
    count(text.len())
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> Kept {
        let mut kept = Kept::default();
        kept.push(text);
        kept
    }

    fn numbers(last: usize) -> String {
        (1..=last).map(|n| format!("{n}\n")).collect()
    }

    #[test]
    fn a_short_text_is_left_whole_but_for_its_last_newline() {
        let tail = kept("a\nb\n").tail("").truncation;
        assert_eq!((tail.content.as_str(), tail.truncated, tail.total_lines, tail.total_bytes), ("a\nb", false, 2, 4));
        let tail = kept("a\n").tail("b").truncation;
        assert_eq!((tail.content.as_str(), tail.total_lines), ("a\nb", 2));
        let tail = kept("").tail("").truncation;
        assert_eq!((tail.content.as_str(), tail.total_lines), ("", 0));
        let tail = kept(&numbers(2000)).tail("").truncation;
        assert!(!tail.truncated);
    }

    #[test]
    fn the_last_two_thousand_lines_are_left() {
        let tail = kept(&numbers(3000)).tail("").truncation;
        assert!(tail.content.starts_with("1001\n") && tail.content.ends_with("\n3000"));
        assert_eq!((tail.truncated_by, tail.output_lines, tail.total_lines), (Some(Limit::Lines), 2000, 3000));
        assert_eq!((tail.output_bytes, tail.total_bytes), (9999, 13_893));
    }

    #[test]
    fn the_last_fifty_kilobytes_are_left_in_whole_lines() {
        let line = format!("{}\n", "0".repeat(100));
        let tail = kept(&line.repeat(1000)).tail("").truncation;
        assert_eq!((tail.truncated_by, tail.output_lines, tail.output_bytes), (Some(Limit::Bytes), 506, 51_105));
        assert!(!tail.last_line_partial);
    }

    #[test]
    fn of_a_line_over_the_limit_the_end_is_left() {
        for (text, open) in [("x".repeat(60_000), ""), ("first\n".to_owned() + &"x".repeat(60_000), "")] {
            let Tail { truncation, last_line } = kept(&text).tail(open);
            assert!(truncation.last_line_partial);
            assert_eq!((truncation.output_bytes, truncation.output_lines, last_line), (51_200, 1, 60_000));
        }
        let closed = kept(&("\u{e9}".repeat(40_000) + "\n")).tail("");
        assert_eq!((closed.truncation.output_bytes, closed.truncation.total_lines), (51_200, 1));
    }

    #[test]
    fn a_text_of_exactly_the_limit_is_left_whole() {
        let tail = kept(&("x".repeat(MAX_BYTES) + "\n")).tail("").truncation;
        assert_eq!((tail.truncated, tail.output_bytes), (false, MAX_BYTES));
    }

    #[test]
    fn an_endless_text_takes_bounded_memory_and_keeps_both_ends() {
        let mut kept = Kept::default();
        for n in 0..400_000 {
            kept.push(&format!("{n}\n"));
        }
        assert!(kept.head.len() <= HALF && kept.tail.capacity() < 5 * HALF);
        let (text, cut) = kept.excerpt("open");
        assert!(cut && text.len() < 2 * HALF + 100);
        assert!(text.starts_with("0\n1\n") && text.contains(" bytes omitted]\n") && text.ends_with("399999\nopen"));
        let tail = kept.tail("").truncation;
        assert_eq!((tail.total_lines, tail.output_lines), (400_000, 2000));
        assert!(tail.content.ends_with("\n399999"));
    }

    #[test]
    fn a_tail_that_lies_in_both_halves_is_joined() {
        let mut kept = Kept::default();
        kept.push(&"a".repeat(HALF - 3));
        kept.push("\nb\nc\nd\n");
        let tail = kept.tail("");
        assert_eq!(tail.truncation.content, "b\nc\nd");
        assert_eq!(kept.excerpt("").0.len(), HALF - 3 + 7);
    }
}
