//! The recorded behaviour of spec/core.md, replayed: every trace of `traces.json`, and the cases that
//! are this crate's, against this library.
//!
//! The fixtures stand in `tests/fixtures/core`; `PITH_CORE_CASES` names another folder with files of the same names and
//! form. There a trace that is marked as a fault of the reference must at least settle and not repeat the fault.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "tests")]

mod cases;
mod traces;

use std::path::PathBuf;

/// Our own files.
fn own() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/core")
}

/// The files to replay.
fn folder() -> PathBuf {
    std::env::var_os("PITH_CORE_CASES").map_or_else(own, PathBuf::from)
}
