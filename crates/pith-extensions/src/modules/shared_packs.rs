//! Packs that are made once, however many runtimes ask for them at the same time: the first makes it, the others wait for
//! what comes of that, and those who come later find it in memory.

use std::{
    collections::HashMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// Names and code, one after the other.
pub(super) type Parts = Arc<[Vec<u8>]>;

/// The packs of a program, by key.
#[derive(Debug, Default)]
pub(super) struct SharedPacks(Mutex<HashMap<String, Arc<Slot>>>);

#[derive(Debug, Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Missing,
    BeingMade,
    There(Parts),
}

/// A pack, or the duty to make it.
pub(super) enum Asked {
    There(Parts),
    Mine(Maker),
}

/// Makes one pack. Dropped without a result, the next who waits makes it.
pub(super) struct Maker(Arc<Slot>);

impl SharedPacks {
    /// The pack of this key, when somebody makes it now after that; the duty when nobody has.
    pub(super) fn ask(&self, key: &str) -> Asked {
        let slot = {
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry(key.to_owned()).or_default())
        };
        let mut state = slot.lock();
        loop {
            match &*state {
                State::There(parts) => return Asked::There(Arc::clone(parts)),
                State::BeingMade => state = slot.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                State::Missing => {
                    *state = State::BeingMade;
                    drop(state);
                    return Asked::Mine(Maker(slot));
                }
            }
        }
    }
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Maker {
    /// Gives it to everyone.
    pub(super) fn give(self, parts: Parts) {
        *self.0.lock() = State::There(parts);
    }
}

impl Drop for Maker {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if matches!(*state, State::BeingMade) {
            *state = State::Missing;
        }
        drop(state);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn of_many_who_ask_one_makes_it_and_one_that_gives_up_is_followed_by_another() {
        let (packs, made, given_up) = (SharedPacks::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    loop {
                        match packs.ask("key") {
                            Asked::There(parts) => return assert_eq!(&*parts, [b"made".to_vec()]),
                            Asked::Mine(maker) if given_up.fetch_add(1, Ordering::Relaxed) < 2 => drop(maker),
                            Asked::Mine(maker) => {
                                made.fetch_add(1, Ordering::Relaxed);
                                maker.give(Arc::new([b"made".to_vec()]));
                            }
                        }
                    }
                });
            }
        });
        assert_eq!((made.into_inner(), given_up.into_inner()), (1, 3));
        assert!(matches!(packs.ask("other"), Asked::Mine(_)));
    }
}
