//! The recorded behaviour of spec/core.md, replayed: every case of `cases.json` and every trace of `traces.json`.
//!
//! The fixtures stand in `tests/fixtures/core`; `PITH_CORE_CASES` names another folder with files of the same names and
//! form, which is replayed as well. Each file's `about` explains its marks, spec/core.md §7 the drivers. What is marked as
//! a fault of the reference must settle and not repeat the fault; in our own files each has a test of its own besides.
//! Where ours differs on purpose, `cases/differences.rs` says how; the reasons stand in `docs/pi-map.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cases;
mod compare;
mod traces;

use std::{fs, path::PathBuf};

use serde::de::DeserializeOwned;

/// Our own files.
fn own() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/core")
}

/// The folders to replay.
fn folders() -> Vec<PathBuf> {
    std::iter::once(own()).chain(std::env::var_os("PITH_CORE_CASES").map(PathBuf::from)).collect()
}

/// Reads a file of one of the folders.
fn load<T: DeserializeOwned>(path: &std::path::Path) -> T {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    pith_types::parse_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
