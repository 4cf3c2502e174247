//! What extensions show in their own way, asked for one after another; what happens meanwhile waits behind it.
//!
//! A call of a tool stands below the conversation while it runs, and is drawn anew as its result grows; when it has ended it
//! goes above. What was shown since the person's last message is kept, to be shown whole when they ask for it.

mod call;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pith_app::event::{AgentEvent, AppEvent, StreamEvent};
use pith_app::extension::{Dialogs as _, Exhibit, ExhibitView, MarkdownView, Size};
use pith_app::{App, WeakApp};
use pith_screen::message_text;
use pith_types::{AgentMessage, CustomMessage};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::view::Direct;
use call::{Call, Calls};

/// How long something may take before it is shown as usual.
const PATIENCE: Duration = Duration::from_secs(10);

/// Things that can be shown whole.
const REMEMBERED: usize = 100;

/// Whether an event is shown later.
pub(super) enum Waits {
    Yes,
    No,
}

/// Something that waits for its turn.
enum Step {
    /// As usual.
    Usual(Box<AppEvent>),
    /// By an extension, else as usual.
    Exhibit(Arc<(Exhibit, AppEvent)>),
    /// A call that an extension may show begins.
    Begins(Arc<Call>),
    /// It is to be drawn anew.
    Grows(Arc<Call>),
    /// It has ended with this.
    Ends(Arc<Call>, Box<AppEvent>),
    /// A text that extensions change, of an answer.
    Text(String),
    /// A message of an extension that is shown as usual, but for what others change of its text.
    Message(Box<AppEvent>),
    /// All of it, whole or not from now on.
    Again(Vec<Shown>),
    /// Nothing of it: its text comes as a whole, or it is drawn already.
    Left,
}

/// Something that was shown.
#[derive(Clone)]
enum Shown {
    /// A call, and its end.
    Call(Arc<Call>, Arc<AppEvent>),
    /// Something else that an extension shows.
    Exhibit(Arc<(Exhibit, AppEvent)>),
}

/// The way to the screen.
pub(super) struct Exhibits {
    app: WeakApp,
    steps: UnboundedSender<Step>,
    waiting: Arc<AtomicUsize>,
    calls: Calls,
    shown: Mutex<Vec<Shown>>,
}

impl Exhibits {
    /// Begins.
    pub(super) fn start(app: WeakApp, direct: Arc<Direct>) -> Arc<Self> {
        let (steps, mut told) = unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (left, asked) = (Arc::clone(&waiting), app.clone());
        let expanded = direct.console().expansions();
        tokio::spawn(async move {
            while let Some(step) = told.recv().await {
                follow(step, &asked, &direct).await;
                left.fetch_sub(1, Ordering::AcqRel);
            }
        });
        let exhibits = Arc::new(Self { app, steps, waiting, calls: Calls::default(), shown: Mutex::default() });
        if let Some(mut expanded) = expanded {
            let again = Arc::downgrade(&exhibits);
            tokio::spawn(async move {
                while expanded.changed().await.is_ok() {
                    let Some(exhibits) = again.upgrade() else { break };
                    exhibits.again();
                }
            });
        }
        exhibits
    }

    /// Takes an event in that has to wait: for an extension, or behind one that waits.
    pub(super) fn take(&self, event: &AppEvent) -> Waits {
        let Some(app) = self.app.upgrade() else { return Waits::No };
        let step = self.step(event, &app);
        if matches!(step, Step::Usual(_)) && self.waiting.load(Ordering::Acquire) == 0 {
            return Waits::No;
        }
        self.send(step);
        Waits::Yes
    }

    fn send(&self, step: Step) {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        // The other end goes with the program.
        let _ = self.steps.send(step);
    }

    fn step(&self, event: &AppEvent, app: &App) -> Step {
        let usual = || Step::Usual(Box::new(event.clone()));
        match event {
            AppEvent::Agent(AgentEvent::AgentStart) => {
                self.lock().clear();
                usual()
            }
            AppEvent::Agent(AgentEvent::MessageUpdate(update)) => match update {
                StreamEvent::TextDelta { .. } if app.transforms_markdown("assistant") => Step::Left,
                StreamEvent::TextEnd { content, .. } if app.transforms_markdown("assistant") => {
                    Step::Text(content.clone())
                }
                _ => usual(),
            },
            AppEvent::Agent(AgentEvent::ToolExecutionStart { .. }) => {
                let call = Call::begin(event, |exhibit| app.is_exhibited(exhibit));
                let Some(call) = call.map(|call| self.calls.insert(call)) else { return usual() };
                if call.exhibited {
                    return Step::Begins(call);
                }
                call.set_said();
                usual()
            }
            AppEvent::Agent(AgentEvent::ToolExecutionUpdate { call_id, partial, .. }) => {
                match self.calls.get(call_id).filter(|call| call.exhibited) {
                    Some(call) if call.grow(partial.clone()) => Step::Grows(call),
                    Some(_) => Step::Left,
                    None => usual(),
                }
            }
            AppEvent::Agent(AgentEvent::ToolExecutionEnd { call_id, .. }) => {
                let Some(call) = self.calls.remove(call_id) else { return usual() };
                self.remember(Shown::Call(Arc::clone(&call), Arc::new(event.clone())));
                if call.exhibited { Step::Ends(call, Box::new(event.clone())) } else { usual() }
            }
            _ => match exhibit(event).filter(|exhibit| app.is_exhibited(exhibit)) {
                Some(exhibit) => {
                    let shown = Arc::new((exhibit, event.clone()));
                    self.remember(Shown::Exhibit(Arc::clone(&shown)));
                    Step::Exhibit(shown)
                }
                None if shown_message(event).is_some() && app.transforms_markdown("custom") => {
                    Step::Message(Box::new(event.clone()))
                }
                None => usual(),
            },
        }
    }

    fn remember(&self, shown: Shown) {
        let mut all = self.lock();
        if all.len() == REMEMBERED {
            all.remove(0);
        }
        all.push(shown);
    }

    /// The person wants to see all of it, or no longer.
    fn again(&self) {
        self.send(Step::Again(self.lock().clone()));
        for call in self.calls.all().into_iter().filter(|call| call.exhibited) {
            self.send(Step::Grows(call));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Messages for people and entries, which extensions may show.
fn exhibit(event: &AppEvent) -> Option<Exhibit> {
    Some(match event {
        AppEvent::EntryAppended(entry) => Exhibit::Entry(serde_json::to_value(entry).ok()?),
        event => {
            let message = AgentMessage::Custom(Arc::clone(shown_message(event)?));
            Exhibit::Message(serde_json::to_value(message).ok()?)
        }
    })
}

/// The message of an extension that is for people.
fn shown_message(event: &AppEvent) -> Option<&Arc<CustomMessage>> {
    match event {
        AppEvent::Agent(AgentEvent::MessageEnd(AgentMessage::Custom(custom)))
            if custom.role == "custom" && custom.fields.get("display") == Some(&Value::Bool(true)) =>
        {
            Some(custom)
        }
        _ => None,
    }
}

/// Asks extensions for lines.
struct Asks<'a> {
    app: Option<App>,
    direct: &'a Direct,
    view: ExhibitView,
}

async fn follow(step: Step, app: &WeakApp, direct: &Direct) {
    let console = direct.console();
    let size = console.screen().map_or(Size { columns: 80, rows: 24 }, |screen| screen.size());
    let view = ExhibitView { size, expanded: console.tools_expanded() };
    let asks = Asks { app: app.upgrade(), direct, view };
    match step {
        Step::Usual(event) => direct.show(&event),
        Step::Exhibit(shown) => asks.show(&shown.0, &shown.1).await,
        Step::Begins(call) => match asks.lines(&call.call(true)).await {
            Some(lines) => console.running(&call.id, Some(lines)),
            None => {
                call.set_said();
                direct.show(&call.start);
            }
        },
        Step::Grows(call) => asks.grow(&call).await,
        Step::Ends(call, end) => asks.end(&call, &end, call.is_said()).await,
        Step::Text(text) => {
            let shown = asks.transformed("assistant", &text).await;
            console.say(&shown.unwrap_or(text));
        }
        Step::Message(event) => asks.usual(&event).await,
        Step::Again(all) => {
            console.say(if view.expanded { "Tool output: expanded" } else { "Tool output: collapsed" });
            // What goes by in lines cannot be taken back, so that only more of it is shown again.
            for shown in all.iter().filter(|_| view.expanded) {
                match shown {
                    Shown::Call(call, end) => asks.end(call, end, false).await,
                    Shown::Exhibit(shown) => asks.show(&shown.0, &shown.1).await,
                }
            }
        }
        Step::Left => {}
    }
}

impl Asks<'_> {
    /// The lines of it; nothing where it is to be shown as usual. Why one did not come is told by the app.
    async fn lines(&self, exhibit: &Exhibit) -> Option<Vec<String>> {
        let app = self.app.as_ref()?;
        tokio::time::timeout(PATIENCE, app.exhibited(exhibit, &self.view)).await.ok().flatten()
    }

    async fn show(&self, exhibit: &Exhibit, event: &AppEvent) {
        match self.lines(exhibit).await {
            Some(lines) => self.say(&lines),
            None => self.usual(event).await,
        }
    }

    /// A text as extensions want it shown; nothing when that takes too long.
    async fn transformed(&self, message_type: &'static str, text: &str) -> Option<String> {
        let view = MarkdownView { message_type, columns: self.view.size.columns };
        let transformed = self.app.as_ref()?.transformed_markdown(text, &view);
        tokio::time::timeout(PATIENCE, transformed).await.ok()
    }

    /// As usual, but for what extensions change of the text of a message.
    async fn usual(&self, event: &AppEvent) {
        let Some(message) = shown_message(event) else { return self.direct.show(event) };
        let Some(text) = self.transformed("custom", &message_text(message)).await else {
            return self.direct.show(event);
        };
        let mut message = CustomMessage::clone(message);
        message.fields.insert("content".to_owned(), text.into());
        self.direct.show(&AppEvent::Agent(AgentEvent::MessageEnd(AgentMessage::Custom(message.into()))));
    }

    fn say(&self, lines: &[String]) {
        if !lines.is_empty() {
            self.direct.console().screen.say(lines.join("\n"));
        }
    }

    /// A call that runs, as it is now.
    async fn grow(&self, call: &Call) {
        let mut lines = Vec::new();
        if !call.is_said() {
            lines.extend(self.lines(&call.call(true)).await.unwrap_or_default());
        }
        if let Some(result) = call.grown() {
            lines.extend(self.lines(&result).await.unwrap_or_default());
        }
        self.direct.console().running(&call.id, Some(lines));
    }

    /// A call with its result.
    async fn end(&self, call: &Call, end: &AppEvent, said: bool) {
        let head = if said { None } else { Some(self.lines(&call.call(false)).await) };
        let result = match call.ended(end).filter(|_| call.exhibited) {
            Some(result) => self.lines(&result).await,
            None => None,
        };
        self.direct.console().running(&call.id, None);
        match head {
            None => {}
            Some(Some(lines)) => self.say(&lines),
            Some(None) => self.direct.show(&call.start),
        }
        match result {
            Some(lines) => self.say(&lines),
            None => self.direct.show(end),
        }
    }
}
