//! `/reload`: files anew.

use pith_app::Command;

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "reload",
    argument: "",
    help: "Read context files, skills, templates and extensions anew",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    talk.app.send(Command::Reload).await?;
    talk.say("Read anew.");
    Ok(read())
}
