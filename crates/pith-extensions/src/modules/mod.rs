//! Modules: from what an extension imports to code that the engine runs.
//!
//! `resolve` finds the file, with paths told apart by `paths`; `compile` makes code of it, `ahead` of many by several threads;
//! `awaits` knows what has to be waited for. `quiet` tells files that may be evaluated later than they are imported, `late`
//! writes imports so that they may be, and `plan` decides of which that is true. `graph` remembers all of that for one
//! runtime, `starts` and `cache` for the next start, which `writer` writes. `embedded` has what is ours, compiled when the
//! program is built; `facade` stands before what has no fixed exports; `texts` finds the texts of functions; `loader` is asked
//! by the engine.

mod ahead;
mod awaits;
pub(crate) mod bytecode;
mod cache;
mod compile;
mod embedded;
mod evaluate;
mod facade;
mod graph;
mod late;
mod lines;
mod loader;
mod names;
mod package;
mod paths;
mod plan;
mod quiet;
mod resolve;
mod starts;
mod stored;
mod texts;
mod writer;

pub use cache::Cache;

#[cfg(test)]
pub(crate) use embedded::known_names;
pub(crate) use embedded::{Known, known};
pub(crate) use evaluate::evaluate;
pub(crate) use graph::{FileKind, Graph, Target, common_function, text_of};
pub(crate) use loader::install;
pub(crate) use package::Packages;
pub(crate) use resolve::{Asked, file_of};
