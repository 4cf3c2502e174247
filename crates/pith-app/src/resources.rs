//! What is read for the model from disk: the parts of the prompt and what a slash may stand for, and how it is read anew.
//!
//! The files themselves are read by whoever puts the app together, behind [`ResourceSource`]; here it is only kept what is
//! in force, and changed when a person asks for it.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use pith_config::Diagnostic;

use crate::app::Inner;
use crate::event::AppEvent;
use crate::extension::Discovered;
use crate::input::Expansion;
use crate::prompt::{ContextText, PromptParts, weighed};

/// What was read.
#[derive(Clone, Default)]
pub struct Reading {
    /// The parts of the system prompt, without tools; the context files whole.
    pub prompt: PromptParts,
    /// How much of the model's window the context files together may take, in percent; all of them go into the prompt where
    /// nothing is said.
    pub context_share: Option<u64>,
    /// What a leading slash may stand for, in order.
    pub expansions: Vec<Arc<dyn Expansion>>,
    /// What is skipped or doubtful.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the resources as they are now. Blocks.
pub trait ResourceSource: Send + Sync {
    /// Reads everything.
    fn read(&self) -> Reading;

    /// Reads everything, and what lies where extensions have it.
    fn read_with(&self, found: &Discovered) -> Reading {
        let _ = found;
        self.read()
    }
}

/// For programs that bring their own prompt: it stays as it is.
impl ResourceSource for PromptParts {
    fn read(&self) -> Reading {
        Reading { prompt: self.clone(), ..Reading::default() }
    }
}

/// The resources in force.
pub(crate) struct InForce {
    source: Arc<dyn ResourceSource>,
    expansions: RwLock<Arc<[Arc<dyn Expansion>]>>,
    context: Mutex<Context>,
    untold: Mutex<Vec<Diagnostic>>,
    /// What extensions add.
    found: Mutex<Discovered>,
}

/// The context files as they were read, and the window that they were last weighed against.
struct Context {
    files: Vec<ContextText>,
    share: Option<u64>,
    window: u64,
}

impl Context {
    /// Takes the files of a reading and leaves in it what a window of so many tokens has room for.
    fn weigh(reading: &mut Reading, window: u64) -> Self {
        let (files, share) = (std::mem::take(&mut reading.prompt.context_files), reading.context_share);
        let context = Self { files, share, window };
        let (weighed, told) = context.weighed();
        reading.prompt.context_files = weighed;
        reading.diagnostics.extend(told);
        context
    }

    fn weighed(&self) -> (Vec<ContextText>, Vec<Diagnostic>) {
        match self.share {
            Some(share) => weighed(&self.files, share, self.window),
            None => (self.files.clone(), Vec::new()),
        }
    }
}

impl InForce {
    /// Puts a reading in force, for a model with a window of so many tokens; gives the parts of the prompt.
    pub(crate) fn new(mut reading: Reading, source: Arc<dyn ResourceSource>, window: u64) -> (Self, PromptParts) {
        let context = Mutex::new(Context::weigh(&mut reading, window));
        let expansions = RwLock::new(reading.expansions.into());
        let untold = Mutex::new(reading.diagnostics);
        (Self { source, expansions, context, untold, found: Mutex::default() }, reading.prompt)
    }

    pub(crate) fn expansions(&self) -> Arc<[Arc<dyn Expansion>]> {
        Arc::clone(&self.expansions.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes what extensions add now; says whether that is something else than before.
    fn note(&self, found: Discovered) -> bool {
        let mut known = lock(&self.found);
        let changed = *known != found;
        *known = found;
        changed
    }

    /// What nobody was told yet.
    pub(crate) fn untold(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut lock(&self.untold))
    }

    /// The context files as another window has room for them; nothing when it is the one that they were weighed against.
    fn weigh_anew(&self, window: u64) -> Option<(Vec<ContextText>, Vec<Diagnostic>)> {
        let mut context = lock(&self.context);
        if std::mem::replace(&mut context.window, window) == window {
            return None;
        }
        Some(context.weighed())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    /// Reads the resources anew. Sections of the prompt that are the same are not sent again.
    pub(crate) async fn reload(&self) {
        let source = Arc::clone(&self.resources.source);
        let found = lock(&self.resources.found).clone();
        match tokio::task::spawn_blocking(move || source.read_with(&found)).await {
            Ok(mut reading) => {
                let context = Context::weigh(&mut reading, self.agent.model().context_window);
                *lock(&self.resources.context) = context;
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

    /// Fits the context files to the model that is asked next: cut and told where they are too much for it, whole again
    /// where it has more room.
    pub(crate) async fn weigh_context(&self) {
        if let Some((files, told)) = self.resources.weigh_anew(self.agent.model().context_window) {
            self.prompter.want_context(files);
            self.tell_all(told).await;
        }
    }

    pub(crate) async fn tell_all(&self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            self.fanout.tell(AppEvent::Diagnostic(diagnostic)).await;
        }
    }
}
