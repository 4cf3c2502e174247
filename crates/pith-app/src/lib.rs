//! The coding agent without a face: commands in, events out.

mod convert;
pub mod models;
pub mod nearest;
pub mod prompt;

pub use convert::convert;
