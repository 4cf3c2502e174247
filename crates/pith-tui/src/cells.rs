//! How many cells of a terminal a text takes. Pure.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a tab.
const TAB: usize = 3;

/// Cells of one grapheme.
pub fn grapheme_width(grapheme: &str) -> usize {
    match grapheme {
        "\t" => TAB,
        _ if grapheme.chars().all(char::is_control) => 0,
        // Flags and other pairs of pictures take no more than the two cells that a terminal gives to any of them.
        _ => grapheme.width().min(2),
    }
}

/// Cells of a text; escape sequences take none.
pub fn visible_width(text: &str) -> usize {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return text.len();
    }
    let mut cells = 0;
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        let (plain, escape) = rest.split_at(at);
        cells += plain.graphemes(true).map(grapheme_width).sum::<usize>();
        rest = escape.get(sequence_length(escape)..).unwrap_or_default();
    }
    cells + rest.graphemes(true).map(grapheme_width).sum::<usize>()
}

/// Bytes of the escape sequence at the beginning: CSI to its final byte, OSC, APC and DCS to their end, else two.
pub(crate) fn sequence_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'[') => {
            bytes.iter().skip(2).position(|byte| (0x40..=0x7e).contains(byte)).map_or(bytes.len(), |at| at + 3)
        }
        Some(b']' | b'_' | b'P' | b'^') => string_end(bytes),
        Some(_) => 1 + text.get(1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8),
        None => 1,
    }
}

/// The end of a control string: BEL, or ESC and a backslash.
fn string_end(bytes: &[u8]) -> usize {
    for (at, byte) in bytes.iter().enumerate().skip(2) {
        match byte {
            0x07 => return at + 1,
            0x1b if bytes.get(at + 1) == Some(&b'\\') => return at + 2,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, cells: usize) {
        assert_eq!(visible_width(text), cells, "{text:?}");
    }

    #[test]
    fn letters_wide_characters_pictures_and_marks_take_their_cells() {
        check("hello", 5);
        check("日本", 4);
        check("👩‍👩‍👧", 2);
        check("🇩🇪", 2);
        check("e\u{301}", 1);
        check("a\tb", 5);
        check("\u{0}x", 1);
    }

    #[test]
    fn escape_sequences_take_none() {
        check("\u{1b}[1;31mred\u{1b}[0m", 3);
        check("\u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{1b}\\", 4);
        check("a\u{1b}_pi:c\u{7}b", 2);
        check("\u{1b}[", 0);
        check("x\u{1b}", 1);
        check("\u{1b}]never ends", 0);
    }
}
