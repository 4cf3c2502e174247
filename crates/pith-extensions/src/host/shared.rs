//! What all extensions of a program share: the app, the packages, those in force, the values of flags, the bus.

use std::collections::VecDeque;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use pith_app::extension::{Account, RightUse};
use pith_app::{App, WeakApp};
use pith_tui::printable;
use tokio::runtime::Handle;

use crate::rights::Usage;

use super::bus::Bus;
use super::component::Components;
use super::discover::Found;
use super::flags::FlagValues;
use super::logins::OpenLogins;
use super::own_stream::OpenStreams;
use super::package::Package;
use super::registered::{CommandSpec, Registered};
use super::source::Surroundings;
use super::themes::Themes;
use super::tool::RunningTools;

/// Errors that are remembered for each extension.
const REMEMBERED: usize = 100;

pub(super) struct Shared {
    pub(super) surroundings: Surroundings,
    app: RwLock<WeakApp>,
    /// The runtime of the app: what is done to the app is done there.
    handle: RwLock<Option<Handle>>,
    pub(super) flags: Mutex<FlagValues>,
    pub(super) packages: Mutex<Vec<Arc<Package>>>,
    /// In the order in which they were loaded.
    in_force: RwLock<Vec<Arc<Record>>>,
    pub(super) bus: Bus,
    pub(super) components: Components,
    pub(super) themes: Themes,
    pub(super) running: RunningTools,
    /// Answers of extensions that are under way.
    pub(super) streams: OpenStreams,
    /// Logins that are under way.
    pub(super) logins: OpenLogins,
    loads: AtomicU64,
}

/// One load of one extension.
pub(super) struct Record {
    /// Names the load, also in JavaScript.
    pub(super) id: String,
    pub(super) found: Found,
    pub(super) package: Arc<Package>,
    pub(super) registered: RwLock<Registered>,
    load_time: AtomicU64,
    /// Whether its factory is done: what it registers then counts at once.
    loaded: AtomicBool,
    spent: AtomicU64,
    events: AtomicU64,
    errors: Mutex<VecDeque<String>>,
}

impl Shared {
    pub(super) fn new(surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            app: RwLock::default(),
            handle: RwLock::default(),
            flags: Mutex::default(),
            packages: Mutex::default(),
            in_force: RwLock::default(),
            bus: Bus::default(),
            components: Components::default(),
            themes: Themes::default(),
            running: RunningTools::default(),
            streams: OpenStreams::default(),
            logins: OpenLogins::default(),
            loads: AtomicU64::new(0),
        }
    }

    /// The app, once there is one.
    pub(super) fn app(&self) -> Option<App> {
        self.app.read().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    pub(super) fn attach(&self, app: WeakApp) {
        *self.app.write().unwrap_or_else(PoisonError::into_inner) = app;
    }

    /// Notes the runtime that this is called in as the app's.
    pub(super) fn note_runtime(&self) {
        if let Ok(handle) = Handle::try_current() {
            self.handle.write().unwrap_or_else(PoisonError::into_inner).get_or_insert(handle);
        }
    }

    pub(super) fn handle(&self) -> Option<Handle> {
        self.handle.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where the session works.
    pub(super) fn cwd(&self) -> PathBuf {
        match self.app() {
            Some(app) => app.read_session(|session| session.header().cwd.clone().into()),
            None => self.surroundings.process.cwd.clone(),
        }
    }

    /// Unix milliseconds; zero while there is no app.
    pub(super) fn now_ms(&self) -> i64 {
        self.app().map_or(0, |app| app.now_ms())
    }

    /// Tells one package something, without waiting.
    pub(super) fn tell_package(&self, package: &Path, entry: &str, args: &serde_json::Value) {
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(package) = packages.iter().find(|other| other.path == package) {
            package.tell(entry, args);
        }
    }

    /// A number for the next load.
    pub(super) fn next_load(&self) -> u64 {
        self.loads.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn in_force(&self) -> Vec<Arc<Record>> {
        self.in_force.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Those in force of a package whose factories are done.
    pub(super) fn loaded_of(&self, package: &Path) -> Vec<Arc<Record>> {
        let is_of = |record: &Arc<Record>| record.package.path == package && record.is_loaded();
        self.in_force().into_iter().filter(is_of).collect()
    }

    pub(super) fn set_in_force(&self, records: Vec<Arc<Record>>) {
        *self.in_force.write().unwrap_or_else(PoisonError::into_inner) = records;
    }

    pub(super) fn add_in_force(&self, record: Arc<Record>) {
        self.in_force.write().unwrap_or_else(PoisonError::into_inner).push(record);
    }

    pub(super) fn record(&self, id: &str) -> Option<Arc<Record>> {
        self.in_force.read().unwrap_or_else(PoisonError::into_inner).iter().find(|record| record.id == id).cloned()
    }

    /// Begins something with the app from a thread of an extension, as far as it goes without waiting; the rest is done in
    /// the app's runtime. So what a caller reads next is what it has just set, and nobody waits for an event that this
    /// very extension hears.
    pub(super) fn begin<F: Future<Output = ()> + Send + 'static>(&self, work: F) {
        let Some(handle) = self.handle() else { return };
        let _inside = handle.enter();
        let mut work = Box::pin(work);
        if work.as_mut().poll(&mut Context::from_waker(Waker::noop())) == Poll::Pending {
            handle.spawn(work);
        }
    }

    /// Does something with the app in its runtime, and waits for it.
    pub(super) async fn on_app<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Option<T> {
        self.handle()?.spawn(work).await.ok()
    }

    /// Tells the app, and remembers, that an extension failed where nobody waits for it.
    pub(super) fn report(&self, extension: &str, event: &str, error: &str, stack: Option<String>) {
        let mut extension = extension.to_owned();
        for record in self.in_force() {
            if record.name() == extension
                || record.id == extension
                || record.package.path.to_string_lossy() == extension
            {
                record.note_error(format!("{event}: {error}"));
                // An id is for the host alone; people know the file.
                if record.id == extension {
                    extension = record.name();
                }
            }
        }
        let Some(app) = self.app() else {
            return self
                .surroundings
                .outlet
                .write(&extension, &printable(&format!("Extension error ({extension}): {event}: {error}\n")));
        };
        let (event, error) = (event.to_owned(), error.to_owned());
        self.begin(async move { app.report_extension(extension, event, error, stack).await });
    }

    /// The slash commands of all, with the names under which they are reached (1.3.3).
    pub(super) fn commands(&self) -> Vec<(Arc<Record>, String, CommandSpec)> {
        let records = self.in_force();
        let all: Vec<_> = records
            .iter()
            .flat_map(|record| record.registered().commands.into_iter().map(|command| (Arc::clone(record), command)))
            .collect();
        let count = |name: &str| all.iter().filter(|(_, command)| command.name == name).count();
        let mut given = Vec::<(Arc<Record>, String, CommandSpec)>::new();
        for (record, command) in &all {
            let reached = if count(&command.name) > 1 {
                let before = given.iter().filter(|(_, _, other)| other.name == command.name).count();
                format!("{}:{}", command.name, before + 1)
            } else {
                command.name.clone()
            };
            given.push((Arc::clone(record), reached, command.clone()));
        }
        given
    }
}

impl Record {
    pub(super) fn new(id: String, found: Found, package: Arc<Package>) -> Self {
        Self {
            id,
            found,
            package,
            registered: RwLock::default(),
            load_time: AtomicU64::new(0),
            loaded: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            events: AtomicU64::new(0),
            errors: Mutex::default(),
        }
    }

    /// As it is called in reports.
    pub(super) fn name(&self) -> String {
        self.found.path.to_string_lossy().into_owned()
    }

    /// The models of a provider are these from now on; whether that is news.
    pub(super) fn put_models(&self, provider: &str, models: serde_json::Value) -> bool {
        self.registered.write().unwrap_or_else(PoisonError::into_inner).put_models(provider, models)
    }

    /// The models of a provider are these for whoever has signed in; nothing for those of everybody.
    pub(super) fn put_projected(&self, provider: &str, models: Option<serde_json::Value>) {
        let mut registered = self.registered.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(spec) = registered.providers.iter_mut().find(|spec| spec.name == provider) {
            spec.projected = models;
        }
    }

    pub(super) fn registered(&self) -> Registered {
        self.registered.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it has a handler of this event.
    pub(super) fn hears(&self, event: &str) -> bool {
        self.registered.read().unwrap_or_else(PoisonError::into_inner).handlers.contains(event)
    }

    /// Its factory is done.
    pub(super) fn note_loaded(&self, time: Duration) {
        self.load_time.store(nanoseconds(time), Ordering::Relaxed);
        self.loaded.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_loaded(&self) -> bool {
        self.loaded.load(Ordering::Relaxed)
    }

    pub(super) fn note_time(&self, time: Duration) {
        self.spent.fetch_add(nanoseconds(time), Ordering::Relaxed);
        self.events.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn note_error(&self, error: String) {
        let mut errors = self.lock_errors();
        if errors.len() == REMEMBERED {
            errors.pop_front();
        }
        errors.push_back(error);
    }

    pub(super) fn account(&self) -> Account {
        let registered = self.registered();
        let right = |usage: Usage| RightUse {
            kind: usage.kind.to_owned(),
            object: usage.object,
            times: usage.times,
            granted: usage.granted,
        };
        let milliseconds = |count: &AtomicU64| Duration::from_nanos(count.load(Ordering::Relaxed)).as_secs_f64() * 1e3;
        Account {
            name: self.name(),
            source: self.found.source_info(),
            load_ms: milliseconds(&self.load_time),
            spent_ms: milliseconds(&self.spent),
            events: self.events.load(Ordering::Relaxed),
            handlers: registered.handlers.into_iter().collect(),
            tools: registered.tools.into_iter().map(|tool| tool.name).collect(),
            commands: registered.commands.into_iter().map(|command| command.name).collect(),
            flags: registered.flags.into_iter().map(|flag| flag.name).collect(),
            shortcuts: registered.shortcuts.into_iter().map(|shortcut| shortcut.key).collect(),
            providers: registered.providers.into_iter().map(|provider| provider.name).collect(),
            rights: self.package.gate.usage().into_iter().map(right).collect(),
            errors: self.lock_errors().iter().cloned().collect(),
        }
    }

    fn lock_errors(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
