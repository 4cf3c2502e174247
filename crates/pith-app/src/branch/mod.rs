//! Going on from another place of the tree, with or without a summary of the branch that is left
//! (spec/extensions-sessions-screen.md 3.6.5, 3.8.15).

mod collect;
mod navigate;
mod summarize;

pub use navigate::{Navigated, Navigation};
pub(crate) use summarize::{introduced, request};
