//! States of prompt beginnings on disk, so that a second start does not read the system prompt again.
//!
//! A file is named by the model's identity, the number of tokens and their hash. It is written beside its place and then
//! moved, checked when read, and removed when it turns out to be damaged. The oldest go when the folder grows too big.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use sha2::{Digest as _, Sha256};

use crate::{
    gguf::hex,
    net::{KvCache, Shape},
};

const ENDING: &str = "state";

/// The states of one model.
pub(super) struct Prefixes {
    folder: PathBuf,
    model: String,
    limit: u64,
}

impl Prefixes {
    /// States of the model of this identity, in a folder that is made when first needed. All models together take at most
    /// `limit` bytes.
    pub(super) fn new(folder: PathBuf, model: String, limit: u64) -> Self {
        Self { folder, model, limit }
    }

    /// The longest stored state that these tokens begin with and go beyond, if it is longer than `more_than`.
    pub(super) fn find(&self, shape: &Shape, tokens: &[u32], more_than: usize) -> Option<KvCache> {
        let mut lengths: Vec<(usize, PathBuf)> = fs::read_dir(&self.folder)
            .ok()?
            .flatten()
            .filter_map(|entry| Some((self.length(entry.file_name().to_str()?)?, entry.path())))
            .filter(|(length, _)| *length > more_than && *length < tokens.len())
            .collect();
        lengths.sort_by(|a, b| b.cmp(a));
        lengths.dedup();
        for (length, path) in lengths {
            let prefix = tokens.get(..length)?;
            if path != self.path(prefix) {
                continue;
            }
            match fs::read(&path).ok().and_then(|bytes| KvCache::from_bytes(shape, &bytes)) {
                Some(state) if state.tokens() == prefix => {
                    // Marks it as used just now; when that fails it only goes a little earlier.
                    let _ =
                        fs::File::options().append(true).open(&path).and_then(|f| f.set_modified(SystemTime::now()));
                    return Some(state);
                }
                _ => {
                    let _ = fs::remove_file(&path);
                }
            }
        }
        None
    }

    /// Whether the state of exactly these tokens is stored.
    pub(super) fn has(&self, tokens: &[u32]) -> bool {
        self.path(tokens).exists()
    }

    /// Stores a state.
    ///
    /// # Errors
    /// When the folder cannot be written to; nothing half-written is left in its place.
    pub(super) fn store(&self, state: &KvCache) -> io::Result<()> {
        let bytes = state.to_bytes();
        if bytes.len() as u64 > self.limit {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(".").tempfile_in(&self.folder)?;
        io::Write::write_all(&mut file, &bytes)?;
        file.persist(self.path(state.tokens()))?;
        self.prune()
    }

    /// Removes the states that were used longest ago, until the rest fits.
    fn prune(&self) -> io::Result<()> {
        let mut states: Vec<(SystemTime, u64, PathBuf)> = fs::read_dir(&self.folder)?
            .flatten()
            .filter(|entry| Path::new(&entry.file_name()).extension().is_some_and(|ending| ending == ENDING))
            .filter_map(|entry| {
                let about = entry.metadata().ok()?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        states.sort();
        let mut total: u64 = states.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in states {
            if total <= self.limit {
                break;
            }
            fs::remove_file(path)?;
            total -= size;
        }
        Ok(())
    }

    fn path(&self, tokens: &[u32]) -> PathBuf {
        let mut hash = Sha256::new();
        tokens.iter().for_each(|token| hash.update(token.to_le_bytes()));
        let hash = hash.finalize();
        let name = format!("{}-{}-{}.{ENDING}", self.model, tokens.len(), hex(hash.get(..16).unwrap_or_default()));
        self.folder.join(name)
    }

    /// Tokens of a state of this model, by its file's name.
    fn length(&self, name: &str) -> Option<usize> {
        name.strip_prefix(self.model.as_str())?.strip_prefix('-')?.split_once('-')?.0.parse().ok()
    }
}
