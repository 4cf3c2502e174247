//! The runtime of one package, in which all its extensions live.

use std::path::PathBuf;
use std::sync::{Arc, Weak};

use serde::Serialize;

use crate::rights::{Gate, Rules};
use crate::runtime::{Arguments, Budget, CallFailure, CallResult, Runtime, RuntimeOptions};

use super::calls::Calls;
use super::outlet::PackageSink;
use super::shared::Shared;

/// A package and its runtime.
pub(super) struct Package {
    /// Its folder, or its only file.
    pub(super) path: PathBuf,
    pub(super) gate: Arc<Gate>,
    pub(super) runtime: Runtime,
}

impl Package {
    /// Begins a runtime for a package.
    pub(super) fn begin(path: PathBuf, name: String, rules: Vec<Rules>, shared: &Weak<Shared>) -> Option<Arc<Self>> {
        let owner = shared.upgrade()?;
        let around = &owner.surroundings;
        let gate = Arc::new(Gate::new(name.clone(), rules));
        let runtime = Runtime::spawn(RuntimeOptions {
            name: name.clone(),
            folder: path.parent().filter(|_| path.is_file()).unwrap_or(&path).to_owned(),
            gate: Arc::clone(&gate),
            limits: around.limits,
            sink: Arc::new(PackageSink {
                name,
                package: path.clone(),
                outlet: Arc::clone(&around.outlet),
                shared: Weak::clone(shared),
            }),
            host: Arc::new(Calls { shared: Weak::clone(shared), package: path.clone(), gate: Arc::clone(&gate) }),
            io: around.io.clone(),
            cache: around.cache.clone(),
            http: around.http.clone(),
            process: around.process.clone(),
        });
        Some(Arc::new(Self { path, gate, runtime }))
    }

    /// Calls what JavaScript exposed. The answer as JSON, or nothing.
    pub(super) async fn call(
        &self,
        entry: &str,
        args: &impl Serialize,
        budget: Budget,
    ) -> Result<Option<serde_json::Value>, CallFailure> {
        let answer = self.ask(entry, args, None, budget).await?;
        answer.map(|json| serde_json::from_str(&json)).transpose().map_err(|error| unusable(&error))
    }

    /// The same with one more argument that is a text, and with the answer as it came.
    pub(super) async fn ask(
        &self,
        entry: &str,
        args: &impl Serialize,
        text: Option<Arc<str>>,
        budget: Budget,
    ) -> CallResult {
        let json = serde_json::to_string(args).map_err(|error| unusable(&error))?;
        self.runtime.call(entry, Arguments { json, text }, budget).await
    }

    /// Tells JavaScript something, without waiting.
    pub(super) fn tell(&self, entry: &str, args: &impl Serialize) {
        if let Ok(args) = serde_json::to_string(args) {
            drop(self.runtime.begin(entry, args, Budget::Unlimited));
        }
    }
}

fn unusable(error: &serde_json::Error) -> CallFailure {
    CallFailure::Threw { name: "TypeError".to_owned(), message: error.to_string(), stack: String::new() }
}
