//! Where events go: extensions first, then the session's file, then the faces. What is shown is therefore stored.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use async_trait::async_trait;
use pith_agent::{AgentEvent, Listener, ListenerError};
use tokio_util::sync::CancellationToken;

use crate::event::AppEvent;
use crate::extension::Extension;
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

/// Hears the agent and the app, and tells everyone.
pub(crate) struct Fanout {
    extensions: Vec<Arc<dyn Extension>>,
    record: Arc<Record>,
    faces: RwLock<Vec<Arc<dyn Face>>>,
    queued: Mutex<Queued>,
}

impl Fanout {
    pub(crate) fn new(extensions: Vec<Arc<dyn Extension>>, record: Arc<Record>) -> Self {
        Self { extensions, record, faces: RwLock::default(), queued: Mutex::default() }
    }

    pub(crate) fn add(&self, face: Arc<dyn Face>) {
        self.faces.write().unwrap_or_else(PoisonError::into_inner).push(face);
    }

    /// Tells an event to everyone, in order.
    pub(crate) async fn tell(&self, event: AppEvent) {
        for extension in &self.extensions {
            extension.observe(&event).await;
        }
        let trouble = match &event {
            AppEvent::Agent(AgentEvent::MessageEnd(message)) => self.record.keep(message),
            _ => None,
        };
        self.show(&event);
        if let Some(trouble) = trouble {
            self.show(&AppEvent::Diagnostic(trouble));
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

/// Hears the agent for the fan-out.
pub(crate) struct Ear(pub(crate) Arc<Fanout>);

#[async_trait]
impl Listener for Ear {
    async fn hear(&self, event: &AgentEvent, _: &CancellationToken) -> Result<(), ListenerError> {
        if let AgentEvent::MessageStart(message) = event {
            self.0.requeue(|queued| queued.delivered(message)).await;
        }
        let event = match event {
            AgentEvent::AgentEnd { messages } => AppEvent::AgentEnd { messages: messages.clone(), will_retry: false },
            event => AppEvent::Agent(event.clone()),
        };
        self.0.tell(event).await;
        Ok(())
    }
}
