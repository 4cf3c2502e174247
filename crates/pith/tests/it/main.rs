//! The program as a process: arguments in; stdout, stderr and exit code out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arguments;
mod auth;
mod aws;
mod client;
#[cfg(all(unix, feature = "extensions"))]
mod components;
#[cfg(feature = "extensions")]
mod containment;
#[cfg(unix)]
mod crash;
#[cfg(all(unix, feature = "extensions"))]
mod dialogs;
mod durable;
#[cfg(all(unix, feature = "extensions"))]
mod expanded;
#[cfg(all(unix, feature = "extensions"))]
mod extension_trust;
#[cfg(feature = "extensions")]
mod extensions;
#[cfg(feature = "extensions")]
mod inputs;
mod json;
#[cfg(unix)]
mod line;
#[cfg(feature = "local")]
mod local;
#[cfg(all(unix, feature = "extensions"))]
mod logins;
mod models;
#[cfg(all(unix, feature = "extensions"))]
mod on_screen;
mod print;
mod program;
#[cfg(feature = "extensions")]
mod providers;
#[cfg(feature = "extensions")]
mod reloads;
mod resources;
mod rpc;
mod session_command;
mod sessions;
mod settings;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod terminal;
mod trouble;
mod wires;
