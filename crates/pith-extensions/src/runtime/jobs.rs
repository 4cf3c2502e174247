//! What the engine can do and its bindings do not offer: one job at a time with what it threw, and when it looks for
//! garbage.
//!
//! A job is what runs when a promise is settled. What an extension throws there rejects a promise; a job itself fails only
//! when the engine has no memory to go on, or breaks it off.
#![allow(unsafe_code, reason = "the engine's bindings run jobs, and throw away why one failed")]

use std::ptr::{self, NonNull};

use rquickjs::{Ctx, Value, qjs};

/// How a job went.
pub(super) enum Job<'js> {
    /// There was none.
    None,
    /// It ran to its end.
    Done,
    /// It was broken off by this; whatever waited for it waits for ever.
    Failed(Value<'js>),
    /// It ran to its end, and what it was to begin next failed with this: the engine does not ask whether a job can be put
    /// in the queue.
    Lost(Value<'js>),
}

/// Runs the job that is next, if there is one.
pub(super) fn run_one<'js>(ctx: &Ctx<'js>) -> Job<'js> {
    let mut ran_in = ptr::null_mut();
    // SAFETY: the context is alive and held by this thread; the pointer that comes back is not used, since a runtime has
    // one context only.
    let answer = unsafe { qjs::JS_ExecutePendingJob(qjs::JS_GetRuntime(ctx.as_raw().as_ptr()), &mut ran_in) };
    match answer {
        0 => Job::None,
        1.. if ctx.has_exception() => Job::Lost(ctx.catch()),
        1.. => Job::Done,
        _ => Job::Failed(ctx.catch()),
    }
}

/// The setting of the engine that says at how many bytes it looks for garbage. After each look the engine sets it to half
/// as much again as was left.
#[derive(Clone, Copy)]
pub(super) struct Threshold(NonNull<qjs::JSRuntime>);

impl Threshold {
    /// That of the engine of this context. It must not be used when the engine is gone.
    pub(super) fn of(ctx: &Ctx<'_>) -> Option<Self> {
        // SAFETY: the context is alive, and so is its engine.
        NonNull::new(unsafe { qjs::JS_GetRuntime(ctx.as_raw().as_ptr()) }).map(Self)
    }

    pub(super) fn get(self) -> usize {
        // SAFETY: only the thread of the engine asks, while its code or one of its jobs runs; reads one field.
        let bytes = unsafe { qjs::JS_GetGCThreshold(self.0.as_ptr()) };
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    pub(super) fn set(self, bytes: usize) {
        // SAFETY: as above; writes one field, and collects nothing.
        unsafe { qjs::JS_SetGCThreshold(self.0.as_ptr(), bytes as _) }
    }
}
