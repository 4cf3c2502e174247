//! The queue of one runtime's thread: whoever has something for it puts it in, and wakes the thread when it sleeps.
//!
//! The channel of the standard library holds a lock while it wakes the thread, which waits for that lock as soon as it is
//! awake: each message then costs two changes of threads instead of one.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, Thread},
    time::Instant,
};

use super::message::Message;

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Message>,
    /// Nobody takes anything any more.
    closed: bool,
    /// Who sleeps until something comes.
    sleeper: Option<Thread>,
}

/// Puts messages in. Copies share the queue.
#[derive(Clone)]
pub(crate) struct Sender(Arc<Mutex<Queue>>);

/// Takes messages out, in order.
pub(super) struct Receiver(Arc<Mutex<Queue>>);

/// The two ends of a queue.
pub(super) fn inbox() -> (Sender, Receiver) {
    let queue = Arc::default();
    (Sender(Arc::clone(&queue)), Receiver(queue))
}

impl Sender {
    /// Puts a message in; it is dropped when nobody will take it.
    pub(crate) fn send(&self, message: Message) {
        let mut queue = locked(&self.0);
        if queue.closed {
            // What a message has with it may do anything when it is dropped.
            drop(queue);
            return drop(message);
        }
        queue.waiting.push_back(message);
        let sleeper = queue.sleeper.take();
        drop(queue);
        if let Some(thread) = sleeper {
            thread.unpark();
        }
    }
}

impl Receiver {
    /// The next message; nothing when there is none until then.
    pub(super) fn receive(&self, until: Option<Instant>) -> Option<Message> {
        loop {
            let mut queue = locked(&self.0);
            if let Some(message) = queue.waiting.pop_front() {
                return Some(message);
            }
            let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
            if wait.is_some_and(|wait| wait.is_zero()) {
                return None;
            }
            queue.sleeper = Some(thread::current());
            drop(queue);
            match wait {
                Some(wait) => thread::park_timeout(wait),
                None => thread::park(),
            }
        }
    }

    /// What is there already.
    pub(super) fn at_hand(&self) -> Option<Message> {
        locked(&self.0).waiting.pop_front()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        let mut queue = locked(&self.0);
        queue.closed = true;
        let left = std::mem::take(&mut queue.waiting);
        drop(queue);
        drop(left);
    }
}

fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn what_is_sent_comes_in_order_also_to_one_who_sleeps() {
        let (sender, receiver) = inbox();
        let sending = thread::spawn(move || {
            for promise in 0..1000 {
                sender.send(Message::Done {
                    promise,
                    value: Box::new(|ctx, _| Ok(rquickjs::Value::new_null(ctx.clone()))),
                });
            }
        });
        for expected in 0..1000 {
            let Some(Message::Done { promise, .. }) = receiver.receive(None) else { panic!("something else came") };
            assert_eq!(promise, expected);
        }
        sending.join().unwrap();
        assert!(receiver.receive(Some(Instant::now() + Duration::from_millis(5))).is_none());
    }

    #[test]
    fn what_nobody_takes_is_dropped() {
        let (sender, receiver) = inbox();
        let [(early, mut first), (late, mut second)] = [oneshot::channel(), oneshot::channel()];
        sender.send(Message::Measure { reply: early });
        drop(receiver);
        sender.send(Message::Measure { reply: late });
        assert!(first.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
        assert!(second.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
    }
}
