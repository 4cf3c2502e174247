//! What several tools need: where a path leads, how files are replaced, in which order, and how failures are worded.

pub(crate) mod failure;
pub(crate) mod path;
pub(crate) mod queue;
pub(crate) mod replace;
pub(crate) mod truncate;
