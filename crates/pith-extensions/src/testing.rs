//! What tests of this crate share: a runtime with files of its own, a program that answers, a sink that keeps.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::{
    Cache,
    rights::{Gate, Rules},
    runtime::{
        Budget, CallFailure, CallResult, Events, HostCalls, HostError, Io, Level, Limits, ProcessFacts, Report,
        Runtime, RuntimeOptions, Sink,
    },
};

/// Keeps what is printed and reported.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) lines: Mutex<Vec<String>>,
    pub(crate) reports: Mutex<Vec<Report>>,
}

impl Sink for Kept {
    fn console(&self, level: Level, text: &str) {
        self.lines.lock().unwrap().push(format!("{level:?}: {text}"));
    }

    fn output(&self, stream: u8, bytes: &[u8]) {
        self.lines.lock().unwrap().push(format!("{stream}: {}", String::from_utf8_lossy(bytes)));
    }

    fn report(&self, report: Report) {
        self.reports.lock().unwrap().push(report);
    }
}

/// Answers `echo` with its arguments, and `slow` after so many milliseconds with two events before.
pub(crate) struct Program;

#[async_trait]
impl HostCalls for Program {
    fn call(&self, method: &str, args: Value) -> Result<Value, HostError> {
        match method {
            "echo" => Ok(args),
            "panic" => panic!("a fault"),
            _ => Err(HostError::new(format!("no `{method}`"))),
        }
    }

    async fn start(
        &self,
        method: &str,
        args: Value,
        events: Events,
        cancel: CancellationToken,
    ) -> Result<Value, HostError> {
        if method != "slow" {
            return self.call(method, args);
        }
        events(json!(1));
        events(json!(2));
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(args.as_u64().unwrap_or(0))) => Ok(json!("done")),
            () = cancel.cancelled() => Err(HostError::new("given up")),
        }
    }
}

/// A runtime with files of its own.
pub(crate) struct World {
    folder: TempDir,
    pub(crate) sink: Arc<Kept>,
    pub(crate) limits: Limits,
    pub(crate) rules: Vec<Rules>,
    pub(crate) cache: Cache,
}

impl World {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let world = Self {
            folder: tempfile::tempdir().unwrap(),
            sink: Arc::default(),
            limits: Limits { slice: Duration::from_secs(2), ..Limits::default() },
            rules: Vec::new(),
            cache: Cache::none(),
        };
        files.iter().for_each(|(path, text)| world.write(path, text));
        world
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn start(&self) -> Runtime {
        let root = self.root();
        Runtime::spawn(RuntimeOptions {
            name: "main.ts".into(),
            folder: self.root(),
            gate: Arc::new(Gate::new("main.ts", self.rules.clone())),
            limits: self.limits,
            sink: Arc::clone(&self.sink) as Arc<dyn Sink>,
            host: Arc::new(Program),
            io: Io::new(),
            cache: self.cache.clone(),
            http: pith_llm::transport::http::HttpOptions::default(),
            process: ProcessFacts {
                cwd: root.clone(),
                env: BTreeMap::from([("PATH".into(), "/usr/bin:/bin".into()), ("SECRET".into(), "x".into())]),
                executable: "/bin/pith".into(),
                home: root.clone(),
                temporary: root,
            },
        })
    }

    /// Runs the default export of `main.ts`.
    pub(crate) async fn run(&self, runtime: &Runtime, args: Value) -> CallResult {
        self.run_within(runtime, args, Budget::Within(Duration::from_secs(20))).await
    }

    pub(crate) async fn run_within(&self, runtime: &Runtime, args: Value, budget: Budget) -> CallResult {
        let main = self.root().join("main.ts").to_string_lossy().into_owned();
        runtime.call("run", json!([main, args]).to_string(), budget).await
    }
}

/// What the default export of `main.ts` gives.
pub(crate) async fn check(files: &[(&str, &str)], expected: Value) {
    let world = World::new(files);
    let runtime = world.start();
    let result = world.run(&runtime, json!([])).await;
    let result = result.unwrap_or_else(|failure| panic!("{failure:?}")).unwrap_or_else(|| "null".into());
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected);
}

pub(crate) fn threw(result: CallResult) -> (String, String, String) {
    match result {
        Err(CallFailure::Threw { name, message, stack }) => (name, message, stack),
        other => panic!("{other:?}"),
    }
}
