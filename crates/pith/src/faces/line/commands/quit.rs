//! `/quit`: leaves.

use super::{Next, Slash};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash =
    Slash { name: "quit", argument: "", help: "Leave", run: |talk, words| Box::pin(run(talk, words)) };

/// The same by the name that shells have for it.
pub(super) const EXIT: Slash = Slash { name: "exit", help: "Leave as well", ..SLASH };

async fn run(_: Talk, _: String) -> anyhow::Result<Next> {
    Ok(Next::Leave)
}
