//! What extensions show in their own way, asked for one after another; what happens meanwhile waits behind it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pith_app::event::{AgentEvent, AppEvent, StreamEvent};
use pith_app::extension::{Dialogs as _, Exhibit, MarkdownView, Size};
use pith_app::{App, WeakApp};
use pith_types::AgentMessage;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::view::Direct;

/// How long something may take before it is shown as usual.
const PATIENCE: Duration = Duration::from_secs(10);

/// Calls whose arguments are remembered.
const REMEMBERED: usize = 200;

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
    Exhibit(Box<(Exhibit, AppEvent)>),
    /// A text that extensions change, of an answer.
    Text(String),
    /// Nothing of it: its text comes as a whole.
    Left,
}

/// The way to the screen.
pub(super) struct Exhibits {
    app: WeakApp,
    steps: UnboundedSender<Step>,
    waiting: Arc<AtomicUsize>,
    arguments: Mutex<HashMap<String, Arc<Map<String, Value>>>>,
}

impl Exhibits {
    /// Begins.
    pub(super) fn start(app: WeakApp, direct: Arc<Direct>) -> Self {
        let (steps, mut told) = unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (left, asked) = (Arc::clone(&waiting), app.clone());
        tokio::spawn(async move {
            while let Some(step) = told.recv().await {
                follow(step, &asked, &direct).await;
                left.fetch_sub(1, Ordering::AcqRel);
            }
        });
        Self { app, steps, waiting, arguments: Mutex::default() }
    }

    /// Takes an event in that has to wait: for an extension, or behind one that waits.
    pub(super) fn take(&self, event: &AppEvent) -> Waits {
        let Some(app) = self.app.upgrade() else { return Waits::No };
        let step = self.step(event, &app);
        if matches!(step, Step::Usual(_)) && self.waiting.load(Ordering::Acquire) == 0 {
            return Waits::No;
        }
        self.waiting.fetch_add(1, Ordering::AcqRel);
        // The other end goes with the program.
        let _ = self.steps.send(step);
        Waits::Yes
    }

    fn step(&self, event: &AppEvent, app: &App) -> Step {
        if let AppEvent::Agent(AgentEvent::MessageUpdate(update)) = event {
            return match update {
                StreamEvent::TextDelta { .. } if app.transforms_markdown("assistant") => Step::Left,
                StreamEvent::TextEnd { content, .. } if app.transforms_markdown("assistant") => {
                    Step::Text(content.clone())
                }
                _ => Step::Usual(Box::new(event.clone())),
            };
        }
        match self.exhibit(event).filter(|exhibit| app.is_exhibited(exhibit)) {
            Some(exhibit) => Step::Exhibit(Box::new((exhibit, event.clone()))),
            None => Step::Usual(Box::new(event.clone())),
        }
    }

    fn exhibit(&self, event: &AppEvent) -> Option<Exhibit> {
        Some(match event {
            AppEvent::Agent(AgentEvent::ToolExecutionStart { call_id, tool_name, arguments }) => {
                let mut known = self.arguments.lock().unwrap_or_else(PoisonError::into_inner);
                if known.len() >= REMEMBERED {
                    known.clear();
                }
                known.insert(call_id.clone(), Arc::clone(arguments));
                Exhibit::ToolCall { call_id: call_id.clone(), tool: tool_name.clone(), arguments: json!(**arguments) }
            }
            AppEvent::Agent(AgentEvent::ToolExecutionEnd { call_id, tool_name, output, is_error, duration_ms }) => {
                let arguments = self.arguments.lock().unwrap_or_else(PoisonError::into_inner).remove(call_id);
                let mut result = json!({ "content": output.content });
                if let Some(details) = &output.details {
                    result["details"] = details.clone();
                }
                Exhibit::ToolResult {
                    call_id: call_id.clone(),
                    tool: tool_name.clone(),
                    arguments: arguments.map_or_else(|| json!({}), |arguments| json!(*arguments)),
                    result,
                    is_error: *is_error,
                    duration_ms: *duration_ms,
                }
            }
            AppEvent::Agent(AgentEvent::MessageEnd(message @ AgentMessage::Custom(custom)))
                if custom.role == "custom" =>
            {
                let message = serde_json::to_value(message).ok()?;
                let shown = message.get("display") == Some(&Value::Bool(true));
                return shown.then_some(Exhibit::Message(message));
            }
            AppEvent::EntryAppended(entry) => Exhibit::Entry(serde_json::to_value(entry).ok()?),
            _ => return None,
        })
    }
}

async fn follow(step: Step, app: &WeakApp, direct: &Direct) {
    let console = direct.console();
    let size = console.screen().map_or(Size { columns: 80, rows: 24 }, |screen| screen.size());
    match (step, app.upgrade()) {
        (Step::Usual(event), _) => direct.show(&event),
        (Step::Exhibit(shown), None) => direct.show(&shown.1),
        (Step::Exhibit(shown), Some(app)) => {
            let (exhibit, event) = *shown;
            // One that does not come is shown as usual; why is told by the app.
            let lines = tokio::time::timeout(PATIENCE, app.exhibited(&exhibit, size)).await.ok().flatten();
            match lines {
                Some(lines) if lines.is_empty() => {}
                Some(lines) => console.screen.say(lines.join("\n")),
                None => direct.show(&event),
            }
        }
        (Step::Text(text), Some(app)) => {
            let view = MarkdownView { message_type: "assistant", columns: size.columns };
            let shown = tokio::time::timeout(PATIENCE, app.transformed_markdown(&text, &view)).await;
            console.say(&shown.unwrap_or(text));
        }
        (Step::Text(text), None) => console.say(&text),
        (Step::Left, _) => {}
    }
}
