//! A queue of events with a result, for whoever produces a stream piece by piece (spec/core.md R5.2).
//!
//! Comes in: events, from one [`EventSource`]. Goes out: the events, split between all who read the [`EventFeed`], and the
//! result, for everyone who asks. Nothing is lost because nobody reads yet, and nothing waits for a reader.
//!
//! ```
//! # use futures::StreamExt as _;
//! # futures::executor::block_on(async {
//! let (source, feed) = pith_llm::queue::event_queue(|event: &mut u32| (*event == 3).then_some("three"));
//! source.push(1);
//! source.push(3);
//! source.push(4); // too late
//! assert_eq!(feed.clone().collect::<Vec<_>>().await, [1, 3]);
//! assert_eq!(feed.result().await, Some("three"));
//! # });
//! ```

use std::{
    collections::VecDeque,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use futures::{FutureExt as _, Stream, channel::oneshot};
use pith_types::AssistantMessage;
use tokio::time::Instant;

use crate::{Clock, StreamEvent};

/// The producer's end. Dropping it ends the queue without a result.
pub struct EventSource<E, R> {
    queue: Arc<Queue<E, R>>,
    complete: Box<Complete<E, R>>,
    seal: Box<Seal<R>>,
}

/// Finds the result in the completing event.
type Complete<E, R> = dyn Fn(&mut E) -> Option<R> + Send + Sync;
/// Makes ready a result that came without an event.
type Seal<R> = dyn Fn(R) -> R + Send + Sync;

/// The readers' end, a stream. Clones read from the same queue: each event goes to one of them, in the order in which they
/// began to wait. After the completing event, readers that still wait are released by [`EventSource::end`].
pub struct EventFeed<E, R> {
    queue: Arc<Queue<E, R>>,
    /// Where the next event will be handed over, while this reader waits for it.
    waiting: Option<oneshot::Receiver<E>>,
}

struct Queue<E, R>(Mutex<State<E, R>>);

struct State<E, R> {
    events: VecDeque<E>,
    readers: VecDeque<oneshot::Sender<E>>,
    /// Whether nothing more is taken in.
    closed: bool,
    result: Option<R>,
    asking: Vec<oneshot::Sender<Option<R>>>,
}

/// A queue whose completing event is the first that `complete` finds a result in.
pub fn event_queue<E: Send + 'static, R: Clone + Send + 'static>(
    complete: impl Fn(&mut E) -> Option<R> + Send + Sync + 'static,
) -> (EventSource<E, R>, EventFeed<E, R>) {
    queue(complete, |result| result)
}

/// A queue for the events of one answer. The last event is stamped with how long the answer took, unless it says so
/// itself or its message is older than the queue.
pub fn answer_queue(
    clock: &dyn Clock,
) -> (EventSource<StreamEvent, Arc<AssistantMessage>>, EventFeed<StreamEvent, Arc<AssistantMessage>>) {
    let (began, began_ms) = (Instant::now(), clock.now_ms());
    let stamp = move |message: Arc<AssistantMessage>| {
        if message.duration_ms.is_some() || message.timestamp < began_ms {
            return message;
        }
        let duration_ms = u64::try_from(began.elapsed().as_millis()).ok();
        Arc::new(AssistantMessage { duration_ms, ..Arc::unwrap_or_clone(message) })
    };
    let complete = move |event: &mut StreamEvent| match event {
        StreamEvent::Done(message) | StreamEvent::Error(message) => {
            *message = stamp(Arc::clone(message));
            Some(Arc::clone(message))
        }
        _ => None,
    };
    queue(complete, stamp)
}

fn queue<E: Send + 'static, R: Clone + Send + 'static>(
    complete: impl Fn(&mut E) -> Option<R> + Send + Sync + 'static,
    seal: impl Fn(R) -> R + Send + Sync + 'static,
) -> (EventSource<E, R>, EventFeed<E, R>) {
    let state =
        State { events: VecDeque::new(), readers: VecDeque::new(), closed: false, result: None, asking: Vec::new() };
    let queue = Arc::new(Queue(Mutex::new(state)));
    let source = EventSource { queue: Arc::clone(&queue), complete: Box::new(complete), seal: Box::new(seal) };
    (source, EventFeed { queue, waiting: None })
}

impl<E, R: Clone> EventSource<E, R> {
    /// Adds an event. After the completing one, or [`end`](Self::end), it is dropped.
    pub fn push(&self, mut event: E) {
        if self.queue.lock().closed {
            return;
        }
        // Without the lock, since this is the caller's code.
        let result = (self.complete)(&mut event);
        let mut state = self.queue.lock();
        if state.closed {
            return;
        }
        if let Some(result) = result {
            state.closed = true;
            state.settle(Some(result));
        }
        state.hand_over(event);
    }

    /// Ends the queue: nothing more is taken in, and every reader that waits is released. Of several results the first
    /// counts; without one, [`EventFeed::result`] gives none.
    pub fn end(&self, result: Option<R>) {
        let result = result.map(&self.seal);
        let mut state = self.queue.lock();
        state.closed = true;
        state.readers.clear();
        state.settle(result);
    }
}

impl<E, R> Drop for EventSource<E, R> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.closed = true;
        state.readers.clear();
        state.asking.clear();
    }
}

impl<E, R> Queue<E, R> {
    fn lock(&self) -> MutexGuard<'_, State<E, R>> {
        // No code of others runs under the lock, so a panic cannot have left the state half-changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E, R: Clone> State<E, R> {
    fn settle(&mut self, result: Option<R>) {
        self.result = self.result.take().or(result);
        for asking in self.asking.drain(..) {
            // Whoever stopped asking needs no answer.
            let _ = asking.send(self.result.clone());
        }
    }
}

impl<E, R> State<E, R> {
    /// To the reader that has waited longest, else into the queue.
    fn hand_over(&mut self, event: E) {
        let mut event = event;
        while let Some(reader) = self.readers.pop_front() {
            match reader.send(event) {
                Ok(()) => return,
                // That reader has gone away.
                Err(back) => event = back,
            }
        }
        self.events.push_back(event);
    }
}

impl<E, R: Clone> EventFeed<E, R> {
    /// The result, once it is known; none when the queue ended without one.
    pub async fn result(&self) -> Option<R> {
        let asked = {
            let mut state = self.queue.lock();
            if state.closed {
                return state.result.clone();
            }
            let (sender, receiver) = oneshot::channel();
            state.asking.push(sender);
            receiver
        };
        asked.await.ok().flatten()
    }
}

impl<E, R> Clone for EventFeed<E, R> {
    fn clone(&self) -> Self {
        Self { queue: Arc::clone(&self.queue), waiting: None }
    }
}

impl<E, R> Stream for EventFeed<E, R> {
    type Item = E;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<E>> {
        let feed = &mut *self;
        let waiting = match &mut feed.waiting {
            Some(waiting) => waiting,
            None => {
                let mut state = feed.queue.lock();
                if let Some(event) = state.events.pop_front() {
                    return Poll::Ready(Some(event));
                }
                if state.closed {
                    return Poll::Ready(None);
                }
                let (sender, receiver) = oneshot::channel();
                state.readers.push_back(sender);
                feed.waiting.insert(receiver)
            }
        };
        let handed = std::task::ready!(waiting.poll_unpin(context));
        feed.waiting = None;
        Poll::Ready(handed.ok())
    }
}

impl<E, R> Drop for EventFeed<E, R> {
    fn drop(&mut self) {
        // An event that was handed over and never read goes to whoever reads next.
        if let Some(event) = self.waiting.take().and_then(|mut waiting| waiting.try_recv().ok().flatten()) {
            let mut state = self.queue.lock();
            match state.readers.pop_front() {
                None => state.events.push_front(event),
                Some(reader) => {
                    if let Err(event) = reader.send(event) {
                        state.events.push_front(event);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt as _;

    use super::*;

    fn numbers() -> (EventSource<u32, u32>, EventFeed<u32, u32>) {
        event_queue(|event| (*event == 9).then_some(*event))
    }

    #[tokio::test]
    async fn a_source_that_is_dropped_ends_the_stream_and_leaves_no_one_asking() {
        let (source, feed) = numbers();
        source.push(1);
        let asking = feed.clone();
        let (events, result, ()) =
            futures::join!(feed.collect::<Vec<_>>(), async move { asking.result().await }, async move { drop(source) });
        assert_eq!((events, result), (vec![1], None));
    }

    #[tokio::test]
    async fn what_a_reader_was_given_and_did_not_take_is_read_by_the_next() {
        let (source, feed) = numbers();
        let mut leaving = feed.clone();
        assert!(leaving.next().now_or_never().is_none());
        source.push(1);
        drop(leaving);
        source.push(9);
        assert_eq!(feed.collect::<Vec<_>>().await, [1, 9]);
    }

    #[tokio::test]
    async fn the_first_result_counts() {
        let (source, feed) = numbers();
        source.push(9);
        source.end(Some(4));
        assert_eq!(feed.result().await, Some(9));
    }
}
