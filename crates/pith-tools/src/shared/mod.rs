//! What several tools need: where a path leads, how files are opened, read and replaced, in which order, and how much a
//! model gets.

pub(crate) mod blocking;
pub(crate) mod diff;
pub(crate) mod encoding;
pub(crate) mod failure;
pub(crate) mod firsts;
pub(crate) mod folder;
pub(crate) mod likeness;
pub(crate) mod listing;
pub(crate) mod open;
pub(crate) mod path;
pub(crate) mod queue;
pub(crate) mod replace;
pub(crate) mod truncate;
pub(crate) mod walk;
