//! Timers of one runtime: which is due, and when the next will be. Pure: the time is passed in.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    time::{Duration, Instant},
};

/// Node's shortest delay.
const SHORTEST: Duration = Duration::from_millis(1);
/// Node's longest delay; a longer one is taken for none, as there.
const LONGEST_MS: f64 = 2_147_483_647.0;

/// A timer that has come due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) id: u64,
    /// Whether it will come again.
    pub(crate) repeats: bool,
}

struct Timer {
    at: Instant,
    every: Option<Duration>,
}

/// All timers that run.
#[derive(Default)]
pub(crate) struct Timers {
    running: HashMap<u64, Timer>,
    /// May hold timers that were stopped or moved: those are skipped.
    order: BinaryHeap<Reverse<(Instant, u64)>>,
}

impl Timers {
    pub(crate) fn start(&mut self, id: u64, ms: f64, repeats: bool, now: Instant) {
        let ms = if ms.is_finite() && (1.0..=LONGEST_MS).contains(&ms) { ms } else { 1.0 };
        let delay = Duration::from_secs_f64(ms / 1000.0).max(SHORTEST);
        let at = now + delay;
        self.running.insert(id, Timer { at, every: repeats.then_some(delay) });
        self.order.push(Reverse((at, id)));
    }

    pub(crate) fn stop(&mut self, id: u64) -> bool {
        let stopped = self.running.remove(&id).is_some();
        if self.order.len() > 64 && self.order.len() > 4 * self.running.len() {
            let running = &self.running;
            self.order.retain(|Reverse((at, id))| running.get(id).is_some_and(|timer| timer.at == *at));
        }
        stopped
    }

    /// When the next is due.
    pub(crate) fn next(&mut self) -> Option<Instant> {
        while let Some(Reverse((at, id))) = self.order.peek().copied() {
            if self.running.get(&id).is_some_and(|timer| timer.at == at) {
                return Some(at);
            }
            self.order.pop();
        }
        None
    }

    /// Takes the earliest that is due; a repeating one is started anew.
    pub(crate) fn due(&mut self, now: Instant) -> Option<Due> {
        let at = self.next().filter(|at| *at <= now)?;
        let Reverse((_, id)) = self.order.pop()?;
        let timer = self.running.get_mut(&id)?;
        match timer.every {
            Some(every) => {
                // Never in the past: a timer that fell behind does not catch up, as in Node.
                timer.at = (at + every).max(now + SHORTEST);
                self.order.push(Reverse((timer.at, id)));
                Some(Due { id, repeats: true })
            }
            None => {
                self.running.remove(&id);
                Some(Due { id, repeats: false })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    #[test]
    fn timers_come_due_in_order_of_time_and_then_of_their_start() {
        let start = Instant::now();
        let mut timers = Timers::default();
        timers.start(1, 20.0, false, start);
        timers.start(2, 10.0, false, start);
        timers.start(3, 10.0, false, start);
        assert_eq!(timers.due(after(start, 5)), None);
        let order: Vec<u64> = std::iter::from_fn(|| timers.due(after(start, 30)).map(|due| due.id)).collect();
        assert_eq!(order, [2, 3, 1]);
    }

    #[test]
    fn a_stopped_timer_never_comes_and_a_repeating_one_comes_again() {
        let start = Instant::now();
        let mut timers = Timers::default();
        timers.start(1, 10.0, true, start);
        timers.start(2, 10.0, false, start);
        assert!(timers.stop(2));
        assert_eq!(timers.due(after(start, 10)), Some(Due { id: 1, repeats: true }));
        assert_eq!(timers.due(after(start, 11)), None);
        assert_eq!(timers.next(), Some(after(start, 20)));
        assert!(timers.stop(1));
        assert_eq!(timers.next(), None);
    }

    #[test]
    fn delays_out_of_range_count_as_the_shortest() {
        let start = Instant::now();
        for ms in [f64::NAN, -5.0, 0.0, 1e12, f64::INFINITY] {
            let mut timers = Timers::default();
            timers.start(1, ms, false, start);
            assert_eq!(timers.next(), Some(after(start, 1)), "{ms}");
        }
    }

    #[test]
    fn starting_and_stopping_many_timers_keeps_the_list_short() {
        let start = Instant::now();
        let mut timers = Timers::default();
        for id in 0..10_000 {
            timers.start(id, 1000.0, false, start);
            timers.stop(id);
        }
        assert!(timers.order.len() < 200, "{}", timers.order.len());
    }
}
