//! The one place for what is active.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::Life;
use crate::input::Busy;

/// What the app is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Doing {
    /// Nothing.
    #[default]
    Resting,
    /// A run, or what leads to one.
    Running,
    /// It waits before it asks again.
    Waiting,
    /// A summary of the conversation, or of a branch.
    Summarizing,
}

/// The right to be active; given back when dropped, however that comes.
pub(crate) struct Activity {
    life: Arc<Life>,
    cancel: CancellationToken,
}

impl Life {
    /// Takes the one place, unless it is taken.
    pub(crate) fn begin(self: &Arc<Self>, doing: Doing) -> Option<Activity> {
        let free = self.rest.send_if_modified(|rest| !std::mem::replace(&mut rest.active, true));
        free.then(|| {
            let cancel = CancellationToken::new();
            let mut state = self.lock();
            state.doing = doing;
            state.changing = (doing == Doing::Summarizing).then_some(Busy::Summarizing);
            state.cancel = cancel.clone();
            Activity { life: Arc::clone(self), cancel }
        })
    }
}

impl Life {
    /// Is about something else until the guard is dropped.
    pub(crate) fn turn_to(&self, doing: Doing) -> impl Drop + use<'_> {
        let before = std::mem::replace(&mut self.lock().doing, doing);
        TurnedTo { life: self, before }
    }
}

impl Activity {
    /// Lets no input come in between from here on (spec/coding-agent.md §3).
    pub(crate) fn changes(&self, busy: Busy) {
        self.life.lock().changing = Some(busy);
    }

    /// Fires when it is to end.
    pub(crate) fn cancel(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Whether it is to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Gives the place back, and stands for the time in which that is told: whoever hears of it finds nothing active.
    pub(super) fn end(self) -> impl Drop {
        let life = Arc::clone(&self.life);
        life.rest.send_modify(|rest| rest.ending += 1);
        Ending(life)
    }

    /// Waits; says whether the wait came to its end.
    pub(super) async fn wait(&self, delay: Duration) -> bool {
        let wait = self.cancel.child_token();
        self.life.lock().wait = wait.clone();
        let _doing = self.life.turn_to(Doing::Waiting);
        tokio::select! {
            biased;
            () = wait.cancelled() => false,
            () = tokio::time::sleep(delay) => true,
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        {
            let mut state = self.life.lock();
            (state.doing, state.changing) = (Doing::Resting, None);
        }
        self.life.rest.send_modify(|rest| rest.active = false);
    }
}

struct Ending(Arc<Life>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.rest.send_modify(|rest| rest.ending = rest.ending.saturating_sub(1));
    }
}

struct TurnedTo<'a> {
    life: &'a Life,
    before: Doing,
}

impl Drop for TurnedTo<'_> {
    fn drop(&mut self) {
        self.life.lock().doing = self.before;
    }
}
