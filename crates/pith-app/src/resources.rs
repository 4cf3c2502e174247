//! What is read for the model from disk: the parts of the prompt and what a slash may stand for, and how it is read anew.
//!
//! The files themselves are read by whoever puts the app together, behind [`ResourceSource`]; here it is only kept what is
//! in force, and changed when a person asks for it.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use pith_config::Diagnostic;
use pith_types::Model;

use crate::app::Inner;
use crate::event::AppEvent;
use crate::extension::Discovered;
use crate::input::Expansion;
use crate::prompt::PromptParts;

/// What was read.
#[derive(Clone, Default)]
pub struct Reading {
    /// The parts of the system prompt, without tools.
    pub prompt: PromptParts,
    /// What a leading slash may stand for, in order.
    pub expansions: Vec<Arc<dyn Expansion>>,
    /// What is skipped or doubtful.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the resources as they are now. Blocks.
pub trait ResourceSource: Send + Sync {
    /// Reads everything; the model decides how much of it there is room for.
    fn read(&self, model: &Model) -> Reading;

    /// Reads everything, and what lies where extensions have it.
    fn read_with(&self, model: &Model, found: &Discovered) -> Reading {
        let _ = found;
        self.read(model)
    }
}

/// For programs that bring their own prompt: it stays as it is.
impl ResourceSource for PromptParts {
    fn read(&self, _: &Model) -> Reading {
        Reading { prompt: self.clone(), ..Reading::default() }
    }
}

/// The resources in force.
pub(crate) struct InForce {
    source: Arc<dyn ResourceSource>,
    expansions: RwLock<Arc<[Arc<dyn Expansion>]>>,
    untold: Mutex<Vec<Diagnostic>>,
    /// What extensions add.
    found: Mutex<Discovered>,
}

impl InForce {
    /// Puts a reading in force; gives the parts of the prompt.
    pub(crate) fn new(reading: Reading, source: Arc<dyn ResourceSource>) -> (Self, PromptParts) {
        let expansions = RwLock::new(reading.expansions.into());
        let untold = Mutex::new(reading.diagnostics);
        (Self { source, expansions, untold, found: Mutex::default() }, reading.prompt)
    }

    pub(crate) fn expansions(&self) -> Arc<[Arc<dyn Expansion>]> {
        Arc::clone(&self.expansions.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what extensions add now; says whether that is something else than before.
    fn note(&self, found: Discovered) -> bool {
        let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = *known != found;
        *known = found;
        changed
    }

    /// What nobody was told yet.
    pub(crate) fn untold(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.untold.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Inner {
    /// Reads the resources anew. Sections of the prompt that are the same are not sent again.
    pub(crate) async fn reload(&self) {
        let (source, model) = (Arc::clone(&self.resources.source), self.agent.model());
        let found = self.resources.found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match tokio::task::spawn_blocking(move || source.read_with(&model, &found)).await {
            Ok(reading) => {
                self.prompter.want(reading.prompt);
                *self.resources.expansions.write().unwrap_or_else(PoisonError::into_inner) = reading.expansions.into();
                self.tell_all(reading.diagnostics).await;
            }
            Err(error) => {
                let failed = format!("the resources could not be read anew, so those before stay in force: {error}");
                self.tell_all(vec![Diagnostic::warning(failed)]).await;
            }
        }
    }

    /// Asks the extensions where further resources lie, and reads everything anew if there are others than before.
    pub(crate) async fn discover(&self, reloading: bool) {
        let found = self.fanout.resources_discover(&self.record.header().cwd, reloading).await;
        if self.resources.note(found) {
            self.reload().await;
        }
    }

    pub(crate) async fn tell_all(&self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            self.fanout.tell(AppEvent::Diagnostic(diagnostic)).await;
        }
    }
}
