//! What the person types, read on a thread of its own: with an editor where the terminal has one, line by line where not.
//!
//! The thread reads when it is told to ([`Go`]) and says what came ([`Typed`]); keys that are no text are said at once.

use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use pith_tui::printable;

#[cfg(not(unix))]
use super::editor;
#[cfg(unix)]
use super::live;
use super::restore::Unseen;
use super::screen::Screen;

/// Something that came from the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line.
    Line {
        /// Without its end.
        text: String,
        /// Whether it is meant for the end of the run (Alt-Enter).
        later: bool,
        /// Whether it answers a question for something that nobody may see, and is nothing else.
        secret: bool,
    },
    /// A key of an extension, by its name.
    Shortcut(String),
    /// A line of which Tab shall find the rest.
    Complete(String),
    /// Escape.
    Escape,
    /// Ctrl-C.
    Interrupt,
    /// The end of the input: Ctrl-D on an empty line.
    End,
}

/// What the reading thread is to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Go {
    /// Read a line.
    Read {
        /// Stands before it.
        prompt: String,
        /// Stands in it already; shown before it where it cannot be edited.
        initial: String,
        /// Whether nobody may see or keep what is typed.
        secret: bool,
        /// Whether it answers a question.
        answer: bool,
    },
    /// Keep a text for the arrow keys.
    Remember(String),
}

/// The words that Tab completes at the beginning of a line; shared with the thread.
pub(super) type Words = Arc<RwLock<Vec<String>>>;

/// Who reads.
pub(super) struct Reader {
    go: Told,
    words: Words,
}

/// Who is told what to read.
enum Told {
    /// The thread of this file.
    Thread(Sender<Go>),
    /// The terminal, which edits lines itself.
    #[cfg(unix)]
    Live(Screen),
}

impl Reader {
    /// Starts the thread.
    ///
    /// # Errors
    /// When it cannot be started, or the terminal refuses the editor.
    pub(super) fn start(edits: bool, columns: &Screen) -> anyhow::Result<(Self, UnboundedReceiver<Typed>)> {
        let (tell, typed) = unbounded_channel();
        let words = Words::default();
        #[cfg(unix)]
        if edits {
            columns.begin_live(tell, Arc::clone(&words))?;
            return Ok((Self { go: Told::Live(columns.clone()), words }, typed));
        }
        let (go, orders) = channel();
        #[cfg(not(unix))]
        let work: Box<dyn FnOnce() + Send> = if edits {
            let editor = editor::Editor::new(columns, tell.clone(), Arc::clone(&words))?;
            Box::new(move || editor.run(&orders, &tell))
        } else {
            let screen = columns.clone();
            Box::new(move || plain(&orders, &tell, &screen))
        };
        #[cfg(unix)]
        let work = {
            let screen = columns.clone();
            move || plain(&orders, &tell, &screen)
        };
        thread::Builder::new().name("keyboard".to_owned()).spawn(work)?;
        Ok((Self { go: Told::Thread(go), words }, typed))
    }

    /// Tells it what to do next.
    pub(super) fn go(&self, go: Go) {
        match &self.go {
            // The thread has ended only when the input has, and then there is nothing to read.
            Told::Thread(thread) => drop(thread.send(go)),
            #[cfg(unix)]
            Told::Live(screen) => screen.live(live::Order::Go(go)),
        }
    }

    /// Completes these from now on.
    pub(super) fn complete(&self, words: Vec<String>) {
        *self.words.write().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

/// Reads lines as the terminal gives them.
fn plain(orders: &Receiver<Go>, tell: &UnboundedSender<Typed>, screen: &Screen) {
    for order in orders {
        let Go::Read { prompt, initial, secret, .. } = order else { continue };
        let typed = if secret {
            unseen(&prompt, screen)
        } else {
            let initial = printable(&initial);
            show(&format!("{initial}{}{prompt}", if initial.is_empty() { "" } else { "\n" }), screen);
            match whole_line() {
                Some(text) => Typed::Line { text, later: false, secret },
                None => Typed::End,
            }
        };
        let ended = typed == Typed::End;
        if tell.send(typed).is_err() || ended {
            break;
        }
    }
}

/// A line that is not shown while it is typed. The end of the input gives it up, as an empty line does.
pub(super) fn unseen(prompt: &str, screen: &Screen) -> Typed {
    let _unseen = Unseen::begin();
    show(prompt, screen);
    Typed::Line { text: whole_line().unwrap_or_default(), later: false, secret: true }
}

/// Shows a prompt, behind everything that was said before it. One that cannot be shown is no reason not to read.
fn show(prompt: &str, screen: &Screen) {
    screen.until_shown();
    let mut stdout = io::stdout();
    let _ = stdout.write_all(prompt.as_bytes()).and_then(|()| stdout.flush());
}

/// A line of standard input. One that ends with a backslash goes on.
fn whole_line() -> Option<String> {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        match io::stdin().read_line(&mut line) {
            Ok(0) | Err(_) => return (!text.is_empty()).then_some(text),
            Ok(_) => text.push_str(line.trim_end_matches(['\n', '\r'])),
        }
        match text.strip_suffix('\\') {
            Some(begun) => text = format!("{begun}\n"),
            None => return Some(text),
        }
    }
}
