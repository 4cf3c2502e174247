//! Gathers what a command writes, while it runs and after.
//!
//! A thread reads the one pipe that stands for stdout and stderr, so that their order is kept. While the call runs, bytes
//! go into bounded memory and, once they are more than a model gets, into a spill file. When the call has ended but some
//! process still holds the pipe, the thread goes on: what comes then goes to a log, so that the process neither blocks nor
//! dies of a closed pipe.

use std::{
    io::{self, PipeReader, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use tokio::sync::Notify;

use super::{
    clean::Cleaner,
    kept::{Kept, Tail},
    spill::Spill,
};
use crate::{
    settings::{ToolLimits, ToolSettings},
    shared::truncate::{MAX_BYTES, MAX_LINES},
};

/// Gets each part of the output that will not change any more.
pub(crate) type Told = Box<dyn Fn(&str) + Send>;

/// The output of one command. Dropping it drops what still comes.
pub(super) struct Collector {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Notify,
    ended: Notify,
}

struct State {
    folder: PathBuf,
    limits: ToolLimits,
    cleaner: Cleaner,
    kept: Kept,
    raw: Raw,
    sink: Sink,
    at_end: bool,
    told: Option<Told>,
}

/// Where bytes go.
enum Sink {
    Call,
    Log(Spill),
    Nowhere,
}

/// The raw bytes, in case they become more than a model gets.
enum Raw {
    Few { bytes: Vec<u8>, newlines: usize },
    Spilled(Spill),
    Lost(String),
}

/// Where the whole of an output is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WholeOutput {
    /// In this file.
    File(PathBuf),
    /// Its beginning is in this file; the rest was too much.
    Beginning(PathBuf),
    /// Nowhere, for this reason.
    Lost(String),
}

/// What is known of an output when the call ends.
pub(crate) struct Gathered {
    pub(crate) tail: Tail,
    /// For programs, and whether something is missing from it.
    pub(super) excerpt: (String, bool),
    /// Set when the tail is not all.
    pub(crate) whole: Option<WholeOutput>,
    /// Set when processes still hold the pipe: where they are written to, or why nowhere.
    pub(super) log: Option<Result<PathBuf, String>>,
}

impl Collector {
    /// Starts to read the pipe; spill files are made in the settings' folder.
    pub(super) fn start(pipe: PipeReader, settings: &ToolSettings, told: Option<Told>) -> io::Result<Self> {
        let state = State {
            folder: settings.temp_dir.clone(),
            limits: settings.limits,
            cleaner: Cleaner::new(),
            kept: Kept::default(),
            raw: Raw::Few { bytes: Vec::new(), newlines: 0 },
            sink: Sink::Call,
            at_end: false,
            told,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Notify::new(), ended: Notify::new() });
        let reading = Arc::clone(&shared);
        thread::Builder::new().name("bash-output".to_owned()).spawn(move || reading.read_all(pipe))?;
        Ok(Self { shared })
    }

    /// Waits for more output than there was when this was last waited for.
    pub(super) async fn changed(&self) {
        self.shared.changed.notified().await;
    }

    /// Waits until nobody can write any more.
    pub(super) async fn ended(&self) {
        if !self.shared.lock().at_end {
            self.shared.ended.notified().await;
        }
    }

    /// The output so far, as far as a model gets it.
    pub(super) fn tail(&self) -> Tail {
        let state = self.shared.lock();
        state.kept.tail(state.cleaner.open_line())
    }

    /// Ends the call's part of the output: from here on bytes go to a log, if any can come.
    pub(super) fn finish(self) -> Gathered {
        let mut state = self.shared.lock();
        let log = (!state.at_end).then(|| {
            let log = Spill::create(&state.folder, state.limits.background_log)?;
            let path = log.path().to_owned();
            state.sink = Sink::Log(log);
            Ok(path)
        });
        if let Some(told) = state.told.take().filter(|_| !state.cleaner.open_line().is_empty()) {
            told(state.cleaner.open_line());
        }
        let tail = state.kept.tail(state.cleaner.open_line());
        let excerpt = state.kept.excerpt(state.cleaner.open_line());
        let raw = std::mem::replace(&mut state.raw, Raw::Few { bytes: Vec::new(), newlines: 0 });
        let whole = match raw {
            Raw::Few { .. } => None,
            // Much of it was escape sequences or overwritten: the model has it all.
            Raw::Spilled(spill) if !tail.truncation.truncated => {
                spill.discard();
                None
            }
            Raw::Lost(_) if !tail.truncation.truncated => None,
            Raw::Spilled(spill) if spill.is_cut() => Some(WholeOutput::Beginning(spill.path().to_owned())),
            Raw::Spilled(spill) => Some(WholeOutput::File(spill.path().to_owned())),
            Raw::Lost(reason) => Some(WholeOutput::Lost(reason)),
        };
        Gathered { tail, excerpt, whole, log }
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        if matches!(state.sink, Sink::Call) {
            state.sink = Sink::Nowhere;
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_all(&self, mut pipe: PipeReader) {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match pipe.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => self.take(buffer.get(..len).unwrap_or_default()),
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let mut state = self.lock();
        state.at_end = true;
        state.sink = Sink::Nowhere;
        // Stored for a waiter that comes later.
        self.ended.notify_one();
    }

    fn take(&self, bytes: &[u8]) {
        let mut state = self.lock();
        let State { sink, cleaner, kept, raw, folder, limits, told, .. } = &mut *state;
        match sink {
            Sink::Call => {
                raw.push(bytes, folder, limits.output_file);
                let mut fresh = String::new();
                cleaner.push(bytes, |text| {
                    kept.push(text);
                    if told.is_some() {
                        fresh.push_str(text);
                    }
                });
                if let Some(told) = told.as_ref().filter(|_| !fresh.is_empty()) {
                    told(&fresh);
                }
                self.changed.notify_one();
            }
            Sink::Log(log) => log.push(bytes),
            Sink::Nowhere => {}
        }
    }
}

impl Raw {
    fn push(&mut self, more: &[u8], folder: &Path, largest: u64) {
        match self {
            Self::Few { bytes, newlines } => {
                bytes.extend_from_slice(more);
                *newlines += memchr::memchr_iter(b'\n', more).count();
                if bytes.len() > MAX_BYTES || *newlines > MAX_LINES {
                    let created = Spill::create(folder, largest);
                    *self = created.map_or_else(Self::Lost, |mut spill| {
                        spill.push(bytes);
                        Self::Spilled(spill)
                    });
                }
            }
            Self::Spilled(spill) => spill.push(more),
            Self::Lost(_) => {}
        }
    }
}
