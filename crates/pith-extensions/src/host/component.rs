//! A component of an extension, as a face holds it: its drawings are asked for in its runtime, made safe and cut to the
//! width here, and what is wrong with them is told with the name of the extension.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use async_trait::async_trait;
use pith_app::extension::{Component, ComponentId, Drawn, Gone, Size};
use pith_tui::drawn_line;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::package::Package;
use super::shared::{Record, Shared};
use crate::runtime::CallFailure;

/// The components of all extensions: their names, and which are still there.
#[derive(Default)]
pub(super) struct Components {
    named: AtomicU64,
    open: Mutex<HashMap<ComponentId, CancellationToken>>,
}

impl Components {
    /// A name for a component that is about to be made.
    pub(super) fn name(&self) -> ComponentId {
        let id = ComponentId(self.named.fetch_add(1, Ordering::Relaxed) + 1);
        self.lock().insert(id, CancellationToken::new());
        id
    }

    /// Fires when it is gone; nothing when it is.
    pub(super) fn until_gone(&self, id: ComponentId) -> Option<CancellationToken> {
        self.lock().get(&id).cloned()
    }

    /// Those that are there.
    pub(super) fn open(&self) -> Vec<ComponentId> {
        self.lock().keys().copied().collect()
    }

    /// It is gone.
    pub(super) fn forget(&self, id: ComponentId) {
        if let Some(gone) = self.lock().remove(&id) {
            gone.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ComponentId, CancellationToken>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of them, on a screen.
pub(super) struct Shown {
    id: ComponentId,
    key: String,
    owner: String,
    record: String,
    package: Arc<Package>,
    shared: Weak<Shared>,
    /// Whether the person has been told that a line was cut, or that it could not be drawn.
    told_cut: AtomicBool,
    told_failure: AtomicBool,
}

/// A drawing as JavaScript gives it.
#[derive(Deserialize)]
struct Drawing {
    lines: Vec<String>,
    #[serde(default)]
    width: Option<usize>,
    #[serde(default)]
    at: Option<(usize, usize)>,
    #[serde(default)]
    hidden: bool,
}

impl Shown {
    pub(super) fn new(id: ComponentId, key: String, record: &Record, shared: &Arc<Shared>) -> Self {
        Self {
            id,
            key,
            owner: record.name(),
            record: record.id.clone(),
            package: Arc::clone(&record.package),
            shared: Arc::downgrade(shared),
            told_cut: AtomicBool::new(false),
            told_failure: AtomicBool::new(false),
        }
    }

    /// Makes the lines safe and cuts them; who made one too wide is told once.
    fn made_safe(&self, drawing: Drawing, columns: usize) -> Drawn {
        let width = drawing.width.unwrap_or(columns).min(columns);
        let mut drawn = Drawn { at: drawing.at, hidden: drawing.hidden, ..Drawn::default() };
        for (row, line) in drawing.lines.iter().enumerate() {
            let line = drawn_line(line, width);
            if line.is_cut() && !self.told_cut.swap(true, Ordering::Relaxed) {
                let error = format!(
                    "line {} of its component takes {} columns, of {width} that there are; it is cut off",
                    row + 1,
                    line.wanted
                );
                self.report("render", &error, None);
            }
            if let Some(column) = line.cursor {
                drawn.cursor = Some((row, column));
            }
            drawn.lines.push(line.text);
        }
        drawn
    }

    fn report(&self, event: &str, error: &str, stack: Option<String>) {
        if let Some(shared) = self.shared.upgrade() {
            shared.report(&self.record, event, error, stack);
        }
    }

    fn report_failure(&self, event: &str, failure: CallFailure) {
        match failure {
            // Why it was stopped is told by whoever stopped it.
            CallFailure::Stopped(_) => {}
            CallFailure::Threw { message, stack, .. } => {
                self.report(event, &message, Some(stack).filter(|stack| !stack.is_empty()));
            }
            other => self.report(event, &other.to_string(), None),
        }
    }

    /// Tells JavaScript something that has no answer; what it throws is reported. What nobody hears any more is shown no
    /// longer: it must not keep the keys.
    fn tell(&self, entry: &str, args: &impl Serialize) {
        let (Some(shared), Ok(args)) = (self.shared.upgrade(), serde_json::to_string(args)) else { return };
        let answer = self.package.runtime.begin(entry, args, shared.surroundings.deadlines.budget(entry));
        let Some(handle) = shared.handle() else { return };
        let (event, record, id) = (entry.to_owned(), self.record.clone(), self.id);
        handle.spawn(async move {
            match answer.await {
                Ok(Err(CallFailure::Threw { message, stack, .. })) => {
                    shared.report(&record, &event, &message, Some(stack).filter(|stack| !stack.is_empty()));
                }
                Ok(Err(CallFailure::Stopped(_))) | Err(_) => {
                    if let Some(screen) = shared.surroundings.dialogs.screen() {
                        screen.unmount(id);
                    }
                }
                Ok(_) => {}
            }
        });
    }
}

#[async_trait]
impl Component for Shown {
    fn id(&self) -> ComponentId {
        self.id
    }

    fn owner(&self) -> &str {
        &self.owner
    }

    fn key(&self) -> &str {
        &self.key
    }

    async fn draw(&self, size: Size) -> Result<Option<Drawn>, Gone> {
        let budget = self.shared.upgrade().ok_or(Gone)?.surroundings.deadlines.budget("render");
        match self.package.call("draw", &json!([self.id.0, size.columns, size.rows]), budget).await {
            Ok(answer) => {
                let drawing = serde_json::from_value(answer.unwrap_or_default());
                Ok(match drawing {
                    Ok(drawing) => Some(self.made_safe(drawing, size.columns)),
                    Err(_) => {
                        if !self.told_failure.swap(true, Ordering::Relaxed) {
                            self.report("render", "its component gave something else than lines of text", None);
                        }
                        None
                    }
                })
            }
            Err(CallFailure::Stopped(_)) => Err(Gone),
            Err(failure) => {
                if !self.told_failure.swap(true, Ordering::Relaxed) {
                    self.report_failure("render", failure);
                }
                Ok(None)
            }
        }
    }

    fn input(&self, keys: &str) {
        self.tell("input", &json!([self.id.0, keys]));
    }

    async fn filter(&self, keys: &str) -> Option<String> {
        let Some(shared) = self.shared.upgrade() else { return Some(keys.to_owned()) };
        let budget = shared.surroundings.deadlines.budget("input");
        match self.package.call("filter", &json!([self.id.0, keys]), budget).await {
            Ok(answer) => answer.and_then(|left| left.as_str().map(str::to_owned)),
            Err(failure) => {
                self.report_failure("terminal_input", failure);
                Some(keys.to_owned())
            }
        }
    }

    fn focus(&self, on: bool) {
        self.tell("focus", &json!([self.id.0, on]));
    }

    fn set_text(&self, text: &str, whole: bool) {
        self.tell("setText", &json!([self.id.0, text, whole]));
    }

    fn closed(&self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.components.forget(self.id);
        }
        self.package.tell("closed", &json!([self.id.0]));
    }
}
