//! A question that is answered by keys: what it looks like, and what a key means to it. Pure.

mod menu;

use std::time::Duration;

use pith_app::extension::{Dialog, DialogAnswer, Drawn, Size};
use pith_tui::{Color, LineEdit, Style, drawn_line, pasted, printable, wrapped};

use menu::{Menu, Picked};

/// Stands before what is typed.
const PROMPT: &str = "? ";

/// Rows of a title at most.
const TITLE: usize = 12;

/// A question.
#[derive(Debug)]
pub struct Asking {
    title: String,
    form: Form,
    columns: usize,
}

#[derive(Debug)]
enum Form {
    /// One of several, as they were given.
    Select(Menu, Vec<String>),
    Confirm(Menu),
    Line {
        edit: LineEdit,
        /// Nobody may see it.
        secret: bool,
    },
    Text(LineEdit),
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The place of what was chosen from a list: options may read the same.
    pub place: Option<usize>,
    /// The answer itself.
    pub answer: DialogAnswer,
}

/// What became of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// The question looks otherwise.
    Changed,
    /// This is the answer.
    Answered(Answered),
    /// The person wants to give none.
    Left,
    /// Nothing.
    NoKey,
}

impl Asking {
    /// What an extension, or the program, asks.
    pub fn new(dialog: &Dialog) -> Self {
        let plain = |text: &str| printable(text).into_owned();
        let (title, form) = match dialog {
            Dialog::Select { title, options, .. } => {
                let shown = options.iter().map(|option| plain(option)).collect();
                (plain(title), Form::Select(Menu::new(shown), options.clone()))
            }
            Dialog::Confirm { title, message, .. } => {
                let menu = Menu::new(vec!["Yes".to_owned(), "No".to_owned()]);
                (plain(&format!("{title}\n{message}")), Form::Confirm(menu))
            }
            Dialog::Input { title, placeholder, .. } => {
                let example = placeholder.as_ref().map(|example| format!(" ({example})")).unwrap_or_default();
                let form = Form::Line { edit: LineEdit::default(), secret: false };
                (plain(&format!("{title}{example}")), form)
            }
            Dialog::Editor { title, prefill } => {
                let mut edit = LineEdit::default();
                edit.set(prefill.as_deref().unwrap_or_default());
                (plain(title), Form::Text(edit))
            }
        };
        Self { title, form, columns: 80 }
    }

    /// A line that nobody may see or keep.
    pub fn secret(title: &str) -> Self {
        let form = Form::Line { edit: LineEdit::default(), secret: true };
        Self { title: printable(title).into_owned(), form, columns: 80 }
    }

    /// Does what a key means.
    pub fn press(&mut self, key: &str) -> Told {
        if matches!(key, "\u{1b}" | "\u{3}") {
            return Told::Left;
        }
        match &mut self.form {
            Form::Select(menu, options) => match menu.press(key) {
                Picked::Changed => Told::Changed,
                Picked::NoKey => Told::NoKey,
                Picked::Chosen(place) => {
                    let answer = DialogAnswer::Value(options.get(place).cloned().unwrap_or_default());
                    Told::Answered(Answered { place: Some(place), answer })
                }
            },
            Form::Confirm(menu) => match menu.press(key) {
                Picked::Changed => Told::Changed,
                Picked::NoKey => Told::NoKey,
                Picked::Chosen(place) => {
                    Told::Answered(Answered { place: None, answer: DialogAnswer::Confirmed(place == 0) })
                }
            },
            Form::Line { edit, .. } if key == "\r" => typed(edit),
            Form::Line { edit, .. } => match pasted(key) {
                Some(text) => {
                    edit.insert(&text.replace(['\r', '\n'], " "));
                    Told::Changed
                }
                // It is one line.
                None if matches!(key, "\n" | "\u{1b}[13;2u" | "\u{1b}[27;2;13~") => Told::NoKey,
                None => pressed(edit, key, self.columns),
            },
            Form::Text(edit) if key == "\r" => {
                // As in the conversation: a backslash at the end begins another line.
                if edit.before_cursor().ends_with('\\') {
                    edit.press("\u{7f}", PROMPT.len(), self.columns);
                    edit.insert("\n");
                    return Told::Changed;
                }
                typed(edit)
            }
            Form::Text(edit) => match pasted(key) {
                Some(text) => {
                    edit.insert(text);
                    Told::Changed
                }
                None if key == "\u{1b}\r" => pressed(edit, "\n", self.columns),
                None => pressed(edit, key, self.columns),
            },
        }
    }

    /// What it looks like. `left` is how long the person still has.
    pub fn draw(&mut self, size: Size, left: Option<Duration>, style: Style) -> Drawn {
        self.columns = size.columns;
        let seconds = left.map(|left| format!(" ({}s)", left.as_millis().div_ceil(1000))).unwrap_or_default();
        let (head, more) = self.title.split_once('\n').unwrap_or((&self.title, ""));
        let title = format!("{head}{seconds}\n{more}");
        let mut lines = wrapped(title.trim_end(), size.columns);
        lines.truncate(TITLE.min(size.rows.saturating_sub(4)).max(1));
        for line in &mut lines {
            *line = style.paint(Color::Bold, line);
        }
        let mut cursor = None;
        let room = size.rows.saturating_sub(lines.len() + 3).max(1);
        let hint = match &mut self.form {
            Form::Select(menu, _) | Form::Confirm(menu) => {
                let long = menu.len() > room.min(size.rows / 2);
                if long || !menu.typed().text().is_empty() {
                    let laid = menu.typed().lay_out(PROMPT, size.columns);
                    cursor = Some((lines.len() + laid.cursor.0, laid.cursor.1));
                    lines.extend(laid.rows);
                }
                let typed = !menu.typed().text().is_empty();
                let window = menu.window(room.min((size.rows / 2).max(3)));
                for (option, marked) in &window.rows {
                    let line = drawn_line(&format!("{} {option}", if *marked { "→" } else { " " }), size.columns).text;
                    if *marked {
                        // A program that reads the screen aloud follows the cursor.
                        cursor = cursor.or(Some((lines.len(), 0)));
                    }
                    lines.push(if *marked { style.paint(Color::Cyan, &line) } else { line });
                }
                let (place, count) = window.place;
                let place = match (count, long || typed) {
                    (0, _) => "nothing fits · ".to_owned(),
                    (_, true) => format!("{place}/{count} · "),
                    (_, false) => String::new(),
                };
                format!("{place}↑↓ Enter chooses · Escape leaves · typing narrows")
            }
            Form::Line { edit, secret } => {
                let shown = if *secret { LineEdit::default() } else { edit.clone() };
                let laid = shown.lay_out(PROMPT, size.columns);
                cursor = Some((lines.len() + laid.cursor.0, laid.cursor.1));
                lines.extend(laid.rows);
                let unseen = if *secret { " · not shown while it is typed" } else { "" };
                format!("Enter sends · Escape leaves{unseen}")
            }
            Form::Text(edit) => {
                let laid = edit.lay_out(PROMPT, size.columns);
                // The part around the cursor is seen.
                let first = (laid.cursor.0 + 1).saturating_sub(room);
                cursor = Some((lines.len() + laid.cursor.0 - first, laid.cursor.1));
                lines.extend(laid.rows.into_iter().skip(first).take(room));
                "Enter sends · Ctrl-J begins a line · Escape leaves".to_owned()
            }
        };
        lines.push(style.paint(Color::Dim, &drawn_line(&hint, size.columns).text));
        Drawn { lines, cursor, ..Drawn::default() }
    }

    /// A line that stays of it: what was asked, and what became of it. Nothing of what nobody may see.
    pub fn kept(&self, answer: &DialogAnswer) -> Option<String> {
        let answer = match (&self.form, answer) {
            (Form::Line { secret: true, .. }, _) => return None,
            (_, DialogAnswer::Confirmed(yes)) => if *yes { "Yes" } else { "No" }.to_owned(),
            (_, DialogAnswer::Value(text)) => short(&printable(text)),
        };
        Some(self.kept_with(&answer))
    }

    /// The same where nobody answered in time.
    pub fn kept_too_late(&self) -> String {
        self.kept_with("(no answer in time)")
    }

    fn kept_with(&self, answer: &str) -> String {
        let title = short(self.title.trim());
        let colon = if title.ends_with(|last: char| last.is_alphanumeric()) { ":" } else { "" };
        format!("? {title}{colon} {answer}")
    }
}

/// The first line, and a sign that there are others.
fn short(text: &str) -> String {
    match text.split_once('\n') {
        Some((first, _)) => format!("{first} …"),
        None => text.to_owned(),
    }
}

fn typed(edit: &mut LineEdit) -> Told {
    Told::Answered(Answered { place: None, answer: DialogAnswer::Value(edit.take()) })
}

fn pressed(edit: &mut LineEdit, key: &str, columns: usize) -> Told {
    match edit.press(key, PROMPT.len(), columns) {
        pith_tui::Edited::Changed => Told::Changed,
        _ => Told::NoKey,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { columns: 40, rows: 16 };

    fn looks(asking: &mut Asking) -> String {
        asking.draw(SIZE, None, Style::new(false)).lines.join("\n")
    }

    fn value(text: &str) -> DialogAnswer {
        DialogAnswer::Value(text.to_owned())
    }

    fn answered(asking: &mut Asking, keys: &[&str]) -> Option<Answered> {
        let mut last = None;
        for key in keys {
            last = Some(asking.press(key));
        }
        match last {
            Some(Told::Answered(answer)) => Some(answer),
            _ => None,
        }
    }

    fn select(options: &[&str]) -> Asking {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Asking::new(&Dialog::Select { title: "Pick one".to_owned(), options, timeout: None })
    }

    #[test]
    fn one_of_several_is_chosen_with_arrow_keys_and_stays_in_a_line() {
        let mut asking = select(&["Alpha", "Beta"]);
        assert_eq!(looks(&mut asking), "Pick one\n→ Alpha\n  Beta\n↑↓ Enter chooses · Escape leaves · typin");
        let answer = answered(&mut asking, &["\u{1b}[B", "\r"]);
        assert_eq!(answer, Some(Answered { place: Some(1), answer: value("Beta") }));
        assert_eq!(asking.kept(&value("Beta")).as_deref(), Some("? Pick one: Beta"));
        assert_eq!(select(&["a"]).press("\u{1b}"), Told::Left);
    }

    #[test]
    fn a_list_that_is_narrowed_to_nothing_says_so_and_chooses_nothing() {
        let mut asking = select(&["Alpha", "Beta"]);
        asking.press("x");
        let shown = looks(&mut asking);
        assert!(shown.starts_with("Pick one\n? x\nnothing fits"), "{shown}");
        assert_eq!(asking.press("\r"), Told::NoKey);
    }

    #[test]
    fn a_long_list_has_a_place_to_type_and_never_more_rows_than_there_are() {
        let all: Vec<String> = (0..100).map(|n| format!("item {n}")).collect();
        let mut asking = Asking::new(&Dialog::Select { title: "t".repeat(90), options: all, timeout: None });
        let drawn = asking.draw(SIZE, None, Style::new(false));
        assert!(
            drawn.lines.len() <= SIZE.rows && drawn.lines.iter().any(|line| line.starts_with("1/100")),
            "{drawn:?}"
        );
        assert_eq!(drawn.cursor, Some((3, 2)));
        for key in "99".chars() {
            asking.press(&key.to_string());
        }
        assert_eq!(answered(&mut asking, &["\r"]).and_then(|answer| answer.place), Some(99));
    }

    #[test]
    fn yes_and_no_are_a_list_and_a_countdown_stands_behind_the_title() {
        let confirm = Dialog::Confirm { title: "Sure?".into(), message: "It goes.".into(), timeout: None };
        let mut asking = Asking::new(&confirm);
        let drawn = asking.draw(SIZE, Some(Duration::from_millis(8_200)), Style::new(false));
        assert_eq!(drawn.lines.get(..4).unwrap_or_default(), ["Sure? (9s)", "It goes.", "→ Yes", "  No"]);
        let confirmed = |keys: &[&str]| answered(&mut Asking::new(&confirm), keys).map(|answer| answer.answer);
        assert_eq!(confirmed(&["\r"]), Some(DialogAnswer::Confirmed(true)));
        assert_eq!(confirmed(&["n", "\r"]), Some(DialogAnswer::Confirmed(false)));
        assert_eq!(asking.kept(&DialogAnswer::Confirmed(false)).as_deref(), Some("? Sure? … No"));
        assert_eq!(asking.kept_too_late(), "? Sure? … (no answer in time)");
    }

    #[test]
    fn a_line_is_one_line_a_secret_is_not_seen_and_a_text_has_several() {
        let input = Dialog::Input { title: "Name".into(), placeholder: Some("bob".into()), timeout: None };
        let mut asking = Asking::new(&input);
        let answer = answered(&mut asking, &["a", "\n", "\u{1b}[200~b\nc\u{1b}[201~", "\r"]);
        assert_eq!(answer.map(|answer| answer.answer), Some(value("ab c")));
        assert!(looks(&mut asking).starts_with("Name (bob)\n?"));
        let mut secret = Asking::secret("Key");
        secret.press("s3cret");
        assert!(!looks(&mut secret).contains("s3cret") && secret.kept(&value("s3cret")).is_none());
        assert_eq!(answered(&mut secret, &["\r"]).map(|answer| answer.answer), Some(value("s3cret")));
        let mut text = Asking::new(&Dialog::Editor { title: "Edit".into(), prefill: Some("one".into()) });
        assert_eq!(
            answered(&mut text, &["\n", "two", "\\", "\r", "3", "\r"]).map(|answer| answer.answer),
            Some(value("one\ntwo\n3"))
        );
    }

    #[test]
    fn what_an_extension_writes_is_shown_not_obeyed() {
        let hostile = "\u{1b}[2J".to_owned();
        let dialog = Dialog::Select { title: hostile.clone(), options: vec![hostile], timeout: None };
        assert!(!looks(&mut Asking::new(&dialog)).contains('\u{1b}'));
    }
}
