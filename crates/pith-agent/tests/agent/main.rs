//! The agent as a program meets it: prompts against the scripted provider.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod abort;
mod budgets;
mod failures;
mod hooks;
mod interleavings;
mod listeners;
mod requests;
mod settings;
mod support;
mod tools;
mod unreliable;
