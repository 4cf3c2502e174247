//! Where events go: extensions first, then the session's file, then the faces. What is shown is therefore stored.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use pith_agent::AgentEvent;
use pith_types::AgentMessage;

use crate::event::AppEvent;
use crate::extension::{Extension, Roster};
use crate::queued::Queued;
use crate::record::Record;

/// Someone who is shown what happens. Implemented by every `Fn(&AppEvent)`. The path waits, so a slow face hands its events
/// on.
pub trait Face: Send + Sync {
    /// Takes an event in.
    fn show(&self, event: &AppEvent);
}

impl<F: Fn(&AppEvent) + Send + Sync> Face for F {
    fn show(&self, event: &AppEvent) {
        self(event);
    }
}

/// Tells everyone.
pub(crate) struct Fanout {
    roster: Roster,
    pub(crate) record: Arc<Record>,
    faces: RwLock<Vec<Arc<dyn Face>>>,
    queued: Mutex<Queued>,
    /// Whether the next complete message was offered to the extensions before it is told.
    offered: AtomicBool,
    /// Whether extensions kept something that the conversation does not hold yet.
    drafted: AtomicBool,
    /// Messages that are put behind the turn that runs.
    behind_turn: Mutex<Vec<AgentMessage>>,
    /// Counts the runs.
    runs: AtomicU64,
    /// Counts the turns of a run.
    turns: AtomicU64,
}

impl Fanout {
    pub(crate) fn new(extensions: Vec<Arc<dyn Extension>>, record: Arc<Record>) -> Self {
        Self {
            roster: Roster::new(extensions),
            record,
            faces: RwLock::default(),
            queued: Mutex::default(),
            offered: AtomicBool::new(false),
            drafted: AtomicBool::new(false),
            behind_turn: Mutex::default(),
            runs: AtomicU64::new(0),
            turns: AtomicU64::new(0),
        }
    }

    pub(crate) fn add(&self, face: Arc<dyn Face>) {
        self.faces.write().unwrap_or_else(PoisonError::into_inner).push(face);
    }

    /// Who takes part now.
    pub(crate) fn extensions(&self) -> Arc<[Arc<dyn Extension>]> {
        self.roster.now()
    }

    /// Others take part from now on; gives those before.
    pub(crate) fn replace_extensions(&self, extensions: Vec<Arc<dyn Extension>>) -> Arc<[Arc<dyn Extension>]> {
        self.roster.replace(extensions)
    }

    pub(crate) fn note_offered(&self) {
        self.offered.store(true, Ordering::Relaxed);
    }

    pub(crate) fn note_drafts(&self) {
        self.drafted.store(true, Ordering::Relaxed);
    }

    /// Whether extensions kept something since this was asked last.
    pub(crate) fn drafted(&self) -> bool {
        self.drafted.swap(false, Ordering::Relaxed)
    }

    /// The number of the run, and of its turn, from 0.
    pub(crate) fn place(&self) -> (u64, u64) {
        (self.runs.load(Ordering::Relaxed), self.turns.load(Ordering::Relaxed).saturating_sub(1))
    }

    fn count(&self, event: &AppEvent) {
        match event {
            AppEvent::Agent(AgentEvent::AgentStart) => {
                self.runs.fetch_add(1, Ordering::Relaxed);
                self.turns.store(0, Ordering::Relaxed);
            }
            AppEvent::Agent(AgentEvent::TurnStart) => {
                self.turns.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    /// Puts a message behind the turn that runs.
    pub(crate) fn waits_for_turn(&self, message: AgentMessage) {
        self.behind_turn.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Keeps what was to stand behind the turn that is over now; whether that was anything.
    pub(crate) fn keep_behind_turn(&self) -> bool {
        let waiting = std::mem::take(&mut *self.behind_turn.lock().unwrap_or_else(PoisonError::into_inner));
        let any = !waiting.is_empty();
        waiting.into_iter().for_each(|message| self.keep_and_show(message));
        any
    }

    /// Forgets what waits for the end of a turn.
    pub(crate) fn forget_behind_turn(&self) {
        self.behind_turn.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Keeps a message that an extension put there itself, and shows it; the extensions are not asked about it.
    pub(crate) fn keep_and_show(&self, message: AgentMessage) {
        let trouble = self.record.keep(&message);
        self.show(&AppEvent::Agent(AgentEvent::MessageStart(message.clone())));
        self.show(&AppEvent::Agent(AgentEvent::MessageEnd(message)));
        for told in trouble.into_iter().chain(self.record.news()) {
            self.show(&AppEvent::Diagnostic(told));
        }
    }

    /// Whether messages wait for their turn.
    pub(crate) fn has_queued(&self) -> bool {
        !self.queued.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Tells an event to everyone, in order.
    pub(crate) async fn tell(&self, event: AppEvent) {
        self.count(&event);
        // A message that could not be changed any more is heard of all the same.
        if let AppEvent::Agent(AgentEvent::MessageEnd(message)) = &event
            && !self.offered.swap(false, Ordering::Relaxed)
        {
            for extension in self.extensions().iter() {
                drop(extension.message_end(message).await);
            }
        }
        for extension in self.extensions().iter() {
            extension.observe(&event).await;
        }
        let trouble = match &event {
            AppEvent::Agent(AgentEvent::MessageEnd(message)) => self.record.keep(message),
            AppEvent::Agent(event) => {
                self.record.watch(event);
                None
            }
            _ => None,
        };
        self.show(&event);
        for told in trouble.into_iter().chain(self.record.news()) {
            self.show(&AppEvent::Diagnostic(told));
        }
    }

    /// Changes what waits, and tells it.
    pub(crate) async fn requeue(&self, change: impl FnOnce(&mut Queued) -> bool) {
        let event = {
            let mut queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut queued).then(|| queued.event())
        };
        if let Some(event) = event {
            self.tell(event).await;
        }
    }

    fn show(&self, event: &AppEvent) {
        let faces = self.faces.read().unwrap_or_else(PoisonError::into_inner).clone();
        faces.iter().for_each(|face| face.show(event));
    }
}
