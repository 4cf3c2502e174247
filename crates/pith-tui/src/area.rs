//! The lines at the end of a terminal that change, below everything that was said: what has to be written so that they
//! look as they should. Pure.
//!
//! Only rows that changed are written, all at once, so that nothing flickers; text that belongs above goes above and stays
//! in the terminal's own scrollback.

use std::fmt::Write as _;

use crate::cells::visible_width;

const BEGIN: &str = "\u{1b}[?2026h\u{1b}[?25l";
const END: &str = "\u{1b}[?2026l";

/// The area as the terminal shows it.
#[derive(Debug, Default)]
pub struct Area {
    lines: Vec<String>,
    /// The row of the area in which the terminal's cursor stands.
    row: usize,
    column: usize,
}

impl Area {
    /// What to write so that `above`, whole lines, stands above the area, and the area shows these lines, with the cursor
    /// in this row and column. Lines must fit the terminal's width, and together its height.
    pub fn paint(&mut self, above: &str, lines: Vec<String>, cursor: Option<(usize, usize)>) -> String {
        let mut out = String::from(BEGIN);
        self.to_top(&mut out);
        if !above.is_empty() {
            erase(&mut out, self.lines.len());
            self.lines.clear();
            for line in above.split_inclusive('\n') {
                out.push_str(line.trim_end_matches('\n'));
                out.push_str("\r\n");
            }
        }
        for (row, line) in lines.iter().enumerate() {
            if row > 0 {
                out.push_str("\r\n");
            }
            if self.lines.get(row) != Some(line) {
                // Cleared before it is written: behind a full row the cursor would stand on its last character.
                let _ = write!(out, "\u{1b}[2K{line}");
            }
        }
        let last = lines.len().saturating_sub(1);
        if lines.is_empty() {
            erase(&mut out, self.lines.len());
        } else if self.lines.len() > lines.len() {
            out.push_str("\r\n\u{1b}[J\u{1b}[A");
        }
        let (row, column) = cursor.map_or((last, 0), |(row, column)| (row.min(last), column));
        if last > row {
            let _ = write!(out, "\u{1b}[{}A", last - row);
        }
        out.push('\r');
        if column > 0 {
            let _ = write!(out, "\u{1b}[{column}C");
        }
        if cursor.is_some() {
            out.push_str("\u{1b}[?25h");
        }
        out.push_str(END);
        (self.lines, self.row, self.column) = (lines, row, column);
        out
    }

    /// The terminal has another width now, and has broken the lines anew: what to write so that the area is gone. The next
    /// [`paint`](Self::paint) brings it back.
    pub fn reflow(&mut self, columns: usize) -> String {
        let columns = columns.max(1);
        let rows = |line: &String| visible_width(line).div_ceil(columns).max(1);
        let count = self.lines.iter().map(rows).sum();
        self.row = self.lines.iter().take(self.row).map(rows).sum::<usize>() + self.column / columns;
        self.erased(count)
    }

    /// What to write so that the area is gone.
    pub fn clear(&mut self) -> String {
        self.erased(self.lines.len())
    }

    fn erased(&mut self, rows: usize) -> String {
        let mut out = String::new();
        self.to_top(&mut out);
        erase(&mut out, rows);
        out.push_str("\u{1b}[?25h");
        *self = Self::default();
        out
    }

    fn to_top(&self, out: &mut String) {
        if self.row > 0 {
            let _ = write!(out, "\u{1b}[{}A", self.row);
        }
        out.push('\r');
    }
}

/// Erases so many rows, and what is below them. Some terminals keep what is erased from the first cell of the screen on
/// among what has scrolled away, where it would be seen again; so that cell is never the first.
fn erase(out: &mut String, rows: usize) {
    out.push_str("\u{1b}[2K");
    if rows > 1 {
        out.push_str("\u{1b}[B\u{1b}[J\u{1b}[A");
    }
}

#[cfg(test)]
mod tests {
    use pith_testkit::VirtualTerminal;

    use super::*;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn lines_change_in_place_and_text_goes_above() {
        let (mut terminal, mut area) = (VirtualTerminal::new(10, 6), Area::default());
        terminal.write(area.paint("", lines(&["one", "> "]), Some((1, 2))));
        assert_eq!((terminal.text().as_str(), terminal.cursor()), ("one\n>", (1, 2)));
        terminal.write(area.paint("said\n\nmore\n", lines(&["one", "> x", "below"]), Some((1, 3))));
        assert_eq!((terminal.text().as_str(), terminal.cursor()), ("said\n\nmore\none\n> x\nbelow", (4, 3)));
        terminal.write(area.paint("", lines(&["> xy"]), Some((0, 4))));
        assert_eq!((terminal.text().as_str(), terminal.cursor()), ("said\n\nmore\n> xy", (3, 4)));
        terminal.write(area.paint("end\n", Vec::new(), None));
        assert_eq!(terminal.text(), "said\n\nmore\nend");
        assert!(!terminal.shows_cursor());
        terminal.write(area.clear());
        assert!(terminal.shows_cursor());
    }

    #[test]
    fn full_rows_and_a_full_screen_keep_their_characters() {
        let (mut terminal, mut area) = (VirtualTerminal::new(4, 3), Area::default());
        terminal.write(area.paint("", lines(&["abcd", "efgh"]), Some((0, 3))));
        terminal.write(area.paint("1\n2\n3\n", lines(&["abcd", "ijkl", "mnop"]), Some((2, 0))));
        assert_eq!(terminal.text(), "abcd\nijkl\nmnop");
        terminal.write(area.paint("4\n", lines(&["qrst"]), None));
        assert_eq!(terminal.text(), "4\nqrst");
        terminal.write(area.paint("", lines(&["qrst", "uvwx"]), None));
        assert_eq!(terminal.text(), "4\nqrst\nuvwx");
    }

    #[test]
    fn nothing_is_erased_from_the_first_cell_of_the_screen_on() {
        let (mut terminal, mut area) = (VirtualTerminal::new(10, 6), Area::default());
        terminal.write(area.paint("", lines(&["one", "two"]), None));
        for painted in [area.paint("said\n", lines(&["one", "two", "three"]), None), area.reflow(9), area.clear()] {
            let first = painted.find("\u{1b}[J").unwrap_or(painted.len());
            assert!(painted.find("\u{1b}[B").is_some_and(|down| down < first) || first == painted.len(), "{painted:?}");
            terminal.write(painted);
        }
        assert_eq!(terminal.text(), "said");
    }

    #[test]
    fn another_width_leaves_nothing_of_before() {
        let (mut terminal, mut area) = (VirtualTerminal::new(10, 6), Area::default());
        terminal.write(area.paint("said\n", lines(&["widget", "> text"]), Some((1, 6))));
        terminal.resize(12, 6);
        terminal.write(area.reflow(12));
        terminal.write(area.paint("", lines(&["widget", "> text"]), Some((1, 6))));
        assert_eq!((terminal.text().as_str(), terminal.cursor()), ("said\nwidget\n> text", (2, 6)));
    }
}
