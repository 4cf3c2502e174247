//! A search backwards through what was typed before. Pure.

use pith_tui::{LineEdit, pasted};

/// The search.
#[derive(Debug)]
pub(super) struct Search {
    query: LineEdit,
    /// The place of what was found.
    at: Option<usize>,
    /// The line that was begun before.
    begun: String,
    /// Whether there is nothing else in that direction.
    missed: Option<&'static str>,
}

/// What a key did.
pub(super) enum Sought {
    /// It goes on; this was found, where that is something else.
    On(Search, Option<String>),
    /// It is given up: the line is this again.
    Back(String),
    /// It is over with what was found.
    Kept,
    /// The same, and the key is for the line.
    Over,
}

impl Search {
    /// Begins, from a line.
    pub(super) fn begin(line: &str) -> Self {
        Self { query: LineEdit::default(), at: None, begun: line.to_owned(), missed: None }
    }

    /// How it is shown.
    pub(super) fn shown(&self) -> String {
        format!("search: {}{}", self.query.text(), self.missed.unwrap_or_default())
    }

    /// Does what a key means.
    pub(super) fn press(mut self, key: &str, history: &[String]) -> Sought {
        match key {
            "\u{7}" | "\u{3}" => return Sought::Back(self.begun),
            "\u{1b}" => return Sought::Kept,
            "\u{12}" => return self.find(history, true, false),
            "\u{13}" => return self.find(history, false, false),
            "\u{7f}" | "\u{8}" | "\u{15}" | "\u{17}" => drop(self.query.press(key, 0, usize::MAX)),
            key => match pasted(key) {
                Some(text) => self.query.insert(&text.replace(['\r', '\n'], " ")),
                None if key.chars().any(char::is_control) => return Sought::Over,
                None => self.query.insert(key),
            },
        }
        self.at = None;
        self.find(history, true, true)
    }

    /// The next that fits; with `anew` from the newest on.
    fn find(mut self, history: &[String], older: bool, anew: bool) -> Sought {
        let query = self.query.text().to_lowercase();
        if query.is_empty() {
            let begun = self.begun.clone();
            (self.at, self.missed) = (None, None);
            return Sought::On(self, Some(begun));
        }
        let shown = self.at.and_then(|at| history.get(at));
        // What reads the same as what is shown would look as if nothing had happened.
        let fits = |at: &usize| {
            history.get(*at).is_some_and(|line| line.to_lowercase().contains(&query) && (anew || Some(line) != shown))
        };
        let found = match (older, self.at) {
            (true, at) => (0..at.unwrap_or(history.len())).rev().find(fits),
            (false, Some(at)) => (at + 1..history.len()).find(fits),
            (false, None) => None,
        };
        self.missed = match (found, older) {
            (Some(_), _) => None,
            (None, true) => Some(" (nothing older)"),
            (None, false) => Some(" (nothing newer)"),
        };
        self.at = found.or(self.at);
        let line = found.and_then(|at| history.get(at)).cloned();
        Sought::On(self, line)
    }
}
