//! A question that is put to the person by lines, and what a typed line means to it.

use pith_app::extension::{Dialog, DialogAnswer};
use pith_screen::{Answered, Choice, Pick, yes_or_no};
use pith_tui::printable;
use tokio::sync::oneshot;
use uuid::Uuid;

/// Ends a text of several lines.
const END: &str = ".";

/// A question that waits for its answer.
pub(super) struct Question {
    id: Uuid,
    form: Form,
    asker: Option<oneshot::Sender<Answered>>,
}

enum Form {
    Select {
        choice: Choice,
        options: Vec<String>,
    },
    Confirm(String),
    Input {
        title: String,
        secret: bool,
    },
    Editor {
        title: String,
        prefill: Option<String>,
        typed: Vec<String>,
    },
    /// The same, where it is edited as a whole.
    Edited {
        title: String,
        prefill: String,
    },
}

/// What became of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The question is over.
    Answered,
    /// It goes on; this is to be shown.
    Again(String),
}

impl Question {
    /// The question, and where its answer comes. No answer comes where the person wants to give none.
    pub(super) fn new(dialog: Dialog, edits: bool) -> (Self, oneshot::Receiver<Answered>) {
        let plain = |text: String| printable(&text).into_owned();
        let form = match dialog {
            Dialog::Select { title, options, .. } => Form::Select {
                choice: Choice::new(plain(title), options.iter().cloned().map(plain).collect()),
                options,
            },
            Dialog::Confirm { title, message, .. } => Form::Confirm(plain(format!("{title}\n{message} [y/N]"))),
            Dialog::Input { title, placeholder, .. } => {
                let example = placeholder.map(|placeholder| format!(" ({placeholder})")).unwrap_or_default();
                Form::Input { title: plain(format!("{title}{example}")), secret: false }
            }
            Dialog::Editor { title, prefill } if edits => {
                Form::Edited { title: plain(title), prefill: prefill.unwrap_or_default() }
            }
            Dialog::Editor { title, prefill } => Form::Editor {
                title: plain(title),
                prefill: prefill.filter(|text| !text.is_empty()),
                typed: Vec::new(),
            },
        };
        Self::of(form)
    }

    /// A line that nobody may see or keep.
    pub(super) fn secret(title: &str) -> (Self, oneshot::Receiver<Answered>) {
        Self::of(Form::Input { title: printable(title).into_owned(), secret: true })
    }

    fn of(form: Form) -> (Self, oneshot::Receiver<Answered>) {
        let (asker, answer) = oneshot::channel();
        (Self { id: Uuid::new_v4(), form, asker: Some(asker) }, answer)
    }

    /// Whether nobody may see or keep the answer.
    pub(super) fn is_secret(&self) -> bool {
        matches!(self.form, Form::Input { secret: true, .. })
    }

    /// What stands in the line already.
    pub(super) fn initial(&self) -> &str {
        match &self.form {
            Form::Edited { prefill, .. } => prefill,
            _ => "",
        }
    }

    pub(super) fn id(&self) -> Uuid {
        self.id
    }

    /// Whether somebody waits for the answer.
    pub(super) fn is_open(&self) -> bool {
        self.asker.as_ref().is_some_and(|asker| !asker.is_closed())
    }

    /// The question as lines.
    pub(super) fn shown(&self) -> String {
        match &self.form {
            Form::Select { choice, .. } => choice.list(),
            Form::Confirm(text) | Form::Input { title: text, .. } => text.clone(),
            Form::Edited { title, .. } => format!("{title}\n(Enter sends it; Ctrl-J begins a line)"),
            Form::Editor { title, prefill: None, .. } => {
                format!("{title}\n(several lines; a line with only `{END}` ends them)")
            }
            Form::Editor { title, prefill: Some(prefill), .. } => format!(
                "{title}\n{}\n(several lines in its place, ended by a line with only `{END}`; `{END}` alone keeps it)",
                printable(prefill)
            ),
        }
    }

    /// Takes a typed line.
    pub(super) fn take(&mut self, line: &str) -> Taken {
        let mut place = None;
        let answer = match &mut self.form {
            Form::Select { choice, options } => match choice.pick(line) {
                Pick::Again(shown) => return Taken::Again(printable(&shown).into_owned()),
                Pick::Cancelled => None,
                Pick::Chosen(at) => {
                    place = Some(at);
                    options.get(at).cloned().map(DialogAnswer::Value)
                }
            },
            Form::Confirm(text) => match yes_or_no(line) {
                Some(yes) => Some(DialogAnswer::Confirmed(yes)),
                None => return Taken::Again(text.clone()),
            },
            Form::Input { .. } | Form::Edited { .. } => Some(DialogAnswer::Value(line.to_owned())),
            Form::Editor { prefill, typed, .. } => {
                // A pasted text comes as one line that holds several.
                typed.extend(line.split('\n').map(str::to_owned));
                if typed.last().is_none_or(|last| last != END) {
                    return Taken::Again(String::new());
                }
                typed.pop();
                let text = if typed.is_empty() { prefill.take().unwrap_or_default() } else { typed.join("\n") };
                Some(DialogAnswer::Value(text))
            }
        };
        if let (Some(asker), Some(answer)) = (self.asker.take(), answer) {
            // Who asked may have given the question up in this moment.
            let _ = asker.send(Answered { place, answer });
        }
        Taken::Answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(dialog: Dialog, lines: &[&str]) -> Option<DialogAnswer> {
        let (mut question, mut answer) = Question::new(dialog, false);
        for line in lines {
            question.take(line);
        }
        answer.try_recv().ok().map(|answered| answered.answer)
    }

    #[test]
    fn each_kind_takes_its_answer_from_lines() {
        let select = Dialog::Select { title: "t".into(), options: vec!["A".into(), "B".into()], timeout: None };
        assert_eq!(answered(select.clone(), &["x", "2"]), Some(DialogAnswer::Value("B".into())));
        assert_eq!(answered(select, &[""]), None);
        let confirm = Dialog::Confirm { title: "t".into(), message: "m".into(), timeout: None };
        assert_eq!(answered(confirm.clone(), &["hm", "y"]), Some(DialogAnswer::Confirmed(true)));
        assert_eq!(answered(confirm, &[""]), Some(DialogAnswer::Confirmed(false)));
        let input = Dialog::Input { title: "t".into(), placeholder: None, timeout: None };
        assert_eq!(answered(input, &["  x "]), Some(DialogAnswer::Value("  x ".into())));
    }

    #[test]
    fn a_text_of_several_lines_ends_with_a_dot_and_an_untouched_one_stays() {
        let editor = |prefill: Option<&str>| Dialog::Editor { title: "t".into(), prefill: prefill.map(Into::into) };
        assert_eq!(answered(editor(None), &["a", "", "b", "."]), Some(DialogAnswer::Value("a\n\nb".into())));
        assert_eq!(answered(editor(None), &["a\nb\n."]), Some(DialogAnswer::Value("a\nb".into())));
        assert_eq!(answered(editor(Some("old")), &["."]), Some(DialogAnswer::Value("old".into())));
        assert_eq!(answered(editor(None), &["a"]), None);
    }

    #[test]
    fn what_an_extension_writes_is_shown_not_obeyed() {
        let hostile = "\u{1b}[2J".to_owned();
        let (question, _) =
            Question::new(Dialog::Select { title: hostile.clone(), options: vec![hostile], timeout: None }, false);
        assert!(!question.shown().contains('\u{1b}'));
    }
}
