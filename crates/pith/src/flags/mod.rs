//! The command line: one table of flags, from which parser, help, completions, manual and suggestions derive.
//!
//! In come the arguments, out comes [`Args`]: what was asked for, nothing resolved yet. A new flag is one row in a file
//! of `table/`. The room knows no files, no environment and nothing of what the flags lead to.

mod args;
mod error;
mod flag;
mod help;
mod parse;
mod table;

pub(crate) use args::{Args, IfLocked, Mode};
pub(crate) use error::ArgsError;
pub(crate) use flag::Flag;
pub(crate) use help::{EXAMPLES, help, row};
pub(crate) use parse::{parse, unknown};
pub(crate) use table::{SECTIONS, served};
