//! Has the engine look for garbage before the limit of its memory is reached, and knows whether there is much left.
//!
//! The engine refuses memory beyond the limit without looking for garbage first, and when it looks next depends only on
//! what was left the last time: with much in use that may be beyond the limit. It is also often out of memory even for the
//! error that would say so, and throws `null` then; whether that was meant is told by how much was in use.

use std::cell::Cell;

use rquickjs::Ctx;

use super::jobs::Threshold;

/// Bytes that values and code take before garbage is looked for the first time. The engine begins with a quarter of a
/// megabyte, less than our library takes, so that it would look several times while an extension starts and find
/// nothing. Afterwards it looks whenever there is half as much again as was left the last time.
const FIRST_COLLECTION: usize = 8 << 20;

/// So near to the limit the engine looks for the last time: looking at everything whenever a little is freed and taken
/// again would take for ever.
const LAST: usize = 64 << 10;

/// Looked at while code runs, and after each job.
pub(crate) struct Memory {
    limit: usize,
    threshold: Cell<Option<Threshold>>,
    /// What was set here and not by the engine.
    set: Cell<usize>,
    tight: Cell<bool>,
}

impl Memory {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, threshold: Cell::new(None), set: Cell::new(0), tight: Cell::new(false) }
    }

    /// Watches the engine of this context until [`Self::leave`].
    pub(super) fn watch(&self, ctx: &Ctx<'_>) {
        self.threshold.set(Threshold::of(ctx));
    }

    /// The engine is about to go.
    pub(super) fn leave(&self) {
        self.threshold.set(None);
    }

    /// When garbage is looked for the first time.
    pub(super) fn first_collection(&self) -> usize {
        FIRST_COLLECTION.min(self.limit / 2)
    }

    /// Whether nearly everything was in use when garbage was looked for the last time.
    pub(crate) fn is_tight(&self) -> bool {
        self.tight.get()
    }

    /// Brings the next look before the limit. Costs next to nothing when it is.
    pub(super) fn look(&self) {
        let Some(threshold) = self.threshold.get() else { return };
        let next = threshold.get();
        if next == self.set.get() {
            return;
        }
        if next <= self.first_collection() {
            self.tight.set(false);
            return;
        }
        // The engine has looked: two thirds of what it then sets were left.
        let left = next / 3 * 2;
        self.tight.set(left >= self.limit / 8 * 5);
        let sooner = sooner(self.limit, next, left);
        if sooner > left {
            threshold.set(sooner);
            self.set.set(sooner);
        } else {
            // Beyond the limit: no more looks in this stretch of code.
            self.set.set(next);
        }
    }

    /// Another stretch of code begins: garbage is looked for again.
    pub(super) fn begin(&self) {
        let last = self.limit.saturating_sub(LAST);
        if let Some(threshold) = self.threshold.get().filter(|_| self.set.get() > last) {
            threshold.set(last);
            self.set.set(last);
        }
    }
}

/// When to look next: as the engine would, but before the limit, and ever sooner the less there is.
fn sooner(limit: usize, next: usize, left: usize) -> usize {
    let half_way = left.saturating_add(limit.saturating_sub(left) / 2);
    next.min(half_way.max(limit / 2)).min(limit.saturating_sub(LAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_is_looked_for_before_the_limit_and_not_all_the_time() {
        let limit = 512 << 20;
        assert_eq!(sooner(limit, 30 << 20, 20 << 20), 30 << 20, "as the engine says while there is much left");
        assert_eq!(sooner(limit, 600 << 20, 400 << 20), 456 << 20, "half way");
        // What only grows is looked at a few times more and then meets the limit.
        let (mut left, mut looks) = (340 << 20, 0);
        while left < limit - LAST {
            left = sooner(limit, left + left / 2, left);
            looks += 1;
        }
        assert!(looks < 16, "{looks}");
    }
}
