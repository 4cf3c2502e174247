//! The agent as a program meets it: prompts against the scripted provider.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod abort;
mod budgets;
mod declared;
mod failures;
mod hooks;
mod interleavings;
mod listeners;
mod many;
mod mending;
mod requests;
mod settings;
#[cfg(feature = "structured")]
mod structured;
mod support;
mod tools;
mod unreliable;
