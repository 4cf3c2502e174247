//! The editor of the input line, by rustyline: history, completion, and keys that mean something to a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Event, EventContext, EventHandler, ExternalPrinter as _, Helper,
    KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};
use tokio::sync::mpsc::UnboundedSender;

use super::reader::{Go, Typed, Words, unseen};
use super::screen::Screen;

/// How long after Escape another key may still make a sequence of it, in milliseconds.
const ESCAPE_MS: u16 = 50;

/// An editor on a terminal.
pub(super) struct Editor {
    editor: rustyline::Editor<Slash, DefaultHistory>,
    screen: Screen,
    later: Arc<AtomicBool>,
}

impl Editor {
    /// Takes the terminal over; what the program shows goes above the line from now on.
    pub(super) fn new(screen: &Screen, tell: UnboundedSender<Typed>, words: Words) -> rustyline::Result<Self> {
        let config = Config::builder().keyseq_timeout(Some(ESCAPE_MS)).bracketed_paste(true).build();
        let mut editor = rustyline::Editor::with_config(config)?;
        let later = Arc::new(AtomicBool::new(false));
        editor.set_helper(Some(Slash { words }));
        let key = |code, modifiers| Event::from(KeyEvent(code, modifiers));
        let handler = |handler: Keys| EventHandler::Conditional(Box::new(handler));
        editor.bind_sequence(key(KeyCode::Esc, Modifiers::NONE), handler(Keys::Say(Typed::Escape, tell.clone())));
        editor.bind_sequence(key(KeyCode::Char('C'), Modifiers::CTRL), handler(Keys::Say(Typed::Interrupt, tell)));
        editor.bind_sequence(key(KeyCode::Enter, Modifiers::ALT), handler(Keys::Later(Arc::clone(&later))));
        let mut printer = editor.create_external_printer()?;
        screen.show_by(Box::new(move |text| drop(printer.print(text))));
        Ok(Self { editor, screen: screen.clone(), later })
    }

    /// Reads as it is told, until the input ends.
    pub(super) fn run(mut self, orders: &Receiver<Go>, tell: &UnboundedSender<Typed>) {
        for order in orders {
            let (prompt, initial, secret) = match order {
                Go::Read { prompt, initial, secret, .. } => (prompt, initial, secret),
                Go::Remember(text) => {
                    // History is a convenience: what it does not take is not missed.
                    let _ = self.editor.add_history_entry(text);
                    continue;
                }
            };
            if let Some((columns, _)) = self.editor.dimensions() {
                self.screen.set_width(columns.into());
            }
            let typed = if secret { unseen(&prompt, &self.screen) } else { self.line(&prompt, &initial) };
            let ended = typed == Typed::End;
            if tell.send(typed).is_err() || ended {
                break;
            }
        }
    }

    fn line(&mut self, prompt: &str, initial: &str) -> Typed {
        match self.editor.readline_with_initial(prompt, (initial, "")) {
            Ok(line) => {
                let _ = self.editor.add_history_entry(line.as_str());
                let text = line.replace("\\\n", "\n");
                Typed::Line { text, later: self.later.swap(false, Ordering::Relaxed), secret: false }
            }
            Err(ReadlineError::Interrupted) => Typed::Interrupt,
            Err(_) => Typed::End,
        }
    }
}

/// Keys that are no text.
enum Keys {
    /// Tells that it was pressed; a line that was begun goes first.
    Say(Typed, UnboundedSender<Typed>),
    /// Ends the line, for the end of the run.
    Later(Arc<AtomicBool>),
}

impl ConditionalEventHandler for Keys {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        match self {
            Self::Say(Typed::Interrupt, _) if !context.line().is_empty() => Some(Cmd::Kill(Movement::WholeBuffer)),
            Self::Say(typed, tell) => {
                // Nobody listens any more only when the program ends.
                let _ = tell.send(typed.clone());
                Some(Cmd::Noop)
            }
            Self::Later(later) => {
                later.store(true, Ordering::Relaxed);
                Some(Cmd::AcceptLine)
            }
        }
    }
}

/// What the editor knows of a line: a leading slash is completed, and a backslash at the end goes on in the next line.
struct Slash {
    words: Words,
}

impl Completer for Slash {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..position).unwrap_or(line);
        if !begun.starts_with('/') || begun.contains(char::is_whitespace) {
            return Ok((position, Vec::new()));
        }
        let words = self.words.read().unwrap_or_else(PoisonError::into_inner);
        Ok((0, words.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Validator for Slash {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let open = context.input().ends_with('\\');
        Ok(if open { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Slash {
    type Hint = String;
}

impl Highlighter for Slash {}

impl Helper for Slash {}
