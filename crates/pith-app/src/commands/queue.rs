//! What waits for its turn: taking it back, and how much of it one turn takes.

use pith_agent::QueueMode;

use crate::app::App;

impl App {
    /// Takes back what waits; gives the texts that were to steer, and those for the run's end.
    pub async fn clear_queue(&self) -> (Vec<String>, Vec<String>) {
        self.inner.agent.clear_queues();
        let mut texts = (Vec::new(), Vec::new());
        self.inner
            .fanout
            .requeue(|queued| {
                texts = queued.take();
                !texts.0.is_empty() || !texts.1.is_empty()
            })
            .await;
        texts
    }

    /// Sets how many steering messages one turn takes, from the next turn on.
    pub fn set_steering_mode(&self, mode: QueueMode) {
        self.inner.agent.set_steering_mode(mode);
    }

    /// Sets how many follow-up messages one turn takes, from the next turn on.
    pub fn set_follow_up_mode(&self, mode: QueueMode) {
        self.inner.agent.set_follow_up_mode(mode);
    }
}
