//! A terminal on which a line is edited: everything that was said goes by above, and below it stands what changes — the
//! line that is typed, what extensions draw, statuses.
//!
//! One thread has it all, so that nothing is drawn between two halves of something else; keys come from `keyboard`,
//! drawings of components from wherever they are made (`stage`), and `beside` keeps what extensions merely say.

mod beside;
mod compose;
mod keyboard;
mod screen;
mod stage;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pith_app::extension::{Component, ComponentId, Drawn, EditorSaid, Gone, Place, Size, UiChange, Working};
use pith_screen::Flow;
use pith_tui::{Area, Edited, LineEdit, key_name, names_of_key, pasted};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::reader::{Go, Typed, Words};
use super::screen::{Order as ScreenOrder, write};
use beside::Beside;
use keyboard::Keyboard;
pub(super) use screen::LiveScreen;
use stage::Stage;

/// How long a listener of an extension may keep a key.
const LISTENS: Duration = Duration::from_secs(2);

/// So many times Ctrl-C without another key takes a component away.
const INSISTS: u32 = 3;

/// Lines that the arrow keys bring back.
const REMEMBERED: usize = 500;

/// What is asked of the terminal besides showing text.
pub(super) enum Order {
    /// What the conversation wants next of the person.
    Go(Go),
    /// A key; nothing when there will be none any more.
    Key(Option<String>),
    /// A key after all listeners have seen it; nothing when one took it.
    Passed(Option<String>),
    /// A component is shown.
    Mount(Place, Arc<dyn Component>),
    /// It is shown no longer.
    Unmount(ComponentId),
    /// It has changed.
    Redraw(ComponentId),
    /// What it looks like now.
    Drawn(ComponentId, Result<Option<Drawn>, Gone>),
    /// Whether it is seen.
    Hidden(ComponentId, bool),
    /// Whether it has the keys.
    Focus(ComponentId, bool),
    /// What a component that is the editor tells.
    Heard(ComponentId, EditorSaid),
    /// The terminal is lent to a program, or taken back; says when that is done.
    Lend(bool, Sender<()>),
    /// What an extension shows without drawing it.
    Beside(UiChange),
    /// Whether a run is active.
    Busy(bool),
    /// The terminal may be of another size.
    Resized,
    /// The conversation is over: nothing stands below what was said.
    Leave,
}

/// What others read of it without asking the thread.
#[derive(Default)]
pub(super) struct Glance {
    text: Mutex<String>,
    statuses: Mutex<Vec<(String, String)>>,
    size: Mutex<Option<Size>>,
    /// Keys of extensions: as they are matched, and as they are asked for.
    shortcuts: Mutex<Vec<(String, String)>>,
    colors: AtomicBool,
    thinking_label: Mutex<Option<String>>,
}

impl Glance {
    /// What stands in the editor.
    pub(super) fn text(&self) -> String {
        lock(&self.text).clone()
    }

    /// From now on extensions have these keys.
    pub(super) fn set_shortcuts(&self, keys: impl Iterator<Item = String>) {
        *lock(&self.shortcuts) = keys.map(|key| (key_name(&key), key)).collect();
    }

    /// The key of an extension that this is, if it is one. Of several the last counts.
    fn shortcut(&self, sent: &str) -> Option<String> {
        let shortcuts = lock(&self.shortcuts);
        if shortcuts.is_empty() {
            return None;
        }
        let names = names_of_key(sent);
        shortcuts.iter().rev().find(|(name, _)| names.contains(name)).map(|(_, key)| key.clone())
    }

    /// What stands for thinking that is not shown, where an extension has said so.
    pub(super) fn thinking_label(&self) -> Option<String> {
        lock(&self.thinking_label).clone()
    }

    /// Whether the terminal is to get colors.
    pub(super) fn set_colors(&self, colors: bool) {
        self.colors.store(colors, Ordering::Relaxed);
    }

    /// The same.
    pub(super) fn has_colors(&self) -> bool {
        self.colors.load(Ordering::Relaxed)
    }

    /// Key and text of each status.
    pub(super) fn statuses(&self) -> Vec<(String, String)> {
        lock(&self.statuses).clone()
    }
}

/// The line that is being read.
#[derive(PartialEq, Eq)]
struct Reading {
    prompt: String,
    secret: bool,
    /// It answers a question: it is no line of the conversation.
    answer: bool,
}

/// The terminal.
pub(super) struct Live {
    keyboard: Keyboard,
    orders: Sender<ScreenOrder>,
    handle: Handle,
    tell: UnboundedSender<Typed>,
    words: Words,
    glance: Arc<Glance>,
    listened: UnboundedSender<(String, Vec<Arc<dyn Component>>)>,
    /// Keys that listeners have not given back yet.
    with_listeners: usize,
    area: Area,
    flow: Flow,
    /// Said, and not written yet.
    above: String,
    obeyed: String,
    size: Size,
    lent: bool,
    busy: bool,
    edit: LineEdit,
    reading: Option<Reading>,
    /// The line that was begun when a question came in between.
    aside: Option<LineEdit>,
    /// Typed while no line was read.
    ahead: VecDeque<String>,
    history: Vec<String>,
    /// The place in it, and the line that was begun before.
    browsed: Option<(usize, String)>,
    /// What Tab found.
    candidates: Vec<String>,
    /// Ctrl-C without another key.
    interrupts: u32,
    /// Sent by an editor of an extension while no line was read.
    submitted: VecDeque<(String, bool)>,
    stage: Stage,
    beside: Beside,
}

impl Live {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it refuses, or there is no runtime to draw in.
    pub(super) fn start(
        orders: Sender<ScreenOrder>,
        tell: UnboundedSender<Typed>,
        words: Words,
        glance: Arc<Glance>,
    ) -> anyhow::Result<Self> {
        let handle = Handle::try_current()?;
        let keys = orders.clone();
        let keyboard = Keyboard::start(move |key| keys.send(ScreenOrder::Live(Order::Key(key))).is_ok())?;
        let (listened, mut waiting) = unbounded_channel::<(String, Vec<Arc<dyn Component>>)>();
        let passed = orders.clone();
        handle.spawn(async move {
            while let Some((key, listeners)) = waiting.recv().await {
                let left = listen(key, &listeners).await;
                if passed.send(ScreenOrder::Live(Order::Passed(left))).is_err() {
                    break;
                }
            }
        });
        let resized = orders.clone();
        handle.spawn(async move {
            use tokio::signal::unix::{SignalKind, signal};
            let Ok(mut changes) = signal(SignalKind::window_change()) else { return };
            while changes.recv().await.is_some() {
                if resized.send(ScreenOrder::Live(Order::Resized)).is_err() {
                    break;
                }
            }
        });
        let mut live = Self {
            keyboard,
            orders,
            handle,
            tell,
            words,
            glance,
            listened,
            with_listeners: 0,
            area: Area::default(),
            flow: Flow::default(),
            above: String::new(),
            obeyed: String::new(),
            size: Size { columns: 80, rows: 24 },
            lent: false,
            busy: false,
            edit: LineEdit::default(),
            reading: None,
            aside: None,
            ahead: VecDeque::new(),
            history: Vec::new(),
            browsed: None,
            candidates: Vec::new(),
            interrupts: 0,
            submitted: VecDeque::new(),
            stage: Stage::default(),
            beside: Beside::default(),
        };
        live.measure();
        Ok(live)
    }

    /// A part of an answer.
    pub(super) fn text(&mut self, text: &str) {
        let ready = self.flow.push(text, self.size.columns);
        self.above.extend(ready);
    }

    /// Lines of the program's own.
    pub(super) fn lines(&mut self, lines: &str) {
        self.close_flow();
        self.above.push_str(lines);
    }

    /// What moves no text.
    pub(super) fn obey(&mut self, sequence: &str) {
        self.obeyed.push_str(sequence);
    }

    /// The open line of an answer is whole.
    pub(super) fn close_flow(&mut self) {
        self.above.extend(self.flow.close());
    }

    pub(super) fn take(&mut self, order: Order) {
        match order {
            Order::Go(Go::Read { prompt, initial, secret, answer }) => {
                self.read(Reading { prompt, secret, answer }, &initial);
            }
            Order::Go(Go::Remember(text)) => self.remember(text),
            Order::Key(None) => self.say(Typed::End),
            Order::Key(Some(key)) => {
                let listeners = self.stage.listeners();
                if listeners.is_empty() && self.with_listeners == 0 {
                    self.key(&key);
                } else if self.listened.send((key, listeners)).is_ok() {
                    self.with_listeners += 1;
                }
            }
            Order::Passed(key) => {
                self.with_listeners = self.with_listeners.saturating_sub(1);
                if let Some(key) = key {
                    self.key(&key);
                }
            }
            Order::Mount(place, component) => {
                let id = component.id();
                self.stage.mount(place, component);
                self.redraw(id);
            }
            Order::Unmount(id) => {
                let was_editor = self.stage.editor().is_some();
                self.stage.unmount(id);
                if was_editor && self.stage.editor().is_none() {
                    // What was typed there goes on here.
                    let text = self.glance.text();
                    self.edited(|edit| edit.set(&text));
                }
            }
            Order::Heard(id, said) => {
                if self.stage.editor().is_some_and(|editor| editor.id() == id) {
                    self.heard(said);
                }
            }
            Order::Redraw(id) => self.redraw(id),
            Order::Drawn(id, drawn) => {
                let (again, said) = self.stage.drawn(id, drawn);
                if let Some(lines) = said {
                    self.lines(&(lines.join("\n") + "\n"));
                }
                if again {
                    self.redraw(id);
                }
            }
            Order::Hidden(id, hidden) => self.stage.set_hidden(id, hidden),
            Order::Focus(id, on) => self.stage.set_focus(id, on),
            Order::Lend(away, done) => {
                self.lend(away);
                // Whoever asked may have gone.
                let _ = done.send(());
            }
            Order::Beside(change) => self.change(change),
            Order::Busy(busy) => self.busy = busy,
            Order::Resized => self.resized(),
            Order::Leave => self.leave(),
        }
    }

    /// How long nothing changes by itself.
    pub(super) fn pace(&self) -> Option<Duration> {
        if self.busy && !self.lent { self.beside.pace() } else { None }
    }

    /// That time is over.
    pub(super) fn step(&mut self) {
        self.beside.step();
    }

    /// Writes what has changed.
    pub(super) fn paint(&mut self) -> String {
        if self.lent {
            return String::new();
        }
        let (lines, cursor) = self.compose();
        let above = std::mem::take(&mut self.above);
        std::mem::take(&mut self.obeyed) + &self.area.paint(&above, lines, cursor)
    }

    fn say(&self, typed: Typed) {
        // Nobody listens any more only when the program ends.
        let _ = self.tell.send(typed);
    }

    fn redraw(&mut self, id: ComponentId) {
        let orders = self.orders.clone();
        let done = Box::new(move |drawn| {
            // The thread ends with the program.
            let _ = orders.send(ScreenOrder::Live(Order::Drawn(id, drawn)));
        });
        self.stage.redraw(id, self.size, &self.handle, done);
    }

    fn change(&mut self, change: UiChange) {
        match change {
            UiChange::EditorText(text) => self.set_text(&text, true),
            UiChange::PasteToEditor(text) => self.set_text(&text, false),
            change => {
                if change == UiChange::Reset {
                    self.stage.clear();
                    *lock(&self.glance.thinking_label) = None;
                }
                if let UiChange::Working(Working::HiddenThinkingLabel(label)) = &change {
                    lock(&self.glance.thinking_label).clone_from(label);
                }
                let sequence = self.beside.change(change);
                self.obeyed.extend(sequence);
                *lock(&self.glance.statuses) = self.beside.statuses();
            }
        }
    }

    fn set_text(&mut self, text: &str, whole: bool) {
        match self.stage.editor() {
            Some(editor) => editor.set_text(text, whole),
            None if whole => self.edited(|edit| edit.set(text)),
            None => self.edited(|edit| edit.insert(text)),
        }
    }

    /// The editor of an extension tells something.
    fn heard(&mut self, said: EditorSaid) {
        match said {
            EditorSaid::Text(text) => *lock(&self.glance.text) = text,
            EditorSaid::Key(key) => match key.as_str() {
                "\u{1b}" => self.say(Typed::Escape),
                "\u{3}" => self.say(Typed::Interrupt),
                "\u{4}" => self.say(Typed::End),
                "\u{1a}" => self.suspend(),
                _ => {}
            },
            EditorSaid::Submit { text, later } => {
                self.submitted.push_back((text, later));
                self.send_submitted();
            }
        }
    }

    fn send_submitted(&mut self) {
        if !self.reads_for_all() {
            return;
        }
        let Some((text, later)) = self.submitted.pop_front() else { return };
        lock(&self.glance.text).clear();
        self.sent(text, later);
    }

    /// Whether the line that is read answers a question.
    fn answers(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.answer)
    }

    /// Whether a line is read that may be seen and kept.
    fn reads_for_all(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| !reading.secret)
    }

    fn edited(&mut self, change: impl FnOnce(&mut LineEdit)) {
        change(&mut self.edit);
        self.browsed = None;
        self.show_text();
    }

    /// Lets others read what stands in the line, if they may.
    fn show_text(&self) {
        if !self.reading.as_ref().is_some_and(|reading| reading.secret) {
            *lock(&self.glance.text) = self.edit.text().to_owned();
        }
    }

    fn lend(&mut self, away: bool) {
        if away == self.lent {
            return;
        }
        if away {
            write(&self.area.clear());
            self.keyboard.lend();
        } else {
            self.keyboard.take_back();
            self.measure();
        }
        self.lent = away;
    }

    fn measure(&mut self) {
        if let Ok(size) = rustix::termios::tcgetwinsize(std::io::stdout())
            && size.ws_col > 0
            && size.ws_row > 0
        {
            self.size = Size { columns: size.ws_col.into(), rows: size.ws_row.into() };
        }
        *lock(&self.glance.size) = Some(self.size);
    }

    fn resized(&mut self) {
        let before = self.size;
        self.measure();
        if before == self.size || self.lent {
            return;
        }
        write(&self.area.reflow(self.size.columns));
        for id in self.stage.ids() {
            self.redraw(id);
        }
    }

    fn leave(&mut self) {
        self.stage.clear();
        (self.reading, self.busy) = (None, false);
        self.beside.change(UiChange::Reset);
        let painted = self.paint();
        write(&(painted + &self.area.clear()));
        self.lent = true;
    }

    // ---- the line ----

    fn read(&mut self, reading: Reading, initial: &str) {
        if self.reading.as_ref() == Some(&reading) {
            return;
        }
        (self.browsed, self.candidates) = (None, Vec::new());
        match (reading.answer, self.aside.take()) {
            (true, None) => self.aside = Some(std::mem::take(&mut self.edit)),
            (true, begun) => (self.aside, self.edit) = (begun, LineEdit::default()),
            (false, Some(begun)) => self.edit = begun,
            (false, None) => {}
        }
        self.reading = Some(reading);
        self.show_text();
        if !initial.is_empty() {
            self.edited(|edit| edit.set(initial));
        }
        while self.reading.is_some() {
            let Some(key) = self.ahead.pop_front() else { break };
            self.key(&key);
        }
        self.send_submitted();
    }

    fn remember(&mut self, text: String) {
        if self.history.last() != Some(&text) {
            if self.history.len() == REMEMBERED {
                self.history.remove(0);
            }
            self.history.push(text);
        }
    }

    /// A key, for whoever has the keys.
    fn key(&mut self, key: &str) {
        self.interrupts = if key == "\u{3}" { self.interrupts + 1 } else { 0 };
        let edits_elsewhere = self.stage.edits_elsewhere();
        if let Some(component) = self.stage.focused().filter(|_| !edits_elsewhere || self.reads_for_all()) {
            let id = component.id();
            if self.interrupts >= INSISTS {
                // Nobody is kept in a component that does not hear.
                self.interrupts = 0;
                return if edits_elsewhere { self.say(Typed::Interrupt) } else { self.stage.unmount(id) };
            }
            match self.glance.shortcut(key).filter(|_| edits_elsewhere) {
                Some(shortcut) => self.say(Typed::Shortcut(shortcut)),
                None => component.input(key),
            }
            return;
        }
        if let Some(shortcut) = self.glance.shortcut(key) {
            return self.say(Typed::Shortcut(shortcut));
        }
        let candidates = !std::mem::take(&mut self.candidates).is_empty();
        let empty = self.edit.text().is_empty();
        match key {
            "\u{1b}" if candidates => {}
            "\u{1b}" => self.say(Typed::Escape),
            "\u{3}" if !empty => self.edited(|edit| edit.set("")),
            "\u{3}" => self.say(Typed::Interrupt),
            "\u{1a}" => self.suspend(),
            key if self.reading.is_none() => self.ahead.push_back(key.to_owned()),
            "\u{4}" if empty => self.say(Typed::End),
            "\r" => self.enter(false),
            "\u{1b}\r" | "\u{1b}\n" | "\u{1b}[13;3u" => self.enter(true),
            "\t" => self.complete(),
            key => {
                let prompt = self.reading.as_ref().map_or(0, |reading| reading.prompt.chars().count());
                let pressed = match pasted(key) {
                    Some(text) => {
                        self.edit.insert(text);
                        Edited::Changed
                    }
                    None => self.edit.press(key, prompt, self.size.columns),
                };
                match pressed {
                    Edited::Changed => self.show_text(),
                    Edited::Before => self.browse(true),
                    Edited::After => self.browse(false),
                    Edited::NoKey => {}
                }
            }
        }
    }

    /// The line is whole, unless a backslash at its end says that it goes on.
    fn enter(&mut self, later: bool) {
        if self.edit.text().ends_with('\\') {
            self.edit.press("\u{7f}", 0, self.size.columns);
            return self.edited(|edit| edit.insert("\n"));
        }
        let text = self.edit.take();
        lock(&self.glance.text).clear();
        self.browsed = None;
        self.sent(text, later);
    }

    /// The line that was read is this one.
    fn sent(&mut self, text: String, later: bool) {
        let Some(Reading { prompt, secret, answer }) = self.reading.take() else { return };
        let mut shown = LineEdit::default();
        if !secret {
            shown.set(&text);
        }
        self.close_flow();
        for row in shown.lay_out(&prompt, self.size.columns).rows {
            self.above.push_str(row.trim_end());
            self.above.push('\n');
        }
        if !secret && !answer && !text.is_empty() {
            self.remember(text.clone());
        }
        self.say(Typed::Line { text, later, secret });
    }

    fn browse(&mut self, older: bool) {
        if self.answers() {
            return;
        }
        let (at, begun) = self.browsed.take().unwrap_or_else(|| (self.history.len(), self.edit.text().to_owned()));
        let next = if older { at.checked_sub(1) } else { Some(at + 1).filter(|next| *next <= self.history.len()) };
        let next = next.unwrap_or(at);
        let text = self.history.get(next).cloned().unwrap_or_else(|| begun.clone());
        if next != at {
            self.edited(|edit| edit.set(&text));
        }
        self.browsed = (next < self.history.len()).then_some((next, begun));
    }

    /// Completes a leading slash as far as it is certain; shows what it may be.
    fn complete(&mut self) {
        let begun = self.edit.before_cursor().to_owned();
        if self.answers() || begun != self.edit.text() || !begun.starts_with('/') || begun.contains(char::is_whitespace)
        {
            return;
        }
        let mut words = self.words.read().unwrap_or_else(PoisonError::into_inner).clone();
        words.retain(|word| word.starts_with(&begun));
        match words.as_slice() {
            [] => {}
            [only] => {
                let only = format!("{only} ");
                self.edited(|edit| edit.set(&only));
            }
            [first, rest @ ..] => {
                let common = rest.iter().fold(first.as_str(), |common, word| shared_start(common, word));
                if common.len() > begun.len() {
                    let common = common.to_owned();
                    self.edited(|edit| edit.set(&common));
                }
                self.candidates = words;
            }
        }
    }

    /// Stops as other programs do, and goes on where it was.
    fn suspend(&mut self) {
        self.lend(true);
        let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP);
        self.lend(false);
    }
}

/// What listeners leave of a key. One that takes too long has not taken it.
async fn listen(key: String, listeners: &[Arc<dyn Component>]) -> Option<String> {
    let mut key = key;
    for listener in listeners {
        if let Ok(left) = tokio::time::timeout(LISTENS, listener.filter(&key)).await {
            key = left?;
        }
    }
    Some(key)
}

fn shared_start<'a>(one: &'a str, other: &str) -> &'a str {
    let same = one.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
    let end = same.map_or(one.len().min(other.len()), |((at, _), _)| at);
    one.get(..end).unwrap_or(one)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
