//! The line that is typed: its text, what was typed before, what Tab finds, and keys that came before anybody read them.

use std::collections::VecDeque;
use std::sync::PoisonError;

use pith_tui::{Edited, Laid, LineEdit, drawn_line, pasted};

use super::search::{Search, Sought};
use crate::faces::line::reader::{Typed, Words};

/// Lines that the arrow keys bring back.
const REMEMBERED: usize = 500;

/// Words that Tab shows at most.
const CANDIDATES: usize = 8;

/// What a key did.
pub(super) enum Pressed {
    /// Nothing, or nothing that is seen elsewhere.
    Nothing,
    /// Another text stands in the line.
    Changed,
    /// The line is whole.
    Sent(Sent),
    /// It is no key of a line.
    Say(Typed),
    /// The program is to be stopped for a while.
    Suspend,
}

/// A line that is whole.
pub(super) struct Sent {
    /// As it was seen.
    pub(super) rows: Vec<String>,
    /// The line.
    pub(super) typed: Typed,
}

/// The line.
pub(super) struct Typing {
    edit: LineEdit,
    /// What stands before the line while one is read.
    prompt: Option<String>,
    /// Typed while no line was read.
    ahead: VecDeque<String>,
    history: Vec<String>,
    /// The place in it, and the line that was begun before.
    browsed: Option<(usize, String)>,
    search: Option<Search>,
    /// What Tab found.
    candidates: Vec<String>,
    words: Words,
}

impl Typing {
    pub(super) fn new(words: Words) -> Self {
        Self {
            edit: LineEdit::default(),
            prompt: None,
            ahead: VecDeque::new(),
            history: Vec::new(),
            browsed: None,
            search: None,
            candidates: Vec::new(),
            words,
        }
    }

    /// Whether a line is read.
    pub(super) fn is_read(&self) -> bool {
        self.prompt.is_some()
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        self.edit.text()
    }

    /// A line is read from now on; whether that is new.
    pub(super) fn read(&mut self, prompt: String, initial: &str) -> bool {
        if self.prompt.as_ref() == Some(&prompt) {
            return false;
        }
        (self.browsed, self.search, self.candidates) = (None, None, Vec::new());
        self.prompt = Some(prompt);
        if !initial.is_empty() {
            self.set(initial);
        }
        true
    }

    /// None is read any more.
    pub(super) fn end(&mut self) {
        self.prompt = None;
    }

    /// The next key that came too early.
    pub(super) fn next_ahead(&mut self) -> Option<String> {
        self.prompt.as_ref().and_then(|_| self.ahead.pop_front())
    }

    /// Another text.
    pub(super) fn set(&mut self, text: &str) {
        self.edit.set(text);
        (self.browsed, self.search) = (None, None);
    }

    /// More text, where the cursor is.
    pub(super) fn insert(&mut self, text: &str) {
        self.edit.insert(text);
        (self.browsed, self.search) = (None, None);
    }

    /// Keeps a text for the arrow keys.
    pub(super) fn remember(&mut self, text: &str) {
        if self.history.last().is_none_or(|last| last != text) {
            if self.history.len() == REMEMBERED {
                self.history.remove(0);
            }
            self.history.push(text.to_owned());
        }
    }

    /// The rows of the line and the cursor, where one is read.
    pub(super) fn lay_out(&self, columns: usize) -> Option<Laid> {
        self.prompt.as_ref().map(|prompt| self.edit.lay_out(prompt, columns))
    }

    /// What stands below the line: what is searched for, or what Tab found.
    pub(super) fn below(&self, columns: usize) -> Vec<String> {
        let mut lines: Vec<String> = self.search.iter().map(Search::shown).collect();
        lines.extend(self.candidates.iter().take(CANDIDATES).map(|word| format!("  {word}")));
        if self.candidates.len() > CANDIDATES {
            lines.push(format!("  ... ({} more)", self.candidates.len() - CANDIDATES));
        }
        lines.into_iter().map(|line| drawn_line(&line, columns).text).collect()
    }

    /// Does what a key means.
    pub(super) fn press(&mut self, key: &str, columns: usize) -> Pressed {
        if let Some(search) = self.search.take() {
            match search.press(key, &self.history) {
                Sought::On(search, found) => {
                    found.into_iter().for_each(|found| self.edit.set(&found));
                    self.search = Some(search);
                    return Pressed::Changed;
                }
                Sought::Back(begun) => {
                    self.set(&begun);
                    return Pressed::Changed;
                }
                Sought::Kept => return Pressed::Changed,
                // What was found is the line now, and the key is one of it.
                Sought::Over => {}
            }
        }
        let candidates = !std::mem::take(&mut self.candidates).is_empty();
        let empty = self.edit.text().is_empty();
        match key {
            "\u{1b}" if candidates => Pressed::Nothing,
            "\u{1b}" => Pressed::Say(Typed::Escape),
            "\u{3}" if !empty => {
                self.set("");
                Pressed::Changed
            }
            "\u{3}" => Pressed::Say(Typed::Interrupt),
            "\u{1a}" => Pressed::Suspend,
            key if self.prompt.is_none() => {
                self.ahead.push_back(key.to_owned());
                Pressed::Nothing
            }
            "\u{4}" if empty => Pressed::Say(Typed::End),
            "\r" => self.enter(false, columns),
            "\u{1b}\r" | "\u{1b}\n" | "\u{1b}[13;3u" => self.enter(true, columns),
            "\t" => self.complete(),
            "\u{12}" => {
                self.search = Some(Search::begin(self.edit.text()));
                Pressed::Nothing
            }
            key => self.edit(key, columns),
        }
    }

    fn edit(&mut self, key: &str, columns: usize) -> Pressed {
        let prompt = self.prompt.as_ref().map_or(0, |prompt| prompt.chars().count());
        let pressed = match pasted(key) {
            Some(text) => {
                self.edit.insert(text);
                Edited::Changed
            }
            None => self.edit.press(key, prompt, columns),
        };
        match pressed {
            Edited::Changed => Pressed::Changed,
            Edited::Before => self.browse(true),
            Edited::After => self.browse(false),
            Edited::NoKey => Pressed::Nothing,
        }
    }

    /// The line is whole, unless a backslash before the cursor says that it goes on.
    fn enter(&mut self, later: bool, columns: usize) -> Pressed {
        if self.edit.before_cursor().ends_with('\\') {
            self.edit.press("\u{7f}", 0, columns);
            self.insert("\n");
            return Pressed::Changed;
        }
        let text = self.edit.take();
        self.browsed = None;
        self.sent(text, later, columns).map_or(Pressed::Nothing, Pressed::Sent)
    }

    /// The line that was read is this one; nothing where none was read.
    pub(super) fn sent(&mut self, text: String, later: bool, columns: usize) -> Option<Sent> {
        let prompt = self.prompt.take()?;
        let mut shown = LineEdit::default();
        shown.set(&text);
        let rows = shown.lay_out(&prompt, columns).rows;
        if !text.is_empty() {
            self.remember(&text);
        }
        Some(Sent { rows, typed: Typed::Line { text, later, secret: false } })
    }

    fn browse(&mut self, older: bool) -> Pressed {
        let (at, begun) = self.browsed.take().unwrap_or_else(|| (self.history.len(), self.edit.text().to_owned()));
        let next = if older { at.checked_sub(1) } else { Some(at + 1).filter(|next| *next <= self.history.len()) };
        let next = next.unwrap_or(at);
        let text = self.history.get(next).cloned().unwrap_or_else(|| begun.clone());
        if next != at {
            self.edit.set(&text);
        }
        self.browsed = (next < self.history.len()).then_some((next, begun));
        Pressed::Changed
    }

    /// Completes a leading slash as far as it is certain; shows what it may be. What follows a command is its own matter.
    fn complete(&mut self) -> Pressed {
        let begun = self.edit.before_cursor().to_owned();
        if begun != self.edit.text() || !begun.starts_with('/') {
            return Pressed::Nothing;
        }
        if begun.contains(char::is_whitespace) {
            return Pressed::Say(Typed::Complete(begun));
        }
        let words = self.words.read().unwrap_or_else(PoisonError::into_inner).clone();
        self.complete_to(&begun, words);
        Pressed::Changed
    }

    /// Completes a line, if it still stands there; says whether it does.
    pub(super) fn completed(&mut self, line: &str, found: Vec<String>) -> bool {
        let stands = self.edit.text() == line && self.edit.before_cursor() == line;
        if stands {
            self.complete_to(line, found);
        }
        stands
    }

    fn complete_to(&mut self, begun: &str, mut words: Vec<String>) {
        words.retain(|word| word.starts_with(begun));
        match words.as_slice() {
            [] => {}
            [only] => self.set(&format!("{only} ")),
            [first, rest @ ..] => {
                let common = rest.iter().fold(first.as_str(), |common, word| shared_start(common, word));
                if common.len() > begun.len() {
                    let common = common.to_owned();
                    self.set(&common);
                }
                self.candidates = words;
            }
        }
    }
}

fn shared_start<'a>(one: &'a str, other: &str) -> &'a str {
    let same = one.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
    let end = same.map_or(one.len().min(other.len()), |((at, _), _)| at);
    one.get(..end).unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typing(history: &[&str]) -> Typing {
        let mut typing = Typing::new(Words::default());
        history.iter().for_each(|line| typing.remember(line));
        typing.read("> ".to_owned(), "");
        typing
    }

    fn press(typing: &mut Typing, keys: &[&str]) -> Option<String> {
        let mut sent = None;
        for key in keys {
            if let Pressed::Sent(Sent { typed: Typed::Line { text, .. }, .. }) = typing.press(key, 40) {
                sent = Some(text);
            }
        }
        sent
    }

    const UP: &str = "\u{1b}[A";
    const DOWN: &str = "\u{1b}[B";
    const BACKWARDS: &str = "\u{12}";

    #[test]
    fn arrow_keys_go_through_what_was_typed_and_bring_the_begun_line_back() {
        let mut typing = typing(&["one", "two", "two"]);
        press(&mut typing, &["x", UP]);
        assert_eq!(typing.text(), "two");
        press(&mut typing, &[UP, UP]);
        assert_eq!(typing.text(), "one");
        press(&mut typing, &[DOWN, DOWN]);
        assert_eq!(typing.text(), "x");
    }

    #[test]
    fn a_search_goes_backwards_through_what_was_typed() {
        let lines = ["cargo test", "cargo build", "git log"];
        let mut searched = typing(&lines);
        press(&mut searched, &[BACKWARDS, "c", "a"]);
        assert_eq!((searched.text(), searched.below(80)), ("cargo build", vec!["search: ca".to_owned()]));
        press(&mut searched, &[BACKWARDS]);
        assert_eq!(searched.text(), "cargo test");
        press(&mut searched, &[BACKWARDS]);
        assert_eq!(searched.below(80), ["search: ca (nothing older)"]);
        press(&mut searched, &["\u{13}"]);
        assert_eq!(searched.text(), "cargo build");
        assert_eq!(press(&mut searched, &["\r"]).as_deref(), Some("cargo build"));
        let mut left = typing(&lines);
        press(&mut left, &["m", "e", BACKWARDS, "g", "\u{7}"]);
        assert_eq!((left.text(), left.below(80)), ("me", Vec::new()), "the line that was begun is back");
        press(&mut left, &["\u{15}", BACKWARDS, "l", "o", "g", "\u{1b}[D", "s"]);
        assert_eq!(left.text(), "git losg", "other keys edit what was found");
    }

    #[test]
    fn what_is_typed_while_no_line_is_read_is_not_lost() {
        let mut typing = Typing::new(Words::default());
        press(&mut typing, &["a", "b"]);
        assert!(typing.next_ahead().is_none());
        assert!(typing.read("> ".to_owned(), "") && !typing.read("> ".to_owned(), ""));
        assert_eq!((typing.next_ahead().as_deref(), typing.next_ahead().as_deref()), (Some("a"), Some("b")));
    }

    #[test]
    fn a_backslash_before_enter_begins_another_line() {
        let mut typing = typing(&[]);
        assert_eq!(press(&mut typing, &["a", "\\", "\r", "b", "\r"]).as_deref(), Some("a\nb"));
    }
}
