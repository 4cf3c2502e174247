//! `/quit`: leaves.

use super::{Next, Slash};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash =
    Slash { name: "quit", argument: "", help: "Leave", run: |talk, words| Box::pin(run(talk, words)) };

async fn run(_: Talk, _: String) -> anyhow::Result<Next> {
    Ok(Next::Leave)
}
