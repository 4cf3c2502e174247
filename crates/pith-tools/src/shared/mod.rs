//! What several tools need: where a path leads, how files are opened, read and replaced, in which order, and how much a
//! model gets.

pub(crate) mod diff;
pub(crate) mod encoding;
pub(crate) mod failure;
pub(crate) mod likeness;
pub(crate) mod open;
pub(crate) mod path;
pub(crate) mod queue;
pub(crate) mod replace;
pub(crate) mod truncate;
