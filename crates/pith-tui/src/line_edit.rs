//! The text that a person types: changed by keys, laid out for a width. Pure.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::cells::grapheme_width;

/// Undone changes at most.
const UNDONE: usize = 200;

/// Cuts that can be brought back.
const CUTS: usize = 30;

/// The text and the place in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineEdit {
    text: String,
    /// Byte at which the cursor stands.
    at: usize,
    /// What was cut, the newest last.
    cuts: Vec<String>,
    before: Vec<(String, usize)>,
    last: Last,
    /// Whether the next character is one to go to, and in which direction.
    sought: Option<bool>,
}

/// What the last key did, for those that go on with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    /// Typed a character: a word is undone as a whole.
    Typed,
    /// Cut something: what is cut next belongs to it.
    Cut,
    /// Put back what was cut, at this byte.
    PutBack(usize),
    /// Went up or down, from this column.
    Moved(usize),
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
        self.last = if typed { Last::Typed } else { Last::Other };
        let text = clean(text);
        self.text.insert_str(self.at, &text);
        self.at += text.len();
    }

    /// Does what a key means. `width` is that of a row, for keys that go up and down.
    pub fn press(&mut self, key: &str, prompt: usize, width: usize) -> Edited {
        let last = std::mem::take(&mut self.last);
        if let Some(forward) = self.sought.take()
            && !key.chars().any(char::is_control)
        {
            self.at = self.found(key, forward);
            return Edited::Changed;
        }
        match key {
            "\u{1b}[D" | "\u{1b}OD" | "\u{2}" => self.at = self.left(),
            "\u{1b}[C" | "\u{1b}OC" | "\u{6}" => self.at = self.right(),
            "\u{1b}[1;5D" | "\u{1b}[1;3D" | "\u{1b}b" => self.at = self.word_left(),
            "\u{1b}[1;5C" | "\u{1b}[1;3C" | "\u{1b}f" => self.at = self.word_right(),
            "\u{1b}[H" | "\u{1b}OH" | "\u{1b}[1~" | "\u{1b}[7~" | "\u{1}" => self.at = self.line_start(),
            "\u{1b}[F" | "\u{1b}OF" | "\u{1b}[4~" | "\u{1b}[8~" | "\u{5}" => self.at = self.line_end(),
            "\u{1b}[A" | "\u{1b}OA" | "\u{10}" => return self.vertical(true, prompt, width, last),
            "\u{1b}[B" | "\u{1b}OB" | "\u{e}" => return self.vertical(false, prompt, width, last),
            "\u{7f}" | "\u{8}" => drop(self.remove(self.left(), self.at)),
            "\u{1b}[3~" | "\u{4}" => drop(self.remove(self.at, self.right())),
            "\u{17}" | "\u{1b}\u{7f}" | "\u{1b}\u{8}" => self.cut(self.word_left(), self.at, last),
            "\u{1b}d" | "\u{1b}[3;3~" | "\u{1b}[3;5~" => self.cut(self.at, self.word_right(), last),
            "\u{15}" => self.cut(self.line_start(), self.at, last),
            "\u{b}" => self.cut(self.at, self.line_end(), last),
            "\u{19}" => {
                if let Some(newest) = self.cuts.last().cloned() {
                    let at = self.at;
                    self.insert(&newest);
                    self.last = Last::PutBack(at);
                }
            }
            // What was cut before it, in the place of what was just put back.
            "\u{1b}y" => {
                if let Last::PutBack(at) = last {
                    self.remove(at, self.at);
                    self.cuts.rotate_right(1);
                    let older = self.cuts.last().cloned().unwrap_or_default();
                    self.insert(&older);
                    self.last = Last::PutBack(at);
                }
            }
            "\u{1d}" => self.sought = Some(true),
            "\u{1b}\u{1d}" => self.sought = Some(false),
            "\u{1f}" => {
                if let Some((text, at)) = self.before.pop() {
                    (self.text, self.at) = (text, at);
                }
            }
            "\n" | "\u{1b}[13;2u" | "\u{1b}[27;2;13~" => self.insert("\n"),
            key if key.chars().all(|c| !c.is_control()) && !key.is_empty() => {
                self.last = last;
                self.insert(key);
            }
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

    /// Goes up or down. Through shorter rows the column stays that from which it began.
    fn vertical(&mut self, up: bool, indent: usize, width: usize, last: Last) -> Edited {
        let (rows, (row, now)) = self.rows(indent, width);
        let column = if let Last::Moved(column) = last { column } else { now };
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
        self.last = Last::Moved(column);
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

    /// The beginning of the word before the cursor; signs that stand together are a word, too.
    fn word_left(&self) -> usize {
        let mut parts = self.before_cursor().split_word_bound_indices().rev().skip_while(|(_, part)| is_blank(part));
        let Some((at, part)) = parts.next() else { return 0 };
        if is_word(part) {
            return at;
        }
        parts.take_while(|(_, part)| !is_word(part) && !is_blank(part)).last().map_or(at, |(at, _)| at)
    }

    /// The end of the word behind the cursor.
    fn word_right(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut parts = rest.split_word_bound_indices().skip_while(|(_, part)| is_blank(part));
        let Some((at, part)) = parts.next() else { return self.text.len() };
        let first = at + part.len();
        if is_word(part) {
            return self.at + first;
        }
        let signs = parts.take_while(|(_, part)| !is_word(part) && !is_blank(part));
        self.at + signs.last().map_or(first, |(at, part)| at + part.len())
    }

    /// Where the next such character stands, or the last one before; where there is none the cursor stays.
    fn found(&self, wanted: &str, forward: bool) -> usize {
        let (next, rest) = (self.right(), self.text.get(self.right()..).unwrap_or_default());
        let found = match forward {
            true => rest.find(wanted).map(|at| next + at),
            false => self.before_cursor().rfind(wanted),
        };
        found.unwrap_or(self.at)
    }

    fn line_start(&self) -> usize {
        self.before_cursor().rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |at| self.at + at)
    }

    fn remove(&mut self, start: usize, end: usize) -> String {
        if start >= end {
            return String::new();
        }
        self.remember(false);
        let backwards = end == self.at;
        let removed: String = self.text.drain(start..end).collect();
        self.at = if backwards { start } else { self.at };
        removed
    }

    /// Removes something that can be brought back. What is cut right after something else is one with it.
    fn cut(&mut self, start: usize, end: usize, last: Last) {
        let backwards = end == self.at;
        let removed = self.remove(start, end);
        self.last = Last::Cut;
        if removed.is_empty() {
            return;
        }
        match self.cuts.last_mut().filter(|_| last == Last::Cut) {
            Some(newest) if backwards => newest.insert_str(0, &removed),
            Some(newest) => newest.push_str(&removed),
            None => {
                if self.cuts.len() == CUTS {
                    self.cuts.remove(0);
                }
                self.cuts.push(removed);
            }
        }
    }

    fn remember(&mut self, typed: bool) {
        if !(typed && self.last == Last::Typed) {
            if self.before.len() == UNDONE {
                self.before.remove(0);
            }
            self.before.push((self.text.clone(), self.at));
        }
    }
}

fn is_blank(part: &str) -> bool {
    part.chars().all(char::is_whitespace)
}

fn is_word(part: &str) -> bool {
    part.chars().any(|c| c.is_alphanumeric() || c == '_')
}

/// Line ends as one, and nothing that a terminal would obey.
fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ");
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests;
