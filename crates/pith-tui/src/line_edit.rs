//! The text that a person types: changed by keys, laid out for a width. Pure.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::cells::grapheme_width;

/// Undone changes at most.
const UNDONE: usize = 200;

/// The text and the place in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineEdit {
    text: String,
    /// Byte at which the cursor stands.
    at: usize,
    /// What was cut last.
    cut: String,
    before: Vec<(String, usize)>,
    /// Whether the last change was a typed character: a word is undone as a whole.
    typing: bool,
}

/// What a key did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    /// The text or the cursor is another.
    Changed,
    /// The cursor is in the first row already: the text of before is wanted.
    Before,
    /// It is in the last row already: the text after is wanted.
    After,
    /// Nothing: the key is none of an editor's.
    NoKey,
}

/// A text laid out for a width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// Rows, none wider than was allowed.
    pub rows: Vec<String>,
    /// Row and column of the cursor.
    pub cursor: (usize, usize),
}

impl LineEdit {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part before the cursor.
    pub fn before_cursor(&self) -> &str {
        self.text.get(..self.at).unwrap_or(&self.text)
    }

    /// Another text, with the cursor at its end.
    pub fn set(&mut self, text: &str) {
        self.remember(false);
        self.text = clean(text);
        self.at = self.text.len();
    }

    /// Takes the text away, for good.
    pub fn take(&mut self) -> String {
        self.before.clear();
        self.at = 0;
        std::mem::take(&mut self.text)
    }

    /// Puts text in at the cursor.
    pub fn insert(&mut self, text: &str) {
        let typed = text.chars().count() == 1 && !text.starts_with(char::is_whitespace);
        self.remember(typed);
        let text = clean(text);
        self.text.insert_str(self.at, &text);
        self.at += text.len();
    }

    /// Does what a key means. `width` is that of a row, for keys that go up and down.
    pub fn press(&mut self, key: &str, prompt: usize, width: usize) -> Edited {
        match key {
            "\u{1b}[D" | "\u{1b}OD" | "\u{2}" => self.at = self.left(),
            "\u{1b}[C" | "\u{1b}OC" | "\u{6}" => self.at = self.right(),
            "\u{1b}[1;5D" | "\u{1b}[1;3D" | "\u{1b}b" => self.at = self.word_left(),
            "\u{1b}[1;5C" | "\u{1b}[1;3C" | "\u{1b}f" => self.at = self.word_right(),
            "\u{1b}[H" | "\u{1b}OH" | "\u{1b}[1~" | "\u{1b}[7~" | "\u{1}" => self.at = self.line_start(),
            "\u{1b}[F" | "\u{1b}OF" | "\u{1b}[4~" | "\u{1b}[8~" | "\u{5}" => self.at = self.line_end(),
            "\u{1b}[A" | "\u{1b}OA" | "\u{10}" => return self.vertical(true, prompt, width),
            "\u{1b}[B" | "\u{1b}OB" | "\u{e}" => return self.vertical(false, prompt, width),
            "\u{7f}" | "\u{8}" => self.remove(self.left(), self.at, false),
            "\u{1b}[3~" | "\u{4}" => self.remove(self.at, self.right(), false),
            "\u{17}" | "\u{1b}\u{7f}" | "\u{1b}\u{8}" => self.remove(self.word_left(), self.at, true),
            "\u{1b}d" => self.remove(self.at, self.word_right(), true),
            "\u{15}" => self.remove(self.line_start(), self.at, true),
            "\u{b}" => self.remove(self.at, self.line_end(), true),
            "\u{19}" => self.insert(&self.cut.clone()),
            "\u{1f}" => {
                if let Some((text, at)) = self.before.pop() {
                    (self.text, self.at) = (text, at);
                }
            }
            "\n" | "\u{1b}[13;2u" | "\u{1b}[27;2;13~" => self.insert("\n"),
            key if key.chars().all(|c| !c.is_control()) && !key.is_empty() => self.insert(key),
            _ => return Edited::NoKey,
        }
        Edited::Changed
    }

    /// Rows of at most `width` cells. The first begins with the prompt; the others stand below the text.
    pub fn lay_out(&self, prompt: &str, width: usize) -> Laid {
        let indent = prompt.chars().count();
        let (rows, cursor) = self.rows(indent, width);
        let mut out: Vec<String> = Vec::with_capacity(rows.len());
        for (start, end) in rows {
            let head = if out.is_empty() { prompt.to_owned() } else { " ".repeat(indent) };
            let text = self.text.get(start..end).unwrap_or_default().replace('\t', "   ");
            out.push(head + &text);
        }
        Laid { rows: out, cursor: (cursor.0, cursor.1 + indent) }
    }

    /// Bytes of each row, and the row and column of the cursor. A row keeps one cell free for the cursor behind it.
    fn rows(&self, indent: usize, width: usize) -> (Vec<(usize, usize)>, (usize, usize)) {
        let room = width.saturating_sub(indent + 1).max(2);
        let (mut rows, mut start, mut column, mut cursor) = (Vec::new(), 0, 0, (0, 0));
        for (at, grapheme) in self.text.grapheme_indices(true) {
            if grapheme == "\n" || grapheme == "\r\n" {
                if at == self.at {
                    cursor = (rows.len(), column);
                }
                rows.push((start, at));
                (start, column) = (at + grapheme.len(), 0);
                continue;
            }
            let cells = grapheme_width(grapheme);
            if column + cells > room {
                rows.push((start, at));
                (start, column) = (at, 0);
            }
            if at == self.at {
                cursor = (rows.len(), column);
            }
            column += cells;
        }
        if self.at >= self.text.len() {
            cursor = (rows.len(), column);
        }
        rows.push((start, self.text.len()));
        (rows, cursor)
    }

    fn vertical(&mut self, up: bool, indent: usize, width: usize) -> Edited {
        let (rows, (row, column)) = self.rows(indent, width);
        let target = if up { row.checked_sub(1) } else { Some(row + 1).filter(|row| *row < rows.len()) };
        let Some((start, end)) = target.and_then(|row| rows.get(row)).copied() else {
            return if up { Edited::Before } else { Edited::After };
        };
        let mut cells = 0;
        let line = self.text.get(start..end).unwrap_or_default();
        let fits = line.grapheme_indices(true).find(|(_, grapheme)| {
            cells += grapheme_width(grapheme);
            cells > column
        });
        self.at = fits.map_or(end, |(at, _)| start + at);
        self.typing = false;
        Edited::Changed
    }

    fn left(&self) -> usize {
        self.before_cursor().grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        self.text
            .get(self.at..)
            .and_then(|rest| rest.graphemes(true).next())
            .map_or(self.at, |next| self.at + next.len())
    }

    fn word_left(&self) -> usize {
        self.before_cursor().unicode_word_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn word_right(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.unicode_word_indices().next().map_or(self.text.len(), |(at, word)| self.at + at + word.len())
    }

    fn line_start(&self) -> usize {
        self.before_cursor().rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |at| self.at + at)
    }

    fn remove(&mut self, start: usize, end: usize, keep: bool) {
        if start >= end {
            return;
        }
        self.remember(false);
        let removed: String = self.text.drain(start..end).collect();
        if keep {
            self.cut = removed;
        }
        self.at = start;
    }

    fn remember(&mut self, typed: bool) {
        if !(typed && self.typing) {
            if self.before.len() == UNDONE {
                self.before.remove(0);
            }
            self.before.push((self.text.clone(), self.at));
        }
        self.typing = typed;
    }
}

/// Line ends as one, and nothing that a terminal would obey.
fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ");
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(keys: &[&str]) -> LineEdit {
        let mut edit = LineEdit::default();
        for key in keys {
            edit.press(key, 2, 20);
        }
        edit
    }

    #[test]
    fn keys_move_cut_and_bring_back() {
        let edit = after(&["h", "i", " ", "y", "o", "u", "\u{17}", "m", "e", "\u{1}", "\u{4}", "o", "\u{5}", "!"]);
        assert_eq!(edit.text(), "oi me!");
        let edit = after(&["a", " ", "b", "\u{15}", "x", "\u{19}"]);
        assert_eq!(edit.text(), "xa b");
        assert_eq!(after(&["日", "本", "\u{1b}[D", "\u{7f}"]).text(), "本");
        assert_eq!(after(&["o", "n", "e", " ", "t", "w", "o", "\u{1f}"]).text(), "one ");
        assert_eq!(after(&["a", "\u{1b}[99z"]).text(), "a");
    }

    #[test]
    fn a_long_text_is_laid_out_in_rows_with_the_cursor_where_it_is() {
        let mut edit = LineEdit::default();
        edit.insert("abcdefghij\nx");
        let laid = edit.lay_out("> ", 9);
        assert_eq!((laid.rows, laid.cursor), (vec!["> abcdef".into(), "  ghij".into(), "  x".into()], (2, 3)));
        assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Changed);
        assert_eq!(edit.before_cursor(), "abcdefg");
        assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Changed);
        assert_eq!(edit.before_cursor(), "a");
        assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Before);
        assert_eq!(LineEdit::default().lay_out("> ", 9), Laid { rows: vec!["> ".into()], cursor: (0, 2) });
    }

    #[test]
    fn what_is_pasted_brings_no_control_characters() {
        let mut edit = LineEdit::default();
        edit.insert("a\r\nb\u{1b}[2J\tc");
        assert_eq!(edit.text(), "a\nb[2J    c");
    }
}
