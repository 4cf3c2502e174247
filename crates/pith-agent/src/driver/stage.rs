//! Where a run's events are told: first to the agent's own state, then to the listeners, one after another (R3.8, R3.10).

use std::sync::Arc;

use pith_types::AssistantMessage;

use super::Cast;
use crate::{AgentEvent, Cause, Door, Failure, agent::Shared, settle::Patience};

/// Tells events, and keeps the first failure of a listener until the driver asks for it.
pub(crate) struct Stage {
    shared: Arc<Shared>,
    patience: Patience,
    failure: Option<Failure>,
    /// Listeners that did not come back in time; they are left out for the rest of the run.
    lost: Vec<u64>,
}

impl Stage {
    pub(crate) fn new(shared: Arc<Shared>, cast: &Cast) -> Self {
        Self { shared, patience: cast.patience(cast.settings.budgets.listener), failure: None, lost: Vec::new() }
    }

    /// Tells an event, and returns when every listener has taken it in. A listener that fails keeps no other from hearing.
    pub(crate) async fn tell(&mut self, event: &AgentEvent) {
        let listeners = self.shared.take_in(event);
        for (id, listener) in listeners.iter() {
            if self.lost.contains(id) {
                continue;
            }
            if let Err(cause) = self.patience.settle(listener.hear(event, &self.patience.cancel)).await {
                if matches!(cause, Cause::TimedOut(_) | Cause::Abandoned(_)) {
                    self.lost.push(*id);
                }
                self.failure.get_or_insert(Failure { door: Door::Listener, cause });
            }
        }
    }

    /// The first failure of a listener.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// What is there of the answer that is coming in.
    pub(crate) fn partial(&self) -> Option<AssistantMessage> {
        self.shared.partial()
    }
}
