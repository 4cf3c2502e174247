//! Bytes of standard input → lines: cut at line feeds and nowhere else, so that U+2028 and its like are data
//! (spec/coding-agent.md 5.5.1).
//!
//! Knows nothing of JSON. A carriage return before the line feed goes, and so does a byte order mark at the very beginning.

use std::io::{self, BufRead};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input, as long as they like.
pub(super) struct Lines<R> {
    input: R,
    begun: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, begun: false }
    }

    /// The next line without its end; what follows the last line feed counts as a line too, if it is anything.
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.input.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        for end in [b'\n', b'\r'] {
            if line.last() == Some(&end) {
                line.pop();
            }
        }
        if !std::mem::replace(&mut self.begun, true) && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::io::{BufReader, Read};

    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        Lines::new(input).map(|line| String::from_utf8(line.unwrap()).unwrap()).collect()
    }

    /// Gives one byte at a time, as a slow writer does.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let (Some((first, rest)), Some(place)) = (self.0.split_first(), into.first_mut()) else { return Ok(0) };
            (*place, self.0) = (*first, rest);
            Ok(1)
        }
    }

    #[test]
    fn only_a_line_feed_ends_a_line() {
        assert_eq!(lines("a\u{2028}b\u{2029}c\u{85}d\re\u{b}f\n".as_bytes()), ["a\u{2028}b\u{2029}c\u{85}d\re\u{b}f"]);
        assert_eq!(lines(b"one\r\ntwo\n\nfour"), ["one", "two", "", "four"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_dropped_where_the_input_begins_and_only_there() {
        assert_eq!(lines("\u{feff}a\n\u{feff}b\n".as_bytes()), ["a", "\u{feff}b"]);
    }

    #[test]
    fn a_line_may_be_long_and_come_in_drops() {
        let long = "x".repeat(1 << 20);
        assert_eq!(lines(format!("{long}\nend\n").as_bytes()), [long.as_str(), "end"]);
        let text = Lines::new(BufReader::with_capacity(1, Drops(b"{\"a\":1}\r\nb\n"))).map(Result::unwrap);
        assert_eq!(text.collect::<Vec<_>>(), [b"{\"a\":1}".to_vec(), b"b".to_vec()]);
    }
}
