//! The program as a process: arguments in; stdout, stderr and exit code out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arguments;
mod json;
#[cfg(feature = "local")]
mod local;
mod models;
mod print;
mod program;
mod resources;
mod sessions;
#[cfg(unix)]
mod signals;
mod trouble;
