//! Listening to an agent (spec/core.md R3.10).

use std::sync::{Arc, Weak};

use super::{Agent, Shared};
use crate::Listener;

/// A subscription. It lasts until [`unsubscribe`](Self::unsubscribe) is called, or as long as the agent; dropping it
/// changes nothing.
#[derive(Clone)]
pub struct Subscription {
    shared: Weak<Shared>,
    number: u64,
}

impl Agent {
    /// Adds a listener. It hears every event from the next one on. A listener that holds a clone of its agent keeps the agent
    /// alive until it is unsubscribed.
    pub fn subscribe(&self, listener: impl Listener + 'static) -> Subscription {
        let number = self.shared.lock().subscribe(Arc::new(listener));
        Subscription { shared: Arc::downgrade(&self.shared), number }
    }
}

impl Subscription {
    /// Ends it; says whether there was something to end.
    pub fn unsubscribe(&self) -> bool {
        self.shared.upgrade().is_some_and(|shared| shared.lock().unsubscribe(self.number))
    }
}
