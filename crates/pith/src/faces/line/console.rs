//! The terminal as the conversation uses it: lines in, text out, questions between them.
//!
//! Where the terminal shows no lists, a question that is open takes the next line; everything else goes to whoever waits for
//! input. What is shown while a line is typed does not disturb it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

#[cfg(unix)]
use super::live;
use super::question::{Question, Taken};
use super::reader::{Go, Reader, Typed};
use super::screen::Screen;

/// What stands before a line, and before an answer to a question.
const PROMPT: &str = "> ";
const ASKS: &str = "? ";

/// The terminal. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Console {
    pub(super) screen: Screen,
    shared: Arc<Shared>,
}

struct Shared {
    reader: Reader,
    edits: bool,
    state: Mutex<State>,
    entered: UnboundedSender<Typed>,
    /// Whether a command for the shell has been heard of since this was asked last.
    shell_heard: AtomicBool,
}

#[derive(Default)]
struct State {
    questions: VecDeque<Question>,
    /// Whether the reading thread reads.
    reading: bool,
    /// Whether a run is active.
    busy: bool,
    /// Messages and commands for the shell that are answered still.
    answers: usize,
    /// Commands that go on by themselves after a question; the next line is read when they are done.
    commands: usize,
}

impl Console {
    /// Opens the terminal, with an editor where it has one. What is entered comes through the channel.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub(crate) fn open(edits: bool) -> anyhow::Result<(Self, Entries)> {
        let screen = Screen::start()?;
        let (reader, mut typed) = Reader::start(edits, &screen)?;
        let (entered, entries) = unbounded_channel();
        // To start is one: nothing is read before the conversation begins.
        let state = Mutex::new(State { commands: 1, ..State::default() });
        let shared = Arc::new(Shared { reader, edits, state, entered, shell_heard: AtomicBool::new(false) });
        let console = Self { screen, shared };
        let pump = console.clone();
        tokio::spawn(async move {
            while let Some(typed) = typed.recv().await {
                pump.take(typed);
            }
        });
        Ok((console, Entries(entries)))
    }

    /// Waits until everything is shown, for a while.
    pub(crate) fn finish(&self) {
        self.screen.finish();
    }

    /// The conversation is over: nothing stands below what was said.
    pub(super) fn leave(&self) {
        #[cfg(unix)]
        if self.shared.edits {
            self.screen.live(live::Order::Leave);
        }
        self.finish();
    }

    /// Whether lines are edited below what is said.
    pub(super) fn edits(&self) -> bool {
        self.shared.edits
    }

    /// Reads a line, if none is being read.
    pub(super) fn read(&self) {
        self.read_from(String::new());
    }

    /// Reads a line that begins with this text.
    pub(super) fn read_from(&self, initial: String) {
        let mut state = self.lock();
        // A line that the terminal gives as a whole is asked for once; one that is edited can become an answer meanwhile.
        if std::mem::replace(&mut state.reading, true) && !self.edits_live() {
            return;
        }
        // Where the prompt cannot be taken away again it is not shown beside an answer that comes in.
        let prompt = match (state.questions.is_empty(), self.shared.edits, state.busy || state.answers > 0) {
            (false, _, _) => ASKS,
            (true, false, true) => "",
            (true, _, _) => PROMPT,
        };
        let secret = state.questions.front().is_some_and(Question::is_secret);
        let answer = !state.questions.is_empty();
        self.shared.reader.go(Go::Read { prompt: prompt.to_owned(), initial, secret, answer });
    }

    /// Whether the line that is read can become another one while it is typed.
    fn edits_live(&self) -> bool {
        cfg!(unix) && self.shared.edits
    }

    /// A command begins, which says itself when the next line is to be read.
    pub(super) fn begin_command(&self) {
        self.lock().commands += 1;
    }

    /// It is done.
    pub(super) fn end_command(&self) {
        let mut state = self.lock();
        state.commands = state.commands.saturating_sub(1);
    }

    /// Says whether a run is active.
    pub(super) fn set_busy(&self, busy: bool) {
        #[cfg(unix)]
        if self.shared.edits {
            self.screen.live(live::Order::Busy(busy));
        }
        let ended = std::mem::replace(&mut self.lock().busy, busy) && !busy;
        if ended {
            self.show_prompt();
        }
    }

    /// What was entered is answered from now on until what is given back is dropped.
    pub(super) fn begin_answer(&self) -> Answering {
        self.lock().answers += 1;
        Answering(self.clone())
    }

    /// Where the prompt was held back beside an answer, it stands behind it.
    fn show_prompt(&self) {
        if self.waits_at_prompt() {
            self.screen.text(PROMPT.to_owned());
        }
    }

    /// Whether the last line is a prompt that cannot be taken away again.
    fn waits_at_prompt(&self) -> bool {
        let state = self.lock();
        let quiet = !state.busy && state.answers == 0 && state.questions.is_empty();
        quiet && state.reading && !self.shared.edits
    }

    /// Says something while a line may be read: it does not stand on the prompt's line, and the prompt stands behind it.
    pub(super) fn say_beside(&self, text: &str) {
        let begins = if self.waits_at_prompt() { "\n" } else { "" };
        self.screen.say(format!("{begins}{text}"));
        self.show_prompt();
    }

    /// Whether a run is active.
    pub(super) fn is_busy(&self) -> bool {
        self.lock().busy
    }

    /// Keeps a text for the arrow keys.
    pub(super) fn remember(&self, text: String) {
        self.shared.reader.go(Go::Remember(text));
    }

    /// What the whole of a line may be, if it still stands there.
    #[cfg(unix)]
    pub(super) fn completed(&self, line: String, found: Vec<String>) {
        self.screen.live(super::live::Order::Completed { line, found });
    }

    /// Completes these words at the beginning of a line.
    pub(super) fn complete(&self, words: Vec<String>) {
        self.shared.reader.complete(words);
    }

    /// Whether what extensions draw may have colors.
    pub(super) fn set_colors(&self, colors: bool) {
        #[cfg(unix)]
        self.screen.glance().set_colors(colors);
        #[cfg(not(unix))]
        let _ = colors;
    }

    /// What stands for thinking that is not shown, where an extension has said so.
    pub(super) fn thinking_label(&self) -> Option<String> {
        #[cfg(unix)]
        return self.screen.glance().thinking_label();
        #[cfg(not(unix))]
        None
    }

    /// How a call of a tool that runs looks now; nothing when it has ended.
    pub(super) fn running(&self, id: &str, lines: Option<Vec<String>>) {
        #[cfg(unix)]
        if self.shared.edits {
            self.screen.live(live::Order::Running(id.to_owned(), lines));
        }
        #[cfg(not(unix))]
        let _ = (id, lines);
    }

    /// Whether what tools give is shown whole, and when that changes; nothing where it cannot change.
    pub(super) fn expansions(&self) -> Option<tokio::sync::watch::Receiver<bool>> {
        #[cfg(unix)]
        return Some(self.screen.glance().expanded());
        #[cfg(not(unix))]
        None
    }

    /// A command for the shell has shown something.
    pub(super) fn note_shell_output(&self) {
        self.shared.shell_heard.store(true, Ordering::Relaxed);
    }

    /// Whether one has since this was asked last.
    pub(super) fn shell_was_heard(&self) -> bool {
        self.shared.shell_heard.swap(false, Ordering::Relaxed)
    }

    /// Extensions have these keys from now on.
    pub(super) fn set_shortcuts(&self, keys: impl Iterator<Item = String>) {
        #[cfg(unix)]
        self.screen.glance().set_shortcuts(keys);
        #[cfg(not(unix))]
        drop(keys);
    }

    /// Puts a question; it is shown when those before it are answered.
    pub(super) fn put(&self, question: Question) {
        let first = {
            let mut state = self.lock();
            state.questions.push_back(question);
            state.questions.len() == 1
        };
        if first {
            self.show_question();
        }
    }

    /// Takes away the questions that nobody waits for any more.
    pub(super) fn forget_given_up(&self) {
        let shown_another = {
            let mut state = self.lock();
            let first = state.questions.front().map(Question::id);
            state.questions.retain(Question::is_open);
            state.questions.front().map(Question::id) != first
        };
        if shown_another {
            self.show_question();
        }
    }

    fn show_question(&self) {
        let asked = self.lock().questions.front().map(|question| (question.shown(), question.initial().to_owned()));
        match asked {
            Some((shown, initial)) => {
                self.screen.say(shown);
                if !self.lock().reading {
                    // The question stands before the place for its answer.
                    self.screen.finish();
                }
                self.read_from(initial);
            }
            // What is typed now is no answer any more.
            None if self.lock().reading => self.read(),
            None => {}
        }
    }

    /// Takes the open question away unanswered; says whether there was one.
    pub(super) fn cancel_question(&self) -> bool {
        #[cfg(unix)]
        if self.screen.glance().asks() {
            self.screen.live(live::Order::Key(Some("\u{3}".to_owned())));
            return true;
        }
        let cancelled = self.lock().questions.pop_front().is_some();
        if cancelled {
            self.show_question();
        }
        cancelled
    }

    /// Where something that was typed belongs.
    fn take(&self, typed: Typed) {
        if matches!(typed, Typed::Shortcut(_) | Typed::Complete(_)) {
            // It is nobody's answer. Nobody listens any more only when the program ends.
            let _ = self.shared.entered.send(typed);
            return;
        }
        self.forget_given_up();
        let mut state = self.lock();
        if matches!(typed, Typed::Line { .. }) {
            state.reading = false;
        }
        if state.questions.is_empty() {
            drop(state);
            // A secret that nobody asks for any more is for nobody else either.
            if matches!(typed, Typed::Line { secret: true, .. }) {
                return self.read();
            }
            // Nobody waits for input any more only when the program ends.
            let _ = self.shared.entered.send(typed);
            return;
        }
        match typed {
            Typed::Line { text, .. } => {
                let taken = state.questions.front_mut().map(|question| question.take(&text));
                match taken {
                    Some(Taken::Again(shown)) => {
                        drop(state);
                        if !shown.is_empty() {
                            self.screen.say(shown);
                            self.screen.finish();
                        }
                        self.read();
                    }
                    Some(Taken::Answered) | None => {
                        state.questions.pop_front();
                        let goes_on = state.commands > 0;
                        drop(state);
                        self.show_question();
                        if !goes_on {
                            self.read();
                        }
                    }
                }
            }
            Typed::Shortcut(_) | Typed::Complete(_) => {}
            Typed::Escape | Typed::Interrupt => {
                state.questions.pop_front();
                drop(state);
                self.show_question();
            }
            Typed::End => {
                state.questions.clear();
                drop(state);
                let _ = self.shared.entered.send(Typed::End);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something is answered.
pub(super) struct Answering(Console);

impl Drop for Answering {
    fn drop(&mut self) {
        {
            let mut state = self.0.lock();
            state.answers = state.answers.saturating_sub(1);
        }
        self.0.show_prompt();
    }
}

/// What is entered, in order.
pub(crate) struct Entries(UnboundedReceiver<Typed>);

impl Entries {
    /// The next of it.
    pub(super) async fn next(&mut self) -> Typed {
        self.0.recv().await.unwrap_or(Typed::End)
    }
}
