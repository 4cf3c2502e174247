//! The app against a scripted model: prompts in, events out, a session on disk.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod doors;
mod events;
mod queues;
mod sessions;
mod stage;
