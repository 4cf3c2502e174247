//! The state of one runtime, on its own thread: calls, promises, listeners and timers that are open.
//!
//! Native functions hold it; whatever JavaScript values it keeps are let go before the engine is freed. Every piece of
//! JavaScript runs on behalf of a call, its owner, or of none: what the code begins belongs to the same owner, so that
//! a call's clock can stand still while what it began is waited for.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, HashMap},
    future::Future,
    panic::AssertUnwindSafe,
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use rquickjs::{Ctx, Function, IntoJs, Object, Persistent, Promise, Value};
use tokio::{
    sync::{oneshot, watch},
    task::AbortHandle,
};

use super::{
    clock::Clock,
    failure::{CallFailure, Report, StopReason},
    given_up::GivenUp,
    inbox::Sender,
    memory::Memory,
    message::{CallResult, Make, Message},
    options::{Budget, RuntimeOptions},
    rejections::Rejections,
    slice::Slice,
    system_error::SystemError,
    timers::Timers,
};
use crate::{
    modules::{self, Graph},
    rights::{Program, Right},
};

/// Our JavaScript for files that `require`.
const COMMON_JS: &str = "pith:js/runtime/commonjs.js";

/// Names a call from Rust that is not done yet.
pub(crate) type CallId = u64;

struct OpenCall {
    reply: oneshot::Sender<CallResult>,
    clock: Clock,
    given_up: GivenUp,
}

struct OpenPromise {
    resolve: Persistent<Function<'static>>,
    reject: Persistent<Function<'static>>,
    owner: Option<CallId>,
    listener: Option<u64>,
    work: Option<AbortHandle>,
}

/// What a function of JavaScript is kept for.
struct Listener {
    function: Persistent<Function<'static>>,
    owner: Option<CallId>,
}

pub(crate) struct Realm {
    options: RuntimeOptions,
    inbox: Sender,
    pub(crate) slice: Slice,
    pub(crate) memory: Memory,
    pub(crate) graph: Graph,
    pub(crate) rejections: Rejections,
    began: Instant,
    last_id: Cell<u64>,
    owner: Cell<Option<CallId>>,
    calls: RefCell<HashMap<CallId, OpenCall>>,
    promises: RefCell<HashMap<u64, OpenPromise>>,
    listeners: RefCell<HashMap<u64, Listener>>,
    entries: RefCell<HashMap<String, Persistent<Function<'static>>>>,
    timers: RefCell<Timers>,
    /// Dropped at the end: see [`Self::end`].
    alive: RefCell<Option<watch::Sender<()>>>,
    /// The working directory that the extension sees; its own.
    pub(crate) cwd: RefCell<PathBuf>,
    /// `process.env`, as the extension has changed it.
    pub(crate) env: RefCell<BTreeMap<String, String>>,
    /// Modules that native code gave out, by name: evaluated once.
    pub(crate) namespaces: RefCell<HashMap<String, Persistent<Object<'static>>>>,
}

impl Realm {
    pub(crate) fn new(options: RuntimeOptions, inbox: Sender, slice: Slice) -> Rc<Self> {
        let (folder, gate) = (options.folder.clone(), Arc::clone(&options.gate));
        let graph = Graph::new(options.cache.clone(), options.name.clone(), folder, gate);
        let (cwd, env) = (options.process.cwd.clone(), options.process.env.clone());
        let memory = Memory::new(options.limits.memory);
        Rc::new(Self {
            options,
            memory,
            cwd: RefCell::new(cwd),
            env: RefCell::new(env),
            inbox,
            slice,
            graph,
            rejections: Rejections::default(),
            began: Instant::now(),
            last_id: Cell::new(0),
            owner: Cell::new(None),
            calls: RefCell::default(),
            promises: RefCell::default(),
            listeners: RefCell::default(),
            entries: RefCell::default(),
            timers: RefCell::default(),
            alive: RefCell::new(Some(watch::Sender::new(()))),
            namespaces: RefCell::default(),
        })
    }

    pub(crate) fn options(&self) -> &RuntimeOptions {
        &self.options
    }

    /// A path that the extension gave, seen from its working directory.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.cwd.borrow().join(Path::new(path))
    }

    /// A program as the gate knows it: looked up along a path list of its own, or the person's.
    pub(crate) fn program(&self, asked: &str, search: Option<&str>, cwd: Option<&Path>) -> Program {
        let usual = self.options.process.env.get("PATH").map(String::as_str);
        let cwd = cwd.map_or_else(|| self.cwd.borrow().clone(), Path::to_owned);
        Program::find(asked, search.or(usual), usual, &cwd)
    }

    /// Asks the gate; a refusal is reported, and thrown.
    pub(crate) fn ask(&self, right: Right) -> Result<(), SystemError> {
        self.options.gate.check(right).map_err(|denied| {
            self.report(Report::Denied { what: format!("{} {}", denied.kind, denied.object) });
            SystemError::coded("ERR_ACCESS_DENIED", denied.to_string())
        })
    }

    pub(crate) fn report(&self, report: Report) {
        self.options.sink.report(report);
    }

    pub(crate) fn inbox(&self) -> Sender {
        self.inbox.clone()
    }

    fn next_id(&self) -> u64 {
        self.last_id.set(self.last_id.get() + 1);
        self.last_id.get()
    }

    // ---- entries and calls ----

    /// Lets Rust call this function by that name.
    pub(crate) fn expose(&self, name: String, function: Persistent<Function<'static>>) {
        self.entries.borrow_mut().insert(name, function);
    }

    pub(crate) fn entry(&self, name: &str) -> Option<Persistent<Function<'static>>> {
        self.entries.borrow().get(name).cloned()
    }

    /// A call begins; what runs until [`Self::release`] runs on its behalf.
    pub(crate) fn open_call(&self, budget: Budget, given_up: GivenUp, reply: oneshot::Sender<CallResult>) -> CallId {
        let id = self.next_id();
        let clock = Clock::new(budget, Instant::now());
        self.calls.borrow_mut().insert(id, OpenCall { reply, clock, given_up });
        id
    }

    /// A call is done. Nothing happens when it was given up before.
    pub(crate) fn close_call(&self, id: CallId, result: CallResult) {
        // What fails because the runtime ends is answered with why, when that has been told.
        if result.is_err() && self.slice.ending().is_some() {
            return;
        }
        if let Some(call) = self.calls.borrow_mut().remove(&id) {
            _ = call.reply.send(result);
        }
    }

    /// Runs what belongs to this owner, within its time.
    pub(crate) fn acquire(&self, owner: Option<CallId>) {
        self.memory.begin();
        let owner = owner.filter(|id| self.calls.borrow().contains_key(id));
        self.owner.set(owner);
        let calls = self.calls.borrow();
        let call = owner.and_then(|id| calls.get(&id));
        let left = call.and_then(|call| call.clock.left(Instant::now()));
        let most = self.options.limits.slice;
        // What a call that was given up before still does is nobody's, and runs as long as any code may.
        let given_up = call.map(|call| call.given_up.clone()).filter(|given_up| !given_up.is_set());
        self.slice.begin(left.map_or(most, |left| left.min(most)), given_up);
    }

    pub(crate) fn release(&self) {
        self.slice.end();
        self.owner.set(None);
    }

    /// The code that ran was broken off, since nobody waits for its call: the rest of the work is nobody's.
    pub(crate) fn let_go(&self) {
        let call = self.owner.take().and_then(|id| self.calls.borrow_mut().remove(&id));
        drop(call);
        self.acquire(None);
    }

    pub(crate) fn owner(&self) -> Option<CallId> {
        self.owner.get()
    }

    /// Does something for which the whole thread stands still; no clock counts it.
    pub(crate) fn standing_still<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        let time = began.elapsed();
        self.slice.forgive(time);
        self.calls.borrow_mut().values_mut().for_each(|call| call.clock.forgive(time));
        result
    }

    /// Gives up the calls whose time is over. What they began goes on, unheard.
    pub(crate) fn give_up_late_calls(&self, now: Instant) {
        let late = |call: &OpenCall| call.clock.ends_at().is_some_and(|ends| ends <= now);
        let ids: Vec<CallId> = self.calls.borrow().iter().filter(|(_, call)| late(call)).map(|(id, _)| *id).collect();
        for id in ids {
            let limit = self.calls.borrow().get(&id).and_then(|call| call.clock.limit()).unwrap_or_default();
            self.close_call(id, Err(CallFailure::TimedOut { limit }));
        }
    }

    /// When the thread has to wake up at the latest.
    pub(crate) fn wakes_at(&self) -> Option<Instant> {
        let timer = self.timers.borrow_mut().next();
        let call = self.calls.borrow().values().filter_map(|call| call.clock.ends_at()).min();
        timer.into_iter().chain(call).min()
    }

    /// An error that got here for want of memory ends the runtime: what it was about to store is lost.
    pub(crate) fn look_at_memory(&self, name: &str, message: &str) {
        let told = name == "InternalError" && message == "out of memory";
        // What is thrown when there is no memory for an error either.
        let untold = name.is_empty() && message == "null" && self.memory.is_tight();
        if told || untold {
            self.slice.stop_for(StopReason::OutOfMemory { limit_mb: self.options.limits.memory >> 20 });
        }
    }

    /// `require` for the code of a file.
    pub(crate) fn make_require<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        importer: &str,
    ) -> rquickjs::Result<Function<'js>> {
        let make: Function<'js> = modules::evaluate(ctx, self, COMMON_JS)?.get("makeRequire")?;
        make.call((importer,))
    }

    // ---- promises and listeners ----

    /// A promise for work on the I/O thread, for which the clock of the call stands still; `Ok` resolves it, an error is
    /// thrown as Node throws it.
    pub(crate) fn promise<'js, T, F>(&self, ctx: &Ctx<'js>, work: F) -> rquickjs::Result<Promise<'js>>
    where
        T: for<'a> IntoJs<'a> + Send + 'static,
        F: Future<Output = Result<T, SystemError>> + Send + 'static,
    {
        self.promise_with(ctx, None, async move {
            let done = work.await;
            let make: Make = Box::new(move |ctx, _| match done {
                Ok(value) => value.into_js(ctx),
                Err(error) => Err(error.throw(ctx)),
            });
            make
        })
    }

    /// As [`Self::promise`], for values that have to be put together on the runtime's thread. A listener that hears of
    /// the work is let go with it.
    pub(crate) fn promise_with<'js, F>(
        &self,
        ctx: &Ctx<'js>,
        listener: Option<u64>,
        work: F,
    ) -> rquickjs::Result<Promise<'js>>
    where
        F: Future<Output = Make> + Send + 'static,
    {
        let (promise, resolve, reject) = Promise::new(ctx)?;
        let id = self.next_id();
        let inbox = self.inbox.clone();
        let work = self.options.io.spawn(async move {
            let value = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| -> Make {
                Box::new(|ctx, _| Err(SystemError::of("the extension host failed at this").throw(ctx)))
            });
            inbox.send(Message::Done { promise: id, value });
        });
        let owner = self.owner();
        self.clock_of(owner, |clock| clock.pause(Instant::now()));
        let (resolve, reject) = (Persistent::save(ctx, resolve), Persistent::save(ctx, reject));
        self.promises.borrow_mut().insert(id, OpenPromise { resolve, reject, owner, listener, work });
        Ok(promise)
    }

    /// Work is done: the promise is settled on behalf of who asked for it.
    pub(crate) fn settle(self: &Rc<Self>, ctx: &Ctx<'_>, id: u64, value: Make) -> rquickjs::Result<()> {
        let Some(open) = self.promises.borrow_mut().remove(&id) else { return Ok(()) };
        self.clock_of(open.owner, |clock| clock.resume(Instant::now()));
        if let Some(listener) = open.listener {
            self.unlisten(listener);
        }
        self.acquire(open.owner);
        match value(ctx, self) {
            Ok(value) => open.resolve.restore(ctx)?.call((value,)),
            Err(error) => {
                let reason = caught(ctx, error);
                open.reject.restore(ctx)?.call((reason,))
            }
        }
    }

    fn clock_of(&self, owner: Option<CallId>, change: impl FnOnce(&mut Clock)) {
        let mut calls = self.calls.borrow_mut();
        if let Some(call) = owner.and_then(|id| calls.get_mut(&id)) {
            change(&mut call.clock);
        }
    }

    /// Keeps a function that events are given to; the number is for [`Message::Event`] and [`Self::unlisten`].
    pub(crate) fn listen<'js>(&self, ctx: &Ctx<'js>, function: Function<'js>) -> u64 {
        let id = self.next_id();
        let listener = Listener { function: Persistent::save(ctx, function), owner: self.owner() };
        self.listeners.borrow_mut().insert(id, listener);
        id
    }

    pub(crate) fn unlisten(&self, id: u64) {
        let gone = self.listeners.borrow_mut().remove(&id);
        drop(gone);
    }

    /// Gives an event to its function.
    pub(crate) fn hear(self: &Rc<Self>, ctx: &Ctx<'_>, id: u64, value: Make) -> rquickjs::Result<()> {
        let Some((function, owner)) = self.listeners.borrow().get(&id).map(|l| (l.function.clone(), l.owner)) else {
            return Ok(());
        };
        self.acquire(owner);
        let value = value(ctx, self)?;
        function.restore(ctx)?.call((value,))
    }

    // ---- timers ----

    pub(crate) fn start_timer<'js>(&self, ctx: &Ctx<'js>, ms: f64, repeats: bool, function: Function<'js>) -> u64 {
        let id = self.listen(ctx, function);
        self.timers.borrow_mut().start(id, ms, repeats, Instant::now());
        id
    }

    pub(crate) fn stop_timer(&self, id: u64) {
        if self.timers.borrow_mut().stop(id) {
            self.unlisten(id);
        }
    }

    pub(crate) fn timer_is_due(&self, now: Instant) -> bool {
        self.timers.borrow_mut().next().is_some_and(|at| at <= now)
    }

    /// Runs the earliest timer that is due, if one is.
    pub(crate) fn run_timer(&self, ctx: &Ctx<'_>, now: Instant) -> Option<rquickjs::Result<()>> {
        let due = self.timers.borrow_mut().due(now)?;
        let listener = self.listeners.borrow().get(&due.id).map(|l| (l.function.clone(), l.owner));
        if !due.repeats {
            self.unlisten(due.id);
        }
        let (function, owner) = listener?;
        self.acquire(owner);
        Some(function.restore(ctx).and_then(|function| function.call(())))
    }

    // ---- the end ----

    /// The runtime is over: calls learn why, work is given up, and no JavaScript value is held any more.
    pub(crate) fn close(&self, reason: &StopReason) {
        self.memory.leave();
        drop(self.alive.take());
        for (_, call) in self.calls.take() {
            _ = call.reply.send(Err(CallFailure::Stopped(reason.clone())));
        }
        self.promises.take().into_values().filter_map(|open| open.work).for_each(|work| work.abort());
        drop(self.listeners.take());
        drop(self.entries.take());
        drop(self.namespaces.take());
        self.rejections.clear();
    }

    /// Waits for the end of the runtime; for what goes on beside its code.
    pub(crate) fn end(&self) -> impl Future<Output = ()> + Send + 'static {
        let alive = self.alive.borrow().as_ref().map(watch::Sender::subscribe);
        async move {
            if let Some(mut alive) = alive {
                while alive.changed().await.is_ok() {}
            }
        }
    }

    /// The time since the runtime began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

/// The value that was thrown, or the words of an error of the engine's bindings.
pub(crate) fn caught<'js>(ctx: &Ctx<'js>, error: rquickjs::Error) -> Value<'js> {
    if error.is_exception() {
        return ctx.catch();
    }
    // Conversions and the like: made an exception so that JavaScript sees a proper error.
    _ = rquickjs::Exception::throw_type(ctx, &error.to_string());
    ctx.catch()
}
