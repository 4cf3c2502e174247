//! Makes plain lines of what a program writes for a terminal.
//!
//! Bytes come in as they were read, in pieces that may end anywhere; text without escape sequences and control characters
//! goes out, newline and tab excepted. A line that was overwritten by carriage returns is left as its last state that had
//! text. What may still change, the line that has no newline yet, can be looked at but stays here.

use encoding_rs::{Decoder, UTF_8};

/// Bytes of a line after which its beginning is given out although a carriage return could still follow.
const LONGEST_OPEN_LINE: usize = 64 * 1024;

/// Characters after which a control string that does not end is taken for none.
const LONGEST_CONTROL_STRING: usize = 1024 * 1024;

const ESC: char = '\u{1b}';

pub(super) struct Cleaner {
    decoder: Decoder,
    decoded: String,
    state: State,
    line: OpenLine,
}

/// Where in an escape sequence the stream stands.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Text,
    /// After ESC.
    Escape,
    /// After ESC and an intermediate byte, as in `ESC ( B`.
    Intermediate,
    /// After `ESC [`.
    Sequence,
    /// Inside a string such as a window title, so many characters long.
    Str {
        title: bool,
        len: usize,
    },
    /// After ESC inside a string.
    StrEscape,
}

/// The line that has no newline yet.
#[derive(Default)]
struct OpenLine {
    /// Since the last carriage return.
    now: String,
    /// The last state before it that had text.
    before: String,
}

impl OpenLine {
    fn carriage_return(&mut self) {
        if !self.now.trim().is_empty() {
            std::mem::swap(&mut self.before, &mut self.now);
        }
        self.now.clear();
    }

    fn shown(&self) -> &str {
        if self.now.trim().is_empty() && !self.before.is_empty() { &self.before } else { &self.now }
    }

    fn clear(&mut self) {
        self.now.clear();
        self.before.clear();
    }
}

impl Cleaner {
    pub(super) fn new() -> Self {
        Self {
            decoder: UTF_8.new_decoder_without_bom_handling(),
            decoded: String::new(),
            state: State::Text,
            line: OpenLine::default(),
        }
    }

    /// Takes the next bytes; `give` gets finished text.
    pub(super) fn push(&mut self, bytes: &[u8], mut give: impl FnMut(&str)) {
        let mut decoded = std::mem::take(&mut self.decoded);
        let room = self.decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len().saturating_mul(3));
        decoded.reserve(room);
        // The room suffices, so that one call takes all bytes.
        let _ = self.decoder.decode_to_string(bytes, &mut decoded, false);
        let mut rest = decoded.as_str();
        while !rest.is_empty() {
            if self.state == State::Text {
                let (text, after) = rest.split_at(text_length(rest));
                self.take_text(text, &mut give);
                rest = after;
            }
            let Some(c) = rest.chars().next() else { break };
            if self.takes(c, &mut give) {
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
        decoded.clear();
        self.decoded = decoded;
    }

    /// The unfinished line as it stands now.
    pub(super) fn open_line(&self) -> &str {
        self.line.shown()
    }

    /// Takes text without any control character but newlines and tabs.
    fn take_text(&mut self, text: &str, give: &mut impl FnMut(&str)) {
        match text.split_once('\n') {
            None => self.line.now.push_str(text),
            Some((end, more)) => {
                self.line.now.push_str(end);
                self.end_line(give);
                // Lines that begin and end in here need no second look.
                let open = more.rfind('\n').map_or(0, |at| at + 1);
                let (whole, open) = more.split_at(open);
                give(whole);
                self.line.now.push_str(open);
            }
        }
        if self.line.now.len() > LONGEST_OPEN_LINE {
            give(&self.line.now);
            self.line.clear();
        }
    }

    fn end_line(&mut self, give: &mut impl FnMut(&str)) {
        give(self.line.shown());
        give("\n");
        self.line.clear();
    }

    /// Moves on by one character; false when it is to be looked at again in the new state.
    fn takes(&mut self, c: char, give: &mut impl FnMut(&str)) -> bool {
        match (self.state, c) {
            (State::Str { title: false, len }, '\n') => self.state = longer(false, len),
            (_, '\n') => {
                self.state = State::Text;
                self.end_line(give);
            }
            (State::Text | State::Escape | State::Intermediate | State::Sequence, ESC) => self.state = State::Escape,
            (State::Text, '\r') => self.line.carriage_return(),
            (State::Text, '\u{9b}') => self.state = State::Sequence,
            (State::Text, '\u{9d}') => self.state = State::Str { title: true, len: 0 },
            (State::Text, '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}') => {
                self.state = State::Str { title: false, len: 0 }
            }
            // What is left of the control characters says nothing to a reader.
            (State::Text, _) => {}
            (State::Escape, '[') => self.state = State::Sequence,
            (State::Escape, ']') => self.state = State::Str { title: true, len: 0 },
            (State::Escape, 'P' | 'X' | '^' | '_') => self.state = State::Str { title: false, len: 0 },
            (State::Escape | State::Intermediate, ' '..='/') => self.state = State::Intermediate,
            (State::Escape | State::Intermediate, '0'..='~') => self.state = State::Text,
            (State::Sequence, ' '..='?') => {}
            (State::Sequence, '@'..='~') => self.state = State::Text,
            (State::Escape | State::Intermediate | State::Sequence, _) => {
                self.state = State::Text;
                // A broken sequence ends here; the character itself is text or a control of its own.
                return false;
            }
            (State::Str { .. }, '\u{7}' | '\u{9c}' | '\u{18}' | '\u{1a}') => self.state = State::Text,
            (State::Str { .. }, ESC) => self.state = State::StrEscape,
            (State::Str { title, len }, _) => self.state = longer(title, len),
            (State::StrEscape, '\\') => self.state = State::Text,
            (State::StrEscape, _) => {
                self.state = State::Escape;
                return false;
            }
        }
        true
    }
}

fn longer(title: bool, len: usize) -> State {
    if len < LONGEST_CONTROL_STRING { State::Str { title, len: len + 1 } } else { State::Text }
}

/// Bytes up to the next character that is more than text and newlines.
fn text_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    bytes
        .iter()
        .enumerate()
        .position(|(at, &byte)| match byte {
            b'\t' | b'\n' => false,
            0..=0x1f | 0x7f => true,
            // U+0080 to U+009F, the second set of control characters.
            0xc2 => bytes.get(at + 1).is_some_and(|next| (0x80..=0x9f).contains(next)),
            _ => false,
        })
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cleaned<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
        let (mut cleaner, mut text) = (Cleaner::new(), String::new());
        for piece in pieces {
            cleaner.push(piece, |finished| text.push_str(finished));
        }
        text + cleaner.open_line()
    }

    fn check(raw: &str, expected: &str) {
        assert_eq!(cleaned([raw.as_bytes()]), expected, "{raw:?}");
        let bytes = raw.as_bytes().chunks(1);
        assert_eq!(cleaned(bytes), expected, "{raw:?}, byte by byte");
    }

    #[test]
    fn plain_text_passes_unchanged() {
        check("a\tb\nc\u{e9}\u{1f389}\u{2028}\n\n d", "a\tb\nc\u{e9}\u{1f389}\u{2028}\n\n d");
    }

    #[test]
    fn escape_sequences_and_control_characters_go() {
        check("\x1b[31mred\x1b[0m \x1b]0;t\x07x\r\n", "red x\n");
        check("a\x1b[38;5;1mb\x1b[0K\x1b(Bc\x1b=d\x1b7e", "abcde");
        check("a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b", "alinkb");
        check("a\x1bPq#0;1\nsixel\x1b\\b\x1b_Gk\x1b\\c", "abc");
        check("a\u{9b}1mb\u{9d}t\u{9c}c\u{85}d", "abcd");
        check("a\0b\x08c\x7fd\x07e", "abcde");
    }

    #[test]
    fn of_a_line_with_carriage_returns_the_last_state_with_text_is_left() {
        check("10%\r50%\r100%\n", "100%\n");
        check("10%\r50%\r", "50%");
        check("done\r   \r\nnext", "done\nnext");
        check("one\r\ntwo\r\r\n", "one\ntwo\n");
        check("loading\rok\n\rx\r\n", "ok\nx\n");
    }

    #[test]
    fn broken_sequences_swallow_no_line() {
        check("a\x1b[31\nb", "a\nb");
        check("a\x1b]0;title without end\nb", "a\nb");
        check("a\x1b[\u{e9}b", "a\u{e9}b");
        check("a\x1b\x1b[1mb", "ab");
        check("a\x1b]0;t\x1b[1mb", "ab");
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        assert_eq!(cleaned([&b"a\xff\xfeb\xe2\x82"[..], b"\xac."]), "a\u{fffd}\u{fffd}b\u{20ac}.");
    }

    #[test]
    fn a_line_without_end_takes_bounded_memory() {
        let (mut cleaner, mut given) = (Cleaner::new(), 0);
        for _ in 0..1000 {
            cleaner.push(&[b'x'; 1000], |text| given += text.len());
        }
        assert!(given > 900_000 && cleaner.line.now.len() <= LONGEST_OPEN_LINE);
        assert_eq!(given + cleaner.open_line().len(), 1_000_000);
    }

    proptest! {
        #[test]
        fn the_result_does_not_depend_on_where_pieces_end(raw in proptest::collection::vec(prop_oneof![
            Just(0x1b_u8), Just(b'['), Just(b']'), Just(b'\r'), Just(b'\n'), Just(b'm'), Just(0xc2), any::<u8>()
        ], 0..80), cut in 0_usize..80) {
            let (left, right) = raw.split_at(cut.min(raw.len()));
            let whole = cleaned([&raw[..]]);
            prop_assert_eq!(&cleaned([left, right]), &whole);
            prop_assert!(!whole.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        }
    }
}
