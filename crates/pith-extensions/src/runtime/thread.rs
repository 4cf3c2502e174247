//! The thread of one runtime: makes the engine, takes messages, runs timers, drains jobs, and ends.
//!
//! Between two messages no JavaScript runs, so nothing is ever locked while the program is waited for.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::{Arc, OnceLock, atomic::AtomicBool},
    time::Instant,
};

use rquickjs::{Context, Ctx, Function, Persistent, Runtime as Js, function::Opt};

use super::{
    bootstrap,
    failure::{CallFailure, Report, StopReason},
    inbox::{Receiver, Sender},
    jobs::{self, Job},
    message::Message,
    options::RuntimeOptions,
    realm::Realm,
    room::make_room_for_an_engine,
    slice::Slice,
};

/// Timers that run before messages are looked at again.
const TIMERS_AT_ONCE: usize = 256;

/// Everything the thread works with. Fields are dropped in this order: JavaScript values, the context, the engine.
struct Body {
    realm: Rc<Realm>,
    functions: Functions,
    context: Context,
    js: Js,
}

/// Functions of our own JavaScript that the thread calls.
pub(super) struct Functions {
    /// `run(id, entry, args)`
    pub(super) run: Persistent<Function<'static>>,
    /// `describe(error)`
    pub(super) describe: Persistent<Function<'static>>,
}

/// Runs until it is told to stop, has to be stopped, or fails. `ended` then says why.
pub(super) fn run(
    options: RuntimeOptions,
    inbox: Sender,
    messages: &Receiver,
    stop: Arc<AtomicBool>,
    ended: &OnceLock<StopReason>,
) {
    make_room_for_an_engine();
    let realm = Realm::new(options, inbox, Slice::new(stop));
    let end = |reason: StopReason| {
        realm.report(Report::Stopped(reason.clone()));
        ended.get_or_init(|| reason).clone()
    };
    let lived = catch_unwind(AssertUnwindSafe(|| {
        // The engine is freed when this is over, and before it every value of it that the realm holds.
        let turn = super::turn::take();
        let body = Body::new(Rc::clone(&realm));
        drop(turn);
        let reason = end(body.as_ref().map_or_else(StopReason::clone, |body| body.serve(messages)));
        realm.close(&reason);
    }));
    if let Err(panic) = lived {
        let reason = end(StopReason::Broken { reason: panic_words(&*panic) });
        refuse_the_rest(messages, &reason);
        // The engine is gone, and with it what the realm still holds: that must not be freed a second time.
        std::mem::forget(realm);
    } else if let Some(reason) = ended.get() {
        refuse_the_rest(messages, reason);
    }
}

impl Body {
    fn new(realm: Rc<Realm>) -> Result<Self, StopReason> {
        let broken = |error: rquickjs::Error| StopReason::Broken { reason: error.to_string() };
        let limits = realm.options().limits;
        let js = Js::new().map_err(broken)?;
        js.set_max_stack_size(limits.stack);
        js.set_memory_limit(limits.memory);
        js.set_gc_threshold(realm.memory.first_collection());
        let clock = Rc::clone(&realm);
        js.set_interrupt_handler(Some(Box::new(move || {
            clock.memory.look();
            clock.slice.is_over()
        })));
        let rejections = Rc::clone(&realm);
        js.set_host_promise_rejection_tracker(Some(Box::new(move |ctx, promise, reason, handled| {
            if handled {
                rejections.rejections.remove(&ctx, &promise);
            } else {
                rejections.rejections.add(&ctx, promise, reason);
            }
        })));
        crate::modules::install(&js, &realm);
        let context = Context::full(&js).map_err(broken)?;
        realm.acquire(None);
        let functions = context.with(|ctx| {
            realm.memory.watch(&ctx);
            bootstrap::start(&ctx, &realm)
        });
        realm.release();
        let functions = functions.map_err(|reason| realm.slice.ending().unwrap_or(StopReason::Broken { reason }))?;
        Ok(Self { realm, functions, context, js })
    }

    fn serve(&self, messages: &Receiver) -> StopReason {
        loop {
            if let Some(reason) = self.realm.slice.ending() {
                return reason;
            }
            let now = Instant::now();
            self.realm.give_up_late_calls(now);
            match messages.receive(self.realm.wakes_at()) {
                Some(Message::Stop) => return StopReason::Unloaded,
                Some(Message::Measure { reply }) => {
                    self.js.run_gc();
                    _ = reply.send(usize::try_from(self.js.memory_usage().malloc_size).unwrap_or_default());
                }
                Some(message) => {
                    self.context.with(|ctx| {
                        self.take(&ctx, message);
                        self.finish(&ctx);
                    });
                    // A stream of messages must not hold up the timers.
                    self.run_timers();
                }
                None => self.run_timers(),
            }
        }
    }

    fn take(&self, ctx: &Ctx<'_>, message: Message) {
        let done = match message {
            Message::Call { entry, args, budget, given_up, reply } => {
                let Some(function) = self.realm.entry(&entry) else {
                    let message = format!("the extension host has no entry `{entry}`");
                    let failure = CallFailure::Threw { name: "Error".into(), message, stack: String::new() };
                    _ = reply.send(Err(failure));
                    return;
                };
                let id = self.realm.open_call(budget, given_up, reply);
                self.realm.acquire(Some(id));
                let called = self.functions.run.clone().restore(ctx).and_then(|run| {
                    let id = f64::from(u32::try_from(id).unwrap_or(u32::MAX));
                    run.call::<_, ()>((id, function.restore(ctx)?, args.json, Opt(args.text.as_deref())))
                });
                if called.is_err() {
                    // Broken off, or no memory even for the report: the call must not stay open.
                    let failure = self.failure(ctx);
                    self.realm.close_call(id, Err(failure));
                }
                Ok(())
            }
            Message::Done { promise, value } => self.realm.settle(ctx, promise, value),
            Message::Event { listener, value } => self.realm.hear(ctx, listener, value),
            Message::Measure { .. } | Message::Stop => Ok(()),
        };
        if done.is_err() {
            self.unhandled(ctx);
        }
    }

    /// Runs what is due now; what becomes due meanwhile waits for the next round, behind the messages.
    fn run_timers(&self) {
        let now = Instant::now();
        for _ in 0..TIMERS_AT_ONCE {
            if !self.realm.timer_is_due(now) {
                return;
            }
            self.context.with(|ctx| {
                if let Some(Err(_)) = self.realm.run_timer(&ctx, now) {
                    self.unhandled(&ctx);
                }
                self.finish(&ctx);
            });
            if self.realm.slice.ending().is_some() {
                return;
            }
        }
    }

    /// Runs all jobs, reports what nobody heard, and lets the owner go.
    fn finish(&self, ctx: &Ctx<'_>) {
        loop {
            loop {
                let job = jobs::run_one(ctx);
                self.realm.memory.look();
                match job {
                    Job::None => break,
                    Job::Done => {}
                    Job::Failed(error) => self.failed_job(ctx, error, true),
                    Job::Lost(error) => self.failed_job(ctx, error, false),
                }
                if self.realm.slice.is_over() {
                    break;
                }
            }
            if self.realm.slice.ending().is_some() || !self.realm.slice.is_given_up() {
                break;
            }
            // The jobs of others still have to be done.
            drop(ctx.catch());
            self.realm.let_go();
        }
        if self.realm.slice.ending().is_none() {
            for reason in self.realm.rejections.take(ctx) {
                let (name, message, stack) = self.words(ctx, reason);
                self.realm.look_at_memory(&name, &message);
                if self.realm.slice.ending().is_some() {
                    break;
                }
                self.realm.report(Report::Unhandled { name, message, stack });
            }
        }
        self.realm.release();
    }

    /// A job could not go on, and nobody will ever hear what it was for. Unless it was broken off on purpose there was no
    /// memory, mostly not even for an error that says so. `tells`: anything else it was is told too.
    fn failed_job<'js>(&self, ctx: &Ctx<'js>, error: rquickjs::Value<'js>, tells: bool) {
        if self.realm.slice.is_over() {
            return;
        }
        let (name, message, stack) = if error.is_object() {
            self.words(ctx, error)
        } else {
            ("InternalError".to_owned(), "out of memory".to_owned(), String::new())
        };
        self.realm.look_at_memory(&name, &message);
        if tells && self.realm.slice.ending().is_none() {
            self.realm.report(Report::Unhandled { name, message, stack });
        }
    }

    /// The exception that is open, as the failure of a call.
    fn failure(&self, ctx: &Ctx<'_>) -> CallFailure {
        let error = ctx.catch();
        if let Some(reason) = self.realm.slice.ending() {
            return CallFailure::Stopped(reason);
        }
        let (name, message, stack) = self.words(ctx, error);
        self.realm.look_at_memory(&name, &message);
        CallFailure::Threw { name, message, stack }
    }

    fn unhandled(&self, ctx: &Ctx<'_>) {
        let error = ctx.catch();
        if self.realm.slice.ending().is_none() && !self.realm.slice.is_given_up() {
            let (name, message, stack) = self.words(ctx, error);
            self.realm.look_at_memory(&name, &message);
            self.realm.report(Report::Unhandled { name, message, stack });
        }
    }

    /// Name, message and stack of what was thrown, in lines of the files as they were written.
    fn words<'js>(&self, ctx: &Ctx<'js>, error: rquickjs::Value<'js>) -> (String, String, String) {
        let described: rquickjs::Result<Vec<String>> =
            self.functions.describe.clone().restore(ctx).and_then(|describe| describe.call((error,)));
        let Ok(mut described) = described else {
            _ = ctx.catch();
            return ("Error".into(), "something was thrown that cannot be read".into(), String::new());
        };
        described.resize(3, String::new());
        let [name, message, stack] = [0, 1, 2].map(|at| described.get(at).cloned().unwrap_or_default());
        (name, message, self.realm.graph.written_lines(&stack))
    }
}

/// Callers that came too late learn why.
fn refuse_the_rest(messages: &Receiver, reason: &StopReason) {
    while let Some(message) = messages.at_hand() {
        if let Message::Call { reply, .. } = message {
            _ = reply.send(Err(CallFailure::Stopped(reason.clone())));
        }
    }
}

fn panic_words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a fault of the host".into())
}
