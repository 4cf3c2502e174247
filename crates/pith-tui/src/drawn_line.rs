//! A line that somebody else has drawn, made safe for a place on the screen: colors and links stay, what would move the
//! cursor or change the terminal goes, and what is too wide is cut off.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::cells::{grapheme_width, sequence_length};

/// Stands in a drawn line where the cursor is to be.
pub const CURSOR: &str = "\u{1b}_pi:c\u{7}";

const ESCAPE: char = '\u{1b}';

/// Switches off whatever a line has switched on.
const PLAIN: &str = "\u{1b}[0m";

/// What closes a link.
const NO_LINK: &str = "\u{1b}]8;;\u{1b}\\";

/// A line as it can be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DrawnLine {
    /// Ends without color and link, if it has begun any.
    pub text: String,
    /// Cells that it takes.
    pub width: usize,
    /// Cells that it would have taken.
    pub wanted: usize,
    /// The column of the cursor, where the line marks one.
    pub cursor: Option<usize>,
}

impl DrawnLine {
    /// Whether something was cut off.
    pub fn is_cut(&self) -> bool {
        self.wanted > self.width
    }
}

/// The line in at most so many cells.
pub fn drawn_line(line: &str, width: usize) -> DrawnLine {
    let mut out = DrawnLine::default();
    let (mut styled, mut linked) = (false, false);
    let mut rest = line;
    while !rest.is_empty() {
        let (plain, escape) = rest.split_at(rest.find(ESCAPE).unwrap_or(rest.len()));
        for grapheme in plain.graphemes(true) {
            take(&mut out, grapheme, width);
        }
        let (sequence, after) = escape.split_at(sequence_length(escape).min(escape.len()));
        rest = after;
        if sequence == CURSOR {
            out.cursor = Some(out.width);
        } else if is_style(sequence) {
            styled = true;
            out.text.push_str(sequence);
        } else if sequence.starts_with("\u{1b}]8;") {
            linked = true;
            out.text.push_str(sequence);
        }
    }
    if linked {
        out.text.push_str(NO_LINK);
    }
    if styled {
        out.text.push_str(PLAIN);
    }
    out
}

/// Adds what still fits; once something did not, nothing does.
fn take(out: &mut DrawnLine, grapheme: &str, width: usize) {
    if grapheme != "\t" && grapheme.chars().any(char::is_control) {
        return;
    }
    let cells = grapheme_width(grapheme);
    if !out.is_cut() && out.width + cells <= width {
        out.width += cells;
        // A tab would go to a stop of the terminal's own.
        out.text.push_str(if grapheme == "\t" { "   " } else { grapheme });
    }
    out.wanted += cells;
}

/// Whether a sequence sets colors and the like, and nothing else.
fn is_style(sequence: &str) -> bool {
    let inner = sequence.strip_prefix("\u{1b}[").and_then(|rest| rest.strip_suffix('m'));
    inner.is_some_and(|inner| inner.chars().all(|c| c.is_ascii_digit() || matches!(c, ';' | ':')))
}

/// A line with another over a part of it: `over` stands from column `at` on, so many cells wide.
pub fn laid_over(base: &str, at: usize, over: &str, width: usize) -> String {
    let left = drawn_line(base, at);
    let mut out = left.text;
    out.extend(std::iter::repeat_n(' ', at.saturating_sub(left.width)));
    out.push_str(over);
    out.push_str(&from_column(base, at + width));
    out
}

/// What stands from a column on, with the styles that are on there.
fn from_column(line: &str, from: usize) -> String {
    let (mut styles, mut kept, mut column) = (String::new(), String::new(), 0);
    let mut rest = line;
    while !rest.is_empty() {
        let (plain, escape) = rest.split_at(rest.find(ESCAPE).unwrap_or(rest.len()));
        for grapheme in plain.graphemes(true) {
            // Of a wide character that is covered by half, the other half is a blank.
            if column >= from {
                kept.push_str(grapheme);
            } else if column + grapheme_width(grapheme) > from {
                kept.push(' ');
            }
            column += grapheme_width(grapheme);
        }
        let (sequence, after) = escape.split_at(sequence_length(escape).min(escape.len()));
        rest = after;
        if kept.is_empty() { &mut styles } else { &mut kept }.push_str(sequence);
    }
    if kept.is_empty() { kept } else { styles + &kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str, width: usize) -> String {
        drawn_line(line, width).text
    }

    #[test]
    fn colors_and_links_stay_and_end_with_the_line() {
        assert_eq!(text("\u{1b}[1;31mred", 9), "\u{1b}[1;31mred\u{1b}[0m");
        assert_eq!(text("\u{1b}]8;;http://x\u{7}l", 9), "\u{1b}]8;;http://x\u{7}l\u{1b}]8;;\u{1b}\\");
        assert_eq!(text("plain", 9), "plain");
    }

    #[test]
    fn what_would_move_the_cursor_or_change_the_terminal_goes() {
        assert_eq!(text("a\u{1b}[2Jb\u{1b}[5;5Hc\u{1b}]0;title\u{7}d\r\n\u{8}e\u{1b}cf\u{9b}g", 20), "abcdefg");
        assert_eq!(text("\u{1b}[?1049h\u{1b}[>4;1m\u{1b}", 20), "");
    }

    #[test]
    fn what_is_too_wide_is_cut_between_characters_and_counted() {
        let line = drawn_line("ab日本", 5);
        assert_eq!((line.text.as_str(), line.width, line.wanted, line.is_cut()), ("ab日", 4, 6, true));
        assert!(!drawn_line("ab日本", 6).is_cut());
        assert_eq!(drawn_line("日a", 1).text, "", "what comes behind something that did not fit does not move up");
    }

    #[test]
    fn the_cursor_is_where_it_is_marked() {
        let line = drawn_line("日\u{1b}_pi:c\u{7}x", 10);
        assert_eq!((line.text.as_str(), line.cursor), ("日x", Some(2)));
    }

    #[test]
    fn one_line_is_laid_over_a_part_of_another() {
        assert_eq!(laid_over("abcdef", 2, "XY", 2), "abXYef");
        assert_eq!(laid_over("ab", 4, "X", 1), "ab  X");
        assert_eq!(
            laid_over("\u{1b}[31mabcdef\u{1b}[0m", 1, "X", 1),
            "\u{1b}[31ma\u{1b}[0m\u{1b}[0mX\u{1b}[31mcdef\u{1b}[0m"
        );
        assert_eq!(laid_over("日本", 1, "X", 2), " X ", "halves of wide characters are blanks");
    }
}
