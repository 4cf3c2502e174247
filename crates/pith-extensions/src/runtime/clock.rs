//! The clock of one call: counts the call's own time and stands still while it waits for the program.

use std::time::{Duration, Instant};

use super::options::Budget;

/// A stopwatch with a limit. Pure: the time is passed in.
#[derive(Debug)]
pub(crate) struct Clock {
    limit: Option<Duration>,
    used: Duration,
    running_since: Option<Instant>,
    waits: u32,
}

impl Clock {
    pub(crate) fn new(budget: Budget, now: Instant) -> Self {
        let limit = match budget {
            Budget::Unlimited => None,
            Budget::Within(limit) => Some(limit),
        };
        Self { limit, used: Duration::ZERO, running_since: Some(now), waits: 0 }
    }

    pub(crate) fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// The call begins to wait for the program. Nested waits count once.
    pub(crate) fn pause(&mut self, now: Instant) {
        self.waits += 1;
        if let Some(since) = self.running_since.take() {
            self.used += now.saturating_duration_since(since);
        }
    }

    /// One of its waits is over.
    pub(crate) fn resume(&mut self, now: Instant) {
        self.waits = self.waits.saturating_sub(1);
        if self.waits == 0 && self.running_since.is_none() {
            self.running_since = Some(now);
        }
    }

    /// Time that must not count, although the clock ran: the thread itself stood still for the program.
    pub(crate) fn forgive(&mut self, time: Duration) {
        if let Some(since) = &mut self.running_since {
            *since += time;
        }
    }

    /// When it will be over, if nothing stops the clock before.
    pub(crate) fn ends_at(&self) -> Option<Instant> {
        let left = self.limit?.saturating_sub(self.used);
        Some(self.running_since? + left)
    }

    /// What is left of its time, also while it waits.
    pub(crate) fn left(&self, now: Instant) -> Option<Duration> {
        let running = self.running_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        Some(self.limit?.saturating_sub(self.used + running))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_stands_still_while_its_call_waits() {
        let start = Instant::now();
        let mut clock = Clock::new(Budget::Within(10 * SECOND), start);
        clock.pause(start + SECOND);
        clock.pause(start + 2 * SECOND);
        assert_eq!(clock.ends_at(), None);
        clock.resume(start + 50 * SECOND);
        assert_eq!(clock.ends_at(), None, "one wait is still open");
        clock.resume(start + 60 * SECOND);
        assert_eq!(clock.ends_at(), Some(start + 69 * SECOND));
        assert_eq!(clock.left(start + 61 * SECOND), Some(8 * SECOND));
    }

    #[test]
    fn time_in_which_the_thread_stood_still_is_forgiven() {
        let start = Instant::now();
        let mut clock = Clock::new(Budget::Within(10 * SECOND), start);
        clock.forgive(5 * SECOND);
        assert_eq!(clock.ends_at(), Some(start + 15 * SECOND));
    }

    #[test]
    fn a_clock_without_limit_never_ends() {
        let clock = Clock::new(Budget::Unlimited, Instant::now());
        assert_eq!(clock.ends_at(), None);
        assert_eq!(clock.left(Instant::now()), None);
    }
}
