//! Runs the TypeScript extensions of Pi in an embedded engine, each package in a runtime of its own.
//!
//! `runtime` runs code within limits; `modules` turns files into code; `native` is what that code can do beyond the
//! language; `rights` says what it may; `examine` reads an extension without running it. The JavaScript that extensions see stands in `js/`: Node's modules, the host's
//! modules, the interface `pi`. An extension that hangs, throws, or wants too much memory is stopped and named; it ends
//! no session and no other extension.

pub mod examine;
pub mod host;
mod modules;
mod native;
pub mod rights;
pub mod runtime;
#[cfg(test)]
mod testing;

pub use modules::Cache;
