//! The messages that wait for their turn (spec/core.md R3.4, R4.10, R4.11): steering, and follow-ups.

use std::collections::VecDeque;

use pith_types::AgentMessage;

/// How many waiting messages one turn takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QueueMode {
    /// One; the others wait for later turns.
    #[default]
    OneAtATime,
    /// All that wait.
    All,
}

/// Which queue a message came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueKind {
    /// Delivered after the running turn's tool results.
    Steering,
    /// Delivered when the run would otherwise stop.
    FollowUp,
}

/// Where a run finds what was said meanwhile. Polled in the order of R4.2.
pub trait Mailbox {
    /// Takes the next batch of a queue.
    fn take(&mut self, kind: QueueKind) -> Vec<AgentMessage>;

    /// Puts a batch back in front: the run ended before it could be delivered.
    fn put_back(&mut self, kind: QueueKind, messages: Vec<AgentMessage>);
}

/// Both queues with their modes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Queues {
    /// What waits to steer a run.
    pub(crate) steering: Queue,
    /// What waits for a run's end.
    pub(crate) follow_up: Queue,
}

/// One queue.
#[derive(Debug, Clone, Default)]
pub(crate) struct Queue {
    /// How many messages one turn takes.
    pub(crate) mode: QueueMode,
    messages: VecDeque<AgentMessage>,
}

impl Queue {
    /// An empty queue.
    pub(crate) fn new(mode: QueueMode) -> Self {
        Self { mode, messages: VecDeque::new() }
    }

    /// Appends.
    pub(crate) fn push(&mut self, messages: impl IntoIterator<Item = AgentMessage>) {
        self.messages.extend(messages);
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Drops all that waits.
    pub(crate) fn clear(&mut self) {
        self.messages.clear();
    }

    /// All that waits.
    pub(crate) fn messages(&self) -> Vec<AgentMessage> {
        self.messages.iter().cloned().collect()
    }

    /// What the next poll would take.
    pub(crate) fn peek(&self) -> Vec<AgentMessage> {
        self.messages.iter().take(self.batch()).cloned().collect()
    }

    /// Takes the next batch.
    pub(crate) fn take(&mut self) -> Vec<AgentMessage> {
        self.messages.drain(..self.batch()).collect()
    }

    fn batch(&self) -> usize {
        match self.mode {
            QueueMode::OneAtATime => self.messages.len().min(1),
            QueueMode::All => self.messages.len(),
        }
    }

    fn put_back(&mut self, messages: Vec<AgentMessage>) {
        for message in messages.into_iter().rev() {
            self.messages.push_front(message);
        }
    }
}

impl Queues {
    /// Empty queues.
    pub(crate) fn new(steering: QueueMode, follow_up: QueueMode) -> Self {
        Self { steering: Queue::new(steering), follow_up: Queue::new(follow_up) }
    }

    /// What the next poll would take: steering if any waits, else follow-ups.
    pub(crate) fn peek(&self) -> Vec<AgentMessage> {
        if self.steering.is_empty() { self.follow_up.peek() } else { self.steering.peek() }
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.steering.is_empty() && self.follow_up.is_empty()
    }

    /// Drops all that waits.
    pub(crate) fn clear(&mut self) {
        self.steering.clear();
        self.follow_up.clear();
    }

    fn queue(&mut self, kind: QueueKind) -> &mut Queue {
        match kind {
            QueueKind::Steering => &mut self.steering,
            QueueKind::FollowUp => &mut self.follow_up,
        }
    }
}

impl Mailbox for Queues {
    fn take(&mut self, kind: QueueKind) -> Vec<AgentMessage> {
        self.queue(kind).take()
    }

    fn put_back(&mut self, kind: QueueKind, messages: Vec<AgentMessage>) {
        self.queue(kind).put_back(messages);
    }
}
