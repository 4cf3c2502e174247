//! Speaking to an agent that is running (spec/core.md R3.4): steering, and follow-ups.

use pith_types::AgentMessage;

use super::Agent;
use crate::{Prompt, QueueMode};

impl Agent {
    /// Queues messages that steer: they are delivered after the running turn's tool results, and never interrupt a tool or
    /// an answer (R4.10). Any task may call it, since clones are the same agent.
    pub fn steer(&self, prompt: impl Into<Prompt>) {
        let messages = prompt.into().into_messages(self.now());
        self.shared.lock().queues.steering.push(messages);
    }

    /// Queues messages for the moment when the run would otherwise stop (R4.11).
    pub fn follow_up(&self, prompt: impl Into<Prompt>) {
        let messages = prompt.into().into_messages(self.now());
        self.shared.lock().queues.follow_up.push(messages);
    }

    /// What the next poll would take: steering if any waits, else follow-ups.
    pub fn peek_queued(&self) -> Vec<AgentMessage> {
        self.shared.lock().queues.peek()
    }

    /// All that waits to steer.
    pub fn queued_steering(&self) -> Vec<AgentMessage> {
        self.shared.lock().queues.steering.messages()
    }

    /// All that waits for a run's end.
    pub fn queued_follow_ups(&self) -> Vec<AgentMessage> {
        self.shared.lock().queues.follow_up.messages()
    }

    /// Whether anything waits.
    pub fn has_queued(&self) -> bool {
        !self.shared.lock().queues.is_empty()
    }

    /// Drops what waits to steer.
    pub fn clear_steering(&self) {
        self.shared.lock().queues.steering.clear();
    }

    /// Drops what waits for a run's end.
    pub fn clear_follow_ups(&self) {
        self.shared.lock().queues.follow_up.clear();
    }

    /// Drops all that waits.
    pub fn clear_queues(&self) {
        self.shared.lock().queues.clear();
    }

    /// How many steering messages one turn takes.
    pub fn steering_mode(&self) -> QueueMode {
        self.shared.lock().queues.steering.mode
    }

    /// Sets how many steering messages one turn takes; from the next poll on.
    pub fn set_steering_mode(&self, mode: QueueMode) {
        self.shared.lock().queues.steering.mode = mode;
    }

    /// How many follow-up messages one turn takes.
    pub fn follow_up_mode(&self) -> QueueMode {
        self.shared.lock().queues.follow_up.mode
    }

    /// Sets how many follow-up messages one turn takes; from the next poll on.
    pub fn set_follow_up_mode(&self, mode: QueueMode) {
        self.shared.lock().queues.follow_up.mode = mode;
    }
}
