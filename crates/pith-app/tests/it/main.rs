//! The app against a scripted model: prompts in, events out, a session on disk.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cases;
mod commands;
mod compaction;
mod doors;
mod events;
mod gates;
mod queues;
mod resources;
mod retry;
mod sessions;
#[cfg(unix)]
mod shell;
mod stage;
mod tree;
