//! The bus between runtimes: who listens where. An emit waits for the synchronous part of every other runtime's listeners.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::shared::Shared;
use crate::runtime::Budget;

/// How long an emit waits for one runtime. Two that emit into each other at the same moment would wait for ever.
const PATIENCE: Duration = Duration::from_secs(2);

/// Channels, and the packages with listeners on them.
#[derive(Default)]
pub(super) struct Bus(Mutex<HashMap<String, Vec<PathBuf>>>);

impl Bus {
    pub(super) fn listen(&self, package: &PathBuf, channel: &str, on: bool) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let listeners = channels.entry(channel.to_owned()).or_default();
        listeners.retain(|listener| listener != package);
        if on {
            listeners.push(package.clone());
        }
    }

    fn listeners(&self, channel: &str) -> Vec<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(channel).cloned().unwrap_or_default()
    }
}

impl Shared {
    /// Delivers to every other runtime, one after the other; gives what each made of the data.
    pub(super) fn emit(&self, from: &PathBuf, channel: &str, mut data: Value) -> Value {
        let listeners = self.bus.listeners(channel);
        let packages = self.packages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut answers = Vec::new();
        for package in packages.iter().filter(|package| package.path != *from && listeners.contains(&package.path)) {
            let args = json!([channel, data, from]).to_string();
            match package.runtime.call_blocking("bus", args, Budget::Within(PATIENCE)) {
                Ok(Some(answer)) => {
                    if let Ok(answer) = serde_json::from_str::<Value>(&answer) {
                        data = answer.clone();
                        answers.push(json!({ "runtime": package.path, "changed": answer }));
                    }
                }
                Ok(None) => {}
                Err(failure) => {
                    let name = package.runtime.name().to_owned();
                    self.report(&name, &format!("events:{channel}"), &failure.to_string(), None);
                }
            }
        }
        Value::Array(answers)
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
