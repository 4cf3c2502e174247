//! What a runtime is given when it begins. Nothing else reaches it: no environment, no clock, no folder of the process.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use pith_llm::transport::http::HttpOptions;

use super::{host_calls::HostCalls, io::Io, sink::Sink};
use crate::{modules::Cache, rights::Gate};

/// Everything that one runtime needs.
#[derive(Clone)]
pub struct RuntimeOptions {
    /// Who it is, in errors and lists: the path of the extension, or the package.
    pub name: String,
    /// Where it lies: modules below, and in the `node_modules` of the folders above, are its own; others it may import
    /// only if it may read them.
    pub folder: PathBuf,
    /// What it may do.
    pub gate: Arc<Gate>,
    /// Time, memory and stack.
    pub limits: Limits,
    /// Takes its lines and reports.
    pub sink: Arc<dyn Sink>,
    /// Answers what it asks of the program.
    pub host: Arc<dyn HostCalls>,
    /// Where its asynchronous work is done.
    pub io: Io,
    /// Transpiled and compiled code of earlier starts.
    pub cache: Cache,
    /// Ways and limits of its HTTP requests.
    pub http: HttpOptions,
    /// What it sees of the process.
    pub process: ProcessFacts,
}

/// What `process` and `os` say.
#[derive(Debug, Clone)]
pub struct ProcessFacts {
    /// The working directory it begins in.
    pub cwd: PathBuf,
    /// `process.env`, before the gate.
    pub env: BTreeMap<String, String>,
    /// `process.execPath`: this program.
    pub executable: PathBuf,
    /// The person's folder.
    pub home: PathBuf,
    /// The folder for temporary files.
    pub temporary: PathBuf,
}

/// What a runtime may use up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long code may run without a pause when no call's own limit is shorter.
    pub slice: Duration,
    /// Bytes of memory for values and code.
    pub memory: usize,
    /// Bytes of stack for the engine.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { slice: Duration::from_secs(30), memory: 512 << 20, stack: 4 << 20 }
    }
}

/// How much time of its own a call may take; waiting for the program is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// As long as it likes, though no single stretch of code may hang.
    Unlimited,
    /// This long.
    Within(Duration),
}
