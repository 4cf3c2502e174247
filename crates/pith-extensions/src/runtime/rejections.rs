//! Promises that were rejected while nobody listened. Reported when the code has come back and still nobody does.

use std::cell::RefCell;

use rquickjs::{Ctx, Persistent, Value};

struct Rejection {
    promise: Persistent<Value<'static>>,
    reason: Persistent<Value<'static>>,
}

#[derive(Default)]
pub(crate) struct Rejections {
    open: RefCell<Vec<Rejection>>,
}

/// More than these are not kept: a loop that rejects would fill the memory.
const MOST: usize = 100;

impl Rejections {
    pub(crate) fn add<'js>(&self, ctx: &Ctx<'js>, promise: Value<'js>, reason: Value<'js>) {
        let mut open = self.open.borrow_mut();
        if open.len() < MOST {
            let (promise, reason) = (Persistent::save(ctx, promise), Persistent::save(ctx, reason));
            open.push(Rejection { promise, reason });
        }
    }

    /// Somebody listens after all.
    pub(crate) fn remove<'js>(&self, ctx: &Ctx<'js>, promise: &Value<'js>) {
        let same = |rejection: &Rejection| rejection.promise.clone().restore(ctx).is_ok_and(|other| other == *promise);
        let mut open = self.open.borrow_mut();
        if let Some(at) = open.iter().position(same) {
            drop(open.swap_remove(at));
        }
    }

    /// The reasons that nobody has heard.
    pub(crate) fn take<'js>(&self, ctx: &Ctx<'js>) -> Vec<Value<'js>> {
        let open = self.open.take();
        open.into_iter().filter_map(|rejection| rejection.reason.restore(ctx).ok()).collect()
    }

    pub(crate) fn clear(&self) {
        drop(self.open.take());
    }
}
