//! How an event is given to the handlers of one extension, and what is done when they fail.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pith_app::extension::{ExtensionError, Fault};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::super::failure::extension_error;
use super::Loaded;
use crate::runtime::CallFailure;

/// Events at which an extension that cannot answer must be heard all the same: nothing passes.
const GATES: &[&str] = &["input", "tool_call", "user_bash"];

/// How long a handler has to end by itself after the person has aborted.
const GRACE: Duration = Duration::from_millis(250);

impl Loaded {
    /// Gives an event to the handlers, and a member of it that is a text of its own. Nothing when they had nothing to say,
    /// their answer as JSON otherwise. When the person aborts meanwhile they are left, and what they run is broken off.
    async fn dispatch(
        &self,
        event: &str,
        data: &Value,
        text: Option<Arc<str>>,
    ) -> Result<Option<String>, ExtensionError> {
        if !GATES.contains(&event) && self.record.package.runtime.stopped().is_some() {
            return Ok(None);
        }
        let begun = Instant::now();
        let budget = self.shared.surroundings.deadlines.budget(event);
        let args = (&self.record.id, event, data);
        let abort = self.shared.app().map(|app| app.next_abort());
        let left = async {
            match abort {
                Some(abort) => {
                    abort.cancelled().await;
                    tokio::time::sleep(GRACE).await;
                }
                None => std::future::pending().await,
            }
        };
        let answer = tokio::select! {
            biased;
            answer = self.record.package.ask("dispatch", &args, text, budget) => answer,
            () = left => Err(CallFailure::GivenUp),
        };
        self.record.note_time(begun.elapsed());
        answer.map(|answer| answer.filter(|json| json != "null")).map_err(|failure| {
            self.record.note_error(format!("{event}: {failure}"));
            extension_error(failure)
        })
    }

    /// The same for an event of which somebody must hear, with the answer read as what it must be.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        event: &str,
        data: impl FnOnce() -> Value,
    ) -> Result<Option<T>, ExtensionError> {
        self.ask_about(event, || (data(), None)).await
    }

    /// The same for an event with a member that is a text of its own: it is made once for all extensions, and parsed only by
    /// those that look at it.
    pub(super) async fn ask_about<T: DeserializeOwned>(
        &self,
        event: &str,
        data: impl FnOnce() -> (Value, Option<Arc<str>>),
    ) -> Result<Option<T>, ExtensionError> {
        if !self.record.hears(event) {
            return Ok(None);
        }
        let (data, text) = data();
        let Some(answer) = self.dispatch(event, &data, text).await? else { return Ok(None) };
        serde_json::from_str(&answer)
            .map(Some)
            .map_err(|error| ExtensionError::new(format!("its answer to `{event}` cannot be read: {error}")))
    }

    /// That it was stopped is told once, when it is; a person who asks something of it afterwards is told again.
    pub(super) fn still_runs(&self) -> Result<(), ExtensionError> {
        let Some(reason) = self.record.package.runtime.stopped() else { return Ok(()) };
        Err(ExtensionError::new(format!("the extension was stopped: {reason}; `/reload` begins it anew")))
    }

    /// Gives an event to the handlers that has no answer; a failure is told.
    pub(super) async fn hear(&self, event: &str, data: impl FnOnce() -> Value) {
        if !self.record.hears(event) {
            return;
        }
        if let Err(error) = self.dispatch(event, &data(), None).await
            && error.fault != Fault::Stopped
        {
            self.shared.report(&self.record.id, event, &error.to_string(), error.stack);
        }
    }

    /// The event of a call with the call that makes it, if one does.
    pub(super) fn with_parent(&self, mut event: Value, call: &str) -> Value {
        if let Some(parent) = self.shared.running.parent(call) {
            event["parentToolCallId"] = parent.into();
        }
        event
    }

    /// A name for what fires when `cancel` does, for the handlers' `signal`. Nothing is told after the guard is dropped.
    pub(super) fn signal(&self, cancel: &CancellationToken) -> (String, DropGuard) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("signal:{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let (done, package) = (CancellationToken::new(), Arc::clone(&self.record.package));
        let (fired, over, called) = (cancel.clone(), done.clone(), name.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = fired.cancelled() => package.tell("over", &json!([called, true])),
                () = over.cancelled() => {}
            }
        });
        (name, done.drop_guard())
    }

    /// Paths that an extension gave: from its own folder, or from the working directory when there is nothing there.
    pub(super) fn resolve(&self, paths: Vec<String>) -> Vec<PathBuf> {
        let base = self.record.found.path.parent().unwrap_or(Path::new(""));
        let cwd = self.shared.cwd();
        let found = |path: String| {
            let (own, other) = (plain(&base.join(&path)), plain(&cwd.join(&path)));
            if !own.exists() && other.exists() { other } else { own }
        };
        paths.into_iter().map(found).collect()
    }
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
