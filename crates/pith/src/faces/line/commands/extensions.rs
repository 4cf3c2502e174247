//! `/extensions`: what the extensions of this session bring, how long their handlers took, and what went wrong.

use super::{Next, Slash, read};
use crate::extension_list::described;
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "extensions",
    argument: "",
    help: "Show the extensions: what they bring, the time they took, rights, errors",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    talk.say(described(&talk.app.accounts()).trim_end());
    Ok(read())
}
