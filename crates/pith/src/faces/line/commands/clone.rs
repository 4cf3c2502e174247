//! `/clone`: a copy of this branch.

use pith_app::Command;

use super::{Next, Slash};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "clone",
    argument: "",
    help: "Go on in a copy of this session",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    Ok(talk.replaced(talk.app.send(Command::CloneSession).await?))
}
