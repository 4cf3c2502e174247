//! A terminal that is nowhere: what is written to it is obeyed, and what it shows can be read.

use std::num::NonZeroU16;

/// Rows of scrollback that are kept.
const SCROLLBACK: usize = 10_000;

/// The terminal.
pub struct VirtualTerminal(vt100::Parser);

impl VirtualTerminal {
    /// One of this size.
    pub fn new(columns: u16, rows: u16) -> Self {
        Self(vt100::Parser::new(side(rows), side(columns), SCROLLBACK))
    }

    /// Takes what is written to it.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.process(bytes.as_ref());
    }

    /// From now on it is this large.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.0.screen_mut().set_size(side(rows), side(columns));
    }

    /// What it shows: a line for each row, without the blanks behind them.
    pub fn rows(&self) -> Vec<String> {
        let (_, columns) = self.0.screen().size();
        self.0.screen().rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect()
    }

    /// The same as one text.
    pub fn text(&self) -> String {
        self.rows().join("\n").trim_end().to_owned()
    }

    /// Row and column of the cursor.
    pub fn cursor(&self) -> (u16, u16) {
        self.0.screen().cursor_position()
    }

    /// Whether the cursor is seen.
    pub fn shows_cursor(&self) -> bool {
        !self.0.screen().hide_cursor()
    }
}

fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap_or(NonZeroU16::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_obeyed() {
        let mut terminal = VirtualTerminal::new(10, 3);
        terminal.write("one\r\ntwo\u{1b}[1;1H\u{1b}[31mO\u{1b}[0m\u{1b}[2;3H");
        assert_eq!((terminal.text().as_str(), terminal.cursor()), ("One\ntwo", (1, 2)));
        terminal.write("\r\n\r\nthree");
        assert_eq!(terminal.rows(), ["two", "", "three"]);
    }
}
