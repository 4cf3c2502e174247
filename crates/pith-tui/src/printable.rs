//! Text from elsewhere, made safe to write to a terminal: control characters are shown, not obeyed.

use std::borrow::Cow;

/// The text with every control character but line feed and tab replaced by a visible picture of it. A carriage return
/// before a line feed goes, since the two are one line break.
pub fn printable(text: &str) -> Cow<'_, str> {
    Printable::default().next(text)
}

/// The same for a text that comes in pieces.
#[derive(Debug, Default)]
pub struct Printable {
    /// A carriage return ended the last piece; what it is depends on what follows.
    pending_return: bool,
}

impl Printable {
    /// The next piece.
    pub fn next<'t>(&mut self, piece: &'t str) -> Cow<'t, str> {
        if !self.pending_return && !piece.chars().any(is_active) {
            return Cow::Borrowed(piece);
        }
        let mut out = String::with_capacity(piece.len() + 8);
        for c in piece.chars() {
            if std::mem::take(&mut self.pending_return) && c != '\n' {
                out.push(picture('\r'));
            }
            match c {
                '\r' => self.pending_return = true,
                c if is_active(c) => out.push(picture(c)),
                c => out.push(c),
            }
        }
        Cow::Owned(out)
    }
}

/// Whether a terminal would do something else than show it.
fn is_active(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t' || is_reordering(c)
}

/// Characters that change the order in which what follows is shown, and so can hide what a line says.
fn is_reordering(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn picture(c: char) -> char {
    match u32::from(c) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown_and_plain_text_is_not_copied() {
        assert!(matches!(printable("plain\n\ttext ü 🎉"), Cow::Borrowed(_)));
        assert_eq!(printable("\u{1b}[31mred\u{7}\u{7f}\u{9b}2J"), "␛[31mred␇␡\u{fffd}2J");
        assert_eq!(printable("safe \u{202e}evil"), "safe \u{fffd}evil");
    }

    #[test]
    fn a_carriage_return_is_a_line_break_only_before_a_line_feed() {
        assert_eq!(printable("a\r\nb\rc"), "a\nb␍c");
    }

    #[test]
    fn pieces_read_as_one_text() {
        let mut text = Printable::default();
        let pieces = ["a\r", "\nb\r", "c"].map(|piece| text.next(piece).into_owned());
        assert_eq!(pieces.concat(), "a\nb␍c");
    }
}
