//! A list of which one is chosen with the arrow keys; what is typed narrows it. Pure.

use pith_tui::{LineEdit, pasted};

/// What a key did to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Picked {
    /// It looks otherwise.
    Changed,
    /// This one is chosen, by its place in the whole list.
    Chosen(usize),
    /// Nothing.
    NoKey,
}

/// The list.
#[derive(Debug)]
pub(super) struct Menu {
    options: Vec<String>,
    typed: LineEdit,
    /// Places of what fits.
    found: Vec<usize>,
    /// Where the mark stands among them.
    at: usize,
    /// Rows that were seen last, for the keys that go by pages.
    page: usize,
}

/// The part of a list that is seen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Window<'m> {
    /// The rows, and which of them is marked.
    pub(super) rows: Vec<(&'m str, bool)>,
    /// The place of the mark among those that fit, from 1, and how many those are.
    pub(super) place: (usize, usize),
}

impl Menu {
    /// The options, on one line each.
    pub(super) fn new(options: Vec<String>) -> Self {
        let found = (0..options.len()).collect();
        let options = options.into_iter().map(|option| option.replace('\n', " ")).collect();
        Self { options, typed: LineEdit::default(), found, at: 0, page: 1 }
    }

    /// What was typed to narrow it.
    pub(super) fn typed(&self) -> &LineEdit {
        &self.typed
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// As many rows as there is room for, around the mark.
    pub(super) fn window(&mut self, most: usize) -> Window<'_> {
        let most = most.max(1);
        self.page = most;
        let first = self.at.saturating_sub(most / 2).min(self.found.len().saturating_sub(most));
        let seen = self.found.iter().enumerate().skip(first).take(most);
        let rows = seen.map(|(row, place)| (self.options.get(*place).map_or("", String::as_str), row == self.at));
        Window { rows: rows.collect(), place: (self.at + 1, self.found.len()) }
    }

    /// Does what a key means.
    pub(super) fn press(&mut self, key: &str) -> Picked {
        let last = self.found.len().saturating_sub(1);
        let (at, page) = (self.at, self.page);
        self.at = match key {
            "\r" => return self.found.get(at).map_or(Picked::NoKey, |place| Picked::Chosen(*place)),
            // From one end to the other, as in a ring.
            "\u{1b}[A" | "\u{1b}OA" | "\u{10}" => at.checked_sub(1).unwrap_or(last),
            "\u{1b}[B" | "\u{1b}OB" | "\u{e}" | "\t" => (at + 1) % (last + 1),
            "\u{1b}[5~" => at.saturating_sub(page),
            "\u{1b}[6~" => (at + page).min(last),
            "\u{1b}[H" | "\u{1b}OH" | "\u{1b}[1~" => 0,
            "\u{1b}[F" | "\u{1b}OF" | "\u{1b}[4~" => last,
            "\n" | "\u{1b}[C" | "\u{1b}OC" | "\u{1b}[D" | "\u{1b}OD" => return Picked::NoKey,
            key => return self.narrow(key),
        };
        Picked::Changed
    }

    fn narrow(&mut self, key: &str) -> Picked {
        let before = self.typed.text().to_owned();
        match pasted(key) {
            Some(text) => self.typed.insert(&text.replace(['\r', '\n'], " ")),
            None => drop(self.typed.press(key, 0, usize::MAX)),
        }
        if self.typed.text() == before {
            return Picked::NoKey;
        }
        let wanted = self.typed.text().to_lowercase();
        let fits = |option: &String| {
            let option = option.to_lowercase();
            wanted.split_whitespace().all(|word| option.contains(word))
        };
        self.found = self.options.iter().enumerate().filter(|(_, option)| fits(option)).map(|(at, _)| at).collect();
        self.at = 0;
        Picked::Changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(options: &[&str]) -> Menu {
        Menu::new(options.iter().map(|option| (*option).to_owned()).collect())
    }

    fn seen(menu: &mut Menu, most: usize) -> Vec<String> {
        let rows = menu.window(most).rows;
        rows.into_iter().map(|(row, marked)| format!("{}{row}", if marked { ">" } else { "" })).collect()
    }

    const UP: &str = "\u{1b}[A";
    const DOWN: &str = "\u{1b}[B";

    #[test]
    fn arrow_keys_go_around_and_enter_chooses() {
        let mut menu = menu(&["a", "b", "c"]);
        assert_eq!(seen(&mut menu, 9), [">a", "b", "c"]);
        for key in [UP, UP] {
            menu.press(key);
        }
        assert_eq!(seen(&mut menu, 9), ["a", ">b", "c"]);
        assert_eq!(menu.press("\r"), Picked::Chosen(1));
        for key in [DOWN, DOWN] {
            menu.press(key);
        }
        assert_eq!(menu.press("\r"), Picked::Chosen(0));
    }

    #[test]
    fn what_is_typed_narrows_the_list_and_the_places_stay() {
        let mut menu = menu(&["alpha one", "beta", "alpha two"]);
        for key in ["T", "W", " ", "a"] {
            menu.press(key);
        }
        assert_eq!(seen(&mut menu, 9), [">alpha two"]);
        assert_eq!(menu.press("\r"), Picked::Chosen(2));
        menu.press("x");
        assert_eq!((seen(&mut menu, 9), menu.press("\r")), (Vec::new(), Picked::NoKey));
        assert_eq!(menu.press("\u{15}"), Picked::Changed, "what was typed can be taken back");
        assert_eq!(menu.window(9).place, (1, 3));
        assert_eq!(menu.press("\u{1b}[99z"), Picked::NoKey);
    }

    #[test]
    fn of_a_long_list_the_part_around_the_mark_is_seen() {
        let all: Vec<String> = (0..40).map(|n| format!("item {n}")).collect();
        let mut menu = Menu::new(all);
        assert_eq!(menu.window(5).rows.len(), 5);
        menu.press("\u{1b}[6~");
        assert_eq!(menu.window(5).place, (6, 40));
        assert_eq!(menu.window(5).rows.first(), Some(&("item 3", false)));
        menu.press("\u{1b}[F");
        assert_eq!(menu.window(5).rows.last(), Some(&("item 39", true)));
    }
}
