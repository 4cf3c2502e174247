//! What extensions ask of the program: one file for each area, each a list of methods.
//!
//! A question is answered at once, on the extension's thread; work is done in the app's runtime, and answered later.

mod early;
mod entries;
mod extension;
mod images;
mod messages;
mod models;
mod prompt;
mod replace;
mod resources;
mod run;
mod session;
mod summaries;
mod theme;
mod tools;
mod ui;

use std::path::PathBuf;
use std::sync::{Arc, Weak};

use async_trait::async_trait;
use pith_app::App;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::shared::Shared;
use crate::rights::Gate;
use crate::runtime::{Events, HostCalls, HostError};

/// Answers one package.
pub(super) struct Calls {
    pub(super) shared: Weak<Shared>,
    pub(super) package: PathBuf,
    pub(super) gate: Arc<Gate>,
}

/// A question on its way through the areas. Each answers what it knows.
struct Question<'a> {
    method: &'a str,
    args: Value,
    shared: Arc<Shared>,
    package: &'a PathBuf,
    gate: &'a Gate,
}

/// Work on its way through the areas.
struct Work<'a> {
    method: &'a str,
    args: Value,
    shared: Arc<Shared>,
    gate: &'a Gate,
    events: Arc<dyn Fn(Value) + Send + Sync>,
    cancel: CancellationToken,
}

/// An answer, or nothing when the area does not know the method.
type Answer = Option<Result<Value, HostError>>;

/// The areas with questions, in the order in which they are tried.
const QUESTIONS: &[fn(&Question<'_>) -> Answer] = &[
    extension::answer,
    session::answer,
    entries::answer,
    run::answer,
    messages::answer,
    tools::answer,
    ui::answer,
    prompt::answer,
    models::answer,
    theme::answer,
    resources::answer,
    summaries::answer,
];

#[async_trait]
impl HostCalls for Calls {
    fn call(&self, method: &str, args: Value) -> Result<Value, HostError> {
        let question = Question { method, args, shared: self.shared()?, package: &self.package, gate: &self.gate };
        QUESTIONS.iter().find_map(|area| area(&question)).unwrap_or_else(|| Err(unknown(method)))
    }

    async fn start(
        &self,
        method: &str,
        args: Value,
        events: Events,
        cancel: CancellationToken,
    ) -> Result<Value, HostError> {
        let (shared, events) = (self.shared()?, Arc::from(events));
        let work = Work { method, args, shared, gate: &self.gate, events, cancel };
        match method.split('.').next().unwrap_or_default() {
            "ui" => ui::work(work).await,
            "message" => messages::work(work).await,
            "session" | "reload" | "compact" => replace::work(work).await,
            "model" | "models" | "provider" | "login" | "llm" => models::work(work).await,
            "tool" => tools::work(work).await,
            "run" => run::work(work).await,
            "image" => images::work(work).await,
            "sessions" => summaries::work(work).await,
            _ => extension::work(work).await,
        }
    }
}

impl Calls {
    fn shared(&self) -> Result<Arc<Shared>, HostError> {
        self.shared.upgrade().ok_or_else(|| HostError::new("the program ends"))
    }
}

impl Question<'_> {
    fn app(&self) -> Result<App, HostError> {
        self.shared.app().ok_or_else(no_session)
    }

    fn text(&self, name: &str) -> &str {
        self.args.get(name).and_then(Value::as_str).unwrap_or_default()
    }
}

impl Work<'_> {
    fn app(&self) -> Result<App, HostError> {
        self.shared.app().ok_or_else(no_session)
    }

    fn read<T: DeserializeOwned>(&mut self) -> Result<T, HostError> {
        read(self.args.take())
    }

    /// Does it in the app's runtime.
    async fn on_app<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Result<T, HostError> {
        self.shared.on_app(work).await.ok_or_else(|| HostError::new("the program ends"))
    }
}

pub(super) fn read<T: DeserializeOwned>(value: Value) -> Result<T, HostError> {
    serde_json::from_value(value).map_err(|error| HostError::new(format!("this cannot be used: {error}")))
}

fn unknown(method: &str) -> HostError {
    HostError::new(format!("`{method}` is not offered to extensions here"))
}

fn no_session() -> HostError {
    HostError::new("not initialised: there is no session yet; call this from a handler")
}
