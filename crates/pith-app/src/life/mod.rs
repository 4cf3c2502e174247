//! The life of the app around its runs: from an admitted input to rest (spec/extensions-sessions-screen.md 3.8, 3.9).
//!
//! A run ends; what follows is judged here: rest, another try after a wait, or a smaller context and then another try. One
//! thing is active at a time; whoever wants to be active takes the one [`Activity`] there is. What was judged is told with
//! the run's end, so that nobody believes the matter closed while it is not.

mod activity;
mod ear;
mod follow;
mod judge;
mod omit;
mod recover;
mod replace;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::input::Busy;
pub(crate) use activity::{Activity, Doing};
pub(crate) use ear::Ear;
use judge::Next;

/// What the app is about, and what it has tried.
pub(crate) struct Life {
    rest: watch::Sender<Rest>,
    state: Mutex<State>,
}

/// Whether anything is left to do.
#[derive(Debug, Clone, Copy, Default)]
struct Rest {
    /// The one place is taken.
    active: bool,
    /// How many ends are still being told; whoever hears of one may begin something new.
    ending: usize,
}

#[derive(Default)]
struct State {
    doing: Doing,
    /// Whether the conversation is about to go on from elsewhere.
    changing: Option<Busy>,
    /// Ends what is active.
    cancel: CancellationToken,
    /// Fires with the next abort, whether anything is active or not.
    abort: CancellationToken,
    /// Ends the wait before another try.
    wait: CancellationToken,
    /// Ends the summary that is being made.
    summary: CancellationToken,
    /// From which message of the conversation on the counts of providers are trusted.
    counted_from: usize,
    /// What follows the run that has just ended.
    next: Next,
    tried: Tried,
    /// After how many tries in a row no more were made.
    gave_up: Option<u32>,
}

/// What was tried since the person last said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tried {
    /// How often a failed answer was asked for again in a row.
    attempts: u32,
    /// Whether an empty answer was.
    again_for_nothing: bool,
    /// Whether the context was made smaller because an answer did not fit.
    recovered: bool,
    /// Whether making it smaller before it is full was tried in vain.
    no_room: bool,
}

impl Life {
    /// At rest. Counts of providers are trusted from this message of the conversation on.
    pub(crate) fn new(counted_from: usize) -> Arc<Self> {
        let state = State { counted_from, ..State::default() };
        Arc::new(Self { rest: watch::Sender::default(), state: Mutex::new(state) })
    }

    /// From which message on the counts of providers are trusted: those before counted another context.
    pub(crate) fn counted_from(&self) -> usize {
        self.lock().counted_from
    }

    /// The context is another one, up to this message.
    pub(crate) fn count_from(&self, message: usize) {
        self.lock().counted_from = message;
    }

    /// Whether making room has not been tried in vain since the person last said something.
    pub(crate) fn may_make_room(&self) -> bool {
        !self.lock().tried.no_room
    }

    /// Making room was tried in vain.
    pub(crate) fn no_room_for_now(&self) {
        self.lock().tried.no_room = true;
    }

    /// A summary begins, which may be ended by itself, and ends with `cancel`.
    pub(crate) fn may_stop_summary(&self, cancel: &CancellationToken) -> CancellationToken {
        let token = cancel.child_token();
        self.lock().summary = token.clone();
        token
    }

    /// Ends the summary that is being made, if one is.
    pub(crate) fn stop_summary(&self) {
        self.lock().summary.cancel();
    }

    /// Whether nothing is active.
    pub(crate) fn is_settled(&self) -> bool {
        !self.rest.borrow().active
    }

    /// Returns when nothing is active, though the end of it may still be told.
    pub(crate) async fn idle(&self) {
        let mut rest = self.rest.subscribe();
        // The sender lives as long as the app does, so this cannot fail.
        let _ = rest.wait_for(|rest| !rest.active).await;
    }

    /// Returns when nothing is active, and everyone has heard of it.
    pub(crate) async fn settled(&self) {
        let mut rest = self.rest.subscribe();
        let _ = rest.wait_for(|rest| !rest.active && rest.ending == 0).await;
    }

    /// What is active.
    pub(crate) fn doing(&self) -> Doing {
        self.lock().doing
    }

    /// What the person has done to the conversation as a whole, so that nothing can be said meanwhile.
    pub(crate) fn changing(&self) -> Option<Busy> {
        self.lock().changing
    }

    /// Ends what is active; a run has its own way to be ended. Whoever waits for an extension gives it up.
    pub(crate) fn cancel(&self) {
        let abort = {
            let mut state = self.lock();
            state.cancel.cancel();
            std::mem::take(&mut state.abort)
        };
        abort.cancel();
    }

    /// Fires with the next abort.
    pub(crate) fn next_abort(&self) -> CancellationToken {
        self.lock().abort.clone()
    }

    /// Ends the wait before another try, if there is one.
    pub(crate) fn stop_waiting(&self) {
        self.lock().wait.cancel();
    }

    /// After how many tries in a row no more were made.
    pub(crate) fn gave_up(&self) -> Option<u32> {
        self.lock().gave_up
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of others runs under the lock, so a panic cannot have left the state half-changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
