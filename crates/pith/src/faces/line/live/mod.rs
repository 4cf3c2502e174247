//! A terminal on which a line is edited: everything that was said goes by above, and below it stands what changes — the
//! line that is typed, what extensions draw, statuses.
//!
//! One thread has it all, so that nothing is drawn between two halves of something else; keys come from `keyboard`,
//! drawings of components from wherever they are made (`stage`), and `beside` keeps what extensions merely say.

mod asked;
mod beside;
mod compose;
mod glance;
mod keyboard;
mod running;
mod screen;
mod search;
mod stage;
mod typing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use nix::sys::signal::Signal;
use pith_app::extension::{Component, ComponentId, Drawn, EditorSaid, Gone, Place, Size, UiChange, Working};
use pith_screen::Flow;
use pith_tui::Area;
use tokio::runtime::Handle;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::reader::{Go, Typed, Words};
use super::screen::{Order as ScreenOrder, write};
pub(super) use asked::ask;
use beside::Beside;
pub(super) use glance::Glance;
use keyboard::Keyboard;
use running::Running;
pub(super) use screen::LiveScreen;
use stage::Stage;
use typing::{Pressed, Sent, Typing};

/// How long a listener of an extension may keep a key.
const LISTENS: Duration = Duration::from_secs(2);

/// So many times Ctrl-C without another key takes a component away.
const INSISTS: u32 = 3;

/// Ctrl-O: what tools give is shown whole, or no longer.
const EXPANDS: &str = "\u{f}";

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
    /// How a call of a tool that runs looks now; nothing when it has ended.
    Running(String, Option<Vec<String>>),
    /// What the whole of a line may be.
    Completed {
        /// The line, if it still stands there.
        line: String,
        /// Lines.
        found: Vec<String>,
    },
    /// Whether a run is active.
    Busy(bool),
    /// The terminal may be of another size.
    Resized,
    /// The program was stopped, and goes on.
    GoesOn,
    /// The conversation is over: nothing stands below what was said.
    Leave,
}

/// The terminal.
pub(super) struct Live {
    keyboard: Keyboard,
    orders: Sender<ScreenOrder>,
    handle: Handle,
    tell: UnboundedSender<Typed>,
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
    typing: Typing,
    /// Ctrl-C without another key.
    interrupts: u32,
    /// Sent by an editor of an extension while no line was read.
    submitted: VecDeque<(String, bool)>,
    stage: Stage,
    beside: Beside,
    running: Running,
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
        follow(&handle, SignalKind::window_change(), orders.clone(), || Order::Resized);
        follow(&handle, SignalKind::from_raw(Signal::SIGCONT as i32), orders.clone(), || Order::GoesOn);
        let mut live = Self {
            keyboard,
            orders,
            handle,
            tell,
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
            typing: Typing::new(words),
            interrupts: 0,
            submitted: VecDeque::new(),
            stage: Stage::default(),
            beside: Beside::default(),
            running: Running::default(),
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
            Order::Go(Go::Read { prompt, initial, .. }) => self.read(prompt, &initial),
            Order::Go(Go::Remember(text)) => self.typing.remember(&text),
            Order::Key(None) => {
                // Nobody can answer any more.
                self.stage.clear();
                self.say(Typed::End);
            }
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
                    self.typing.set(&self.glance.text());
                    self.show_text();
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
            Order::Completed { line, found } => {
                if self.typing.completed(&line, found) {
                    self.show_text();
                }
            }
            Order::Running(id, lines) => self.running.set(id, lines),
            Order::Busy(busy) => {
                self.busy = busy;
                self.running.clear();
            }
            Order::Resized => self.resized(),
            Order::GoesOn => self.go_on(),
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
                    self.glance.set_thinking_label(None);
                }
                if let UiChange::Working(Working::HiddenThinkingLabel(label)) = &change {
                    self.glance.set_thinking_label(label.as_ref());
                }
                let sequence = self.beside.change(change);
                self.obeyed.extend(sequence);
                self.glance.set_statuses(self.beside.statuses());
            }
        }
    }

    fn set_text(&mut self, text: &str, whole: bool) {
        match self.stage.editor() {
            Some(editor) => return editor.set_text(text, whole),
            None if whole => self.typing.set(text),
            None => self.typing.insert(text),
        }
        self.show_text();
    }

    /// The editor of an extension tells something.
    fn heard(&mut self, said: EditorSaid) {
        match said {
            EditorSaid::Text(text) => self.glance.set_text(&text),
            EditorSaid::Key(key) => match key.as_str() {
                "\u{1b}" => self.say(Typed::Escape),
                "\u{3}" => self.say(Typed::Interrupt),
                "\u{4}" => self.say(Typed::End),
                "\u{1a}" => self.suspend(),
                EXPANDS => self.glance.turn_expanded(),
                _ => {}
            },
            EditorSaid::Submit { text, later } => {
                self.submitted.push_back((text, later));
                self.send_submitted();
            }
        }
    }

    fn send_submitted(&mut self) {
        if !self.typing.is_read() {
            return;
        }
        let Some((text, later)) = self.submitted.pop_front() else { return };
        if let Some(sent) = self.typing.sent(text, later, self.size.columns) {
            self.send(sent);
        }
    }

    /// Lets others read what stands in the line.
    fn show_text(&self) {
        self.glance.set_text(self.typing.text());
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
        self.glance.set_size(self.size);
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

    /// Whoever stopped the program from outside may have changed the terminal, and written to it.
    fn go_on(&mut self) {
        if !self.lent && self.keyboard.grab_again() {
            self.area = Area::default();
            self.resized();
        }
    }

    fn leave(&mut self) {
        self.stage.clear();
        self.typing.end();
        self.busy = false;
        self.beside.change(UiChange::Reset);
        let painted = self.paint();
        write(&(painted + &self.area.clear()));
        self.lent = true;
    }

    // ---- the line ----

    fn read(&mut self, prompt: String, initial: &str) {
        if !self.typing.read(prompt, initial) {
            return;
        }
        self.show_text();
        while let Some(key) = self.typing.next_ahead() {
            self.key(&key);
        }
        self.send_submitted();
    }

    /// A key, for whoever has the keys.
    fn key(&mut self, key: &str) {
        self.interrupts = if key == "\u{3}" { self.interrupts + 1 } else { 0 };
        let edits_elsewhere = self.stage.edits_elsewhere();
        if let Some(component) = self.stage.focused().filter(|_| !edits_elsewhere || self.typing.is_read()) {
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
        if key == EXPANDS {
            return self.glance.turn_expanded();
        }
        match self.typing.press(key, self.size.columns) {
            Pressed::Nothing => {}
            Pressed::Changed => self.show_text(),
            Pressed::Sent(sent) => self.send(sent),
            Pressed::Say(typed) => self.say(typed),
            Pressed::Suspend => self.suspend(),
        }
    }

    /// A line is whole: it stands among what was said.
    fn send(&mut self, Sent { rows, typed }: Sent) {
        self.glance.set_text("");
        self.close_flow();
        for row in rows {
            self.above.push_str(row.trim_end());
            self.above.push('\n');
        }
        self.say(typed);
    }

    /// Stops as other programs do, and goes on where it was.
    fn suspend(&mut self) {
        self.lend(true);
        let _ = nix::sys::signal::raise(Signal::SIGTSTP);
        self.lend(false);
    }
}

/// Gives an order whenever a signal comes.
fn follow(handle: &Handle, kind: SignalKind, orders: Sender<ScreenOrder>, order: fn() -> Order) {
    handle.spawn(async move {
        let Ok(mut signals) = signal(kind) else { return };
        while signals.recv().await.is_some() {
            if orders.send(ScreenOrder::Live(order())).is_err() {
                break;
            }
        }
    });
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
