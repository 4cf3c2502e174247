//! `pith man`: the manual page.

use crate::manual;
use crate::report::Report;
use crate::show;

/// Prints the page; gives the exit code.
///
/// # Errors
/// When nobody takes it.
pub(super) fn run(_: &[String], _: Report) -> anyhow::Result<u8> {
    show(&manual::page())
}
