//! A question in the place of the line: it has the keys until it is answered, left or given up, as a component of an
//! extension has.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use pith_app::extension::{Component, ComponentId, Drawn, Gone, Place, Size};
use pith_screen::{Answered, Asking, Told};
use tokio::sync::oneshot;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::{Glance, Order};
use crate::faces::line::dialogs::Asked;
use crate::faces::line::screen::Order as ScreenOrder;

/// Names of questions are counted from the far end, so that none is the name of an extension's component.
static NAMED: AtomicU64 = AtomicU64::new(u64::MAX);

/// The countdown goes on.
const SECOND: Duration = Duration::from_secs(1);

/// A question, as its component and as what waits for the answer.
struct Shown {
    id: ComponentId,
    state: Mutex<State>,
    until: Option<Instant>,
    /// Whether question and answer stay among what was said.
    kept: bool,
    orders: Mutex<Sender<ScreenOrder>>,
    glance: Arc<Glance>,
}

struct State {
    asking: Asking,
    asker: Option<oneshot::Sender<Answered>>,
}

/// Asks, and waits for the answer; nothing when the person gives none, or when `cancel` fires.
pub(in crate::faces::line) async fn ask(
    asked: Asked,
    cancel: &CancellationToken,
    orders: Sender<ScreenOrder>,
    glance: Arc<Glance>,
) -> Option<Answered> {
    let (asking, timeout, kept) = match &asked {
        Asked::Dialog { dialog, kept } => (Asking::new(dialog), dialog.timeout(), *kept),
        Asked::Secret(title) => (Asking::secret(title), None, false),
    };
    let (asker, mut answer) = oneshot::channel();
    let shown = Arc::new(Shown {
        id: ComponentId(NAMED.fetch_sub(1, Ordering::Relaxed)),
        state: Mutex::new(State { asking, asker: Some(asker) }),
        until: timeout.map(|time| Instant::now() + time),
        kept,
        orders: Mutex::new(orders),
        glance,
    });
    shown.glance.asked.fetch_add(1, Ordering::Relaxed);
    let _taken_away = TakenAway(Arc::clone(&shown));
    shown.order(Order::Mount(Place::Slot, Arc::clone(&shown) as Arc<dyn Component>));
    let mut seconds = tokio::time::interval(SECOND);
    seconds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            biased;
            answer = &mut answer => return answer.ok(),
            () = cancel.cancelled() => return None,
            _ = seconds.tick(), if shown.until.is_some() => shown.order(Order::Redraw(shown.id)),
        }
    }
}

/// However the waiting ends, the question is seen no longer.
struct TakenAway(Arc<Shown>);

impl Drop for TakenAway {
    fn drop(&mut self) {
        let shown = &self.0;
        let waits = shown.lock().asker.take().is_some();
        if waits && shown.kept && shown.until.is_some_and(|until| until <= Instant::now()) {
            let kept = shown.lock().asking.kept_too_late();
            shown.say(kept);
        }
        shown.glance.asked.fetch_sub(1, Ordering::Relaxed);
        shown.order(Order::Unmount(shown.id));
    }
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, order: ScreenOrder) {
        // The thread ends with the program.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }

    fn order(&self, order: Order) {
        self.send(ScreenOrder::Live(order));
    }

    fn say(&self, line: String) {
        self.send(ScreenOrder::Lines(line + "\n"));
    }
}

#[async_trait]
impl Component for Shown {
    fn id(&self) -> ComponentId {
        self.id
    }

    fn owner(&self) -> &'static str {
        "pith"
    }

    async fn draw(&self, size: Size) -> Result<Option<Drawn>, Gone> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        Ok(Some(self.lock().asking.draw(size, left, self.glance.style())))
    }

    fn input(&self, keys: &str) {
        let mut state = self.lock();
        match state.asking.press(keys) {
            Told::NoKey => {}
            Told::Changed => self.order(Order::Redraw(self.id)),
            Told::Left => {
                state.asker = None;
                self.order(Order::Unmount(self.id));
            }
            Told::Answered(answered) => {
                let kept = state.asking.kept(&answered.answer).filter(|_| self.kept);
                // Who asked may have given the question up in this moment.
                if let Some(asker) = state.asker.take()
                    && asker.send(answered).is_ok()
                {
                    kept.into_iter().for_each(|kept| self.say(kept));
                }
                self.order(Order::Unmount(self.id));
            }
        }
    }

    fn closed(&self) {
        self.lock().asker = None;
    }
}
