//! The bus between runtimes: who listens where, and what is on its way. An emit waits for the synchronous part of every other
//! runtime's listeners.
//!
//! What is delivered lies on the desk of the runtime that it is for, and is taken there either by a call from outside or,
//! when that runtime waits for an emit of its own, by the thread that waits: so listeners may emit themselves, also back
//! to whoever waits for them.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::package::Package;
use super::shared::Shared;
use crate::runtime::{Budget, CallResult};

/// How long an emit waits until a runtime comes to it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether the other runtime is still there.
const LOOKS: Duration = Duration::from_millis(50);

/// Channels, the packages with listeners on them, and what is on its way.
#[derive(Default)]
pub(super) struct Bus {
    listeners: Mutex<HashMap<String, Vec<PathBuf>>>,
    ways: Mutex<Ways>,
    changed: Condvar,
}

#[derive(Default)]
struct Ways {
    last: u64,
    /// What is for each package, in order.
    desks: HashMap<PathBuf, VecDeque<Delivery>>,
    /// Emits that wait for one package each.
    waits: HashMap<u64, Wait>,
}

struct Delivery {
    id: u64,
    channel: String,
    data: Value,
}

struct Wait {
    to: Arc<Package>,
    channel: String,
    since: Instant,
    /// The call that has the other runtime look at its desk.
    call: oneshot::Receiver<CallResult>,
    taken: bool,
    /// The data as the listeners left it.
    answer: Option<Value>,
}

/// What a listener's runtime says of a delivery.
#[derive(Deserialize)]
pub(super) struct Heard {
    id: u64,
    #[serde(default)]
    data: Value,
}

impl Bus {
    pub(super) fn listen(&self, package: &PathBuf, channel: &str, on: bool) {
        let mut channels = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        let listeners = channels.entry(channel.to_owned()).or_default();
        listeners.retain(|listener| listener != package);
        if on {
            listeners.push(package.clone());
        }
    }

    fn listeners(&self, channel: &str) -> Vec<PathBuf> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).get(channel).cloned().unwrap_or_default()
    }

    fn ways(&self) -> MutexGuard<'_, Ways> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What lies on the desk of a package; nothing when it is empty.
    pub(super) fn take(&self, package: &Path) -> Value {
        self.ways().take(package).unwrap_or_default()
    }

    /// The listeners of a package are done with a delivery.
    pub(super) fn heard(&self, heard: Heard) {
        // Nobody waits any more for one that came late.
        if let Some(wait) = self.ways().waits.get_mut(&heard.id) {
            wait.answer = Some(heard.data);
            self.changed.notify_all();
        }
    }
}

impl Ways {
    fn take(&mut self, package: &Path) -> Option<Value> {
        let Delivery { id, channel, data } = self.desks.get_mut(package)?.pop_front()?;
        if let Some(wait) = self.waits.get_mut(&id) {
            wait.taken = true;
        }
        Some(json!({ "id": id, "channel": channel, "data": data }))
    }
}

impl Wait {
    /// Why nothing will come; nothing while it still can.
    fn is_lost(&mut self) -> Option<String> {
        match self.call.try_recv() {
            Ok(Err(failure)) => return Some(failure.to_string()),
            // It has been called since, so whatever took the delivery is over.
            Ok(Ok(_)) => return Some("its listeners were broken off".to_owned()),
            Err(TryRecvError::Closed) => return Some("the extension is gone".to_owned()),
            Err(TryRecvError::Empty) => {}
        }
        if let Some(reason) = self.to.runtime.stopped() {
            return Some(reason.to_string());
        }
        let late = !self.taken && self.since.elapsed() > PATIENCE;
        late.then(|| format!("it was busy for {} seconds, and hears this later", PATIENCE.as_secs()))
    }
}

impl Shared {
    /// The other packages that listen.
    pub(super) fn listeners(&self, from: &Path, channel: &str) -> Vec<PathBuf> {
        let listeners = self.bus.listeners(channel);
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let listens = |package: &&Arc<Package>| package.path != *from && listeners.contains(&package.path);
        packages.iter().filter(listens).map(|package| package.path.clone()).collect()
    }

    /// Delivers to one package, and waits as `wait_for` does.
    pub(super) fn deliver(&self, from: &Path, to: &Path, channel: &str, data: Value) -> Value {
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(to) = packages.into_iter().find(|package| package.path == to) else { return Value::Null };
        let id = {
            let mut ways = self.bus.ways();
            ways.last += 1;
            let id = ways.last;
            let delivery = Delivery { id, channel: channel.to_owned(), data };
            ways.desks.entry(to.path.clone()).or_default().push_back(delivery);
            let call = to.runtime.begin("bus", "[]", Budget::Within(PATIENCE));
            let wait =
                Wait { to, channel: channel.to_owned(), since: Instant::now(), call, taken: false, answer: None };
            ways.waits.insert(id, wait);
            self.bus.changed.notify_all();
            id
        };
        self.wait_for(from, id)
    }

    /// Waits until a delivery has been heard: `{ changed }` is the data as it came back. What has to be heard by the one
    /// who waits comes before: `{ wait, deliver }`. Nothing when no answer will come, which is reported.
    pub(super) fn wait_for(&self, from: &Path, id: u64) -> Value {
        let mut ways = self.bus.ways();
        loop {
            let Some(wait) = ways.waits.get_mut(&id) else { return Value::Null };
            if let Some(changed) = wait.answer.take() {
                ways.waits.remove(&id);
                return json!({ "changed": changed });
            }
            if let Some(reason) = wait.is_lost() {
                let (name, event) = (wait.to.runtime.name().to_owned(), format!("events:{}", wait.channel));
                ways.waits.remove(&id);
                drop(ways);
                self.report(&name, &event, &reason, None);
                return Value::Null;
            }
            if let Some(deliver) = ways.take(from) {
                return json!({ "wait": id, "deliver": deliver });
            }
            (ways, _) = self.bus.changed.wait_timeout(ways, LOOKS).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Calls a function that another runtime handed out.
    pub(super) async fn invoke(&self, package: PathBuf, handle: Value, args: Value) -> Result<Value, String> {
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(owner) = packages.iter().find(|other| other.path == package) else {
            return Err("the extension that it belongs to is gone".to_owned());
        };
        let answer = owner.call("invoke", &json!([handle, args]), Budget::Unlimited).await;
        answer.map(Option::unwrap_or_default).map_err(|failure| failure.to_string())
    }
}
