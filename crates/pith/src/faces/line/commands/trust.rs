//! `/trust`: whether the project's own settings, prompts and skills count.

use pith_app::Command;
use pith_resources::{TrustAnswer, trust};

use super::{Next, Slash, read};
use crate::faces::line::{Talk, trust_question};

pub(super) const SLASH: Slash = Slash {
    name: "trust",
    argument: "",
    help: "Decide whether this project's own settings, prompts and skills count",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let setup = &talk.places.setup;
    let question = trust::question(&setup.paths, &setup.environment);
    if let Some(answer) = trust_question::put(&talk.console, &question).await {
        trust::remember(&question, answer, &setup.paths)?;
        // It holds in this run whatever the command line had said.
        setup.trust.decide(answer.is_trusted());
        talk.app.send(Command::Reload).await?;
        let once = matches!(answer, TrustAnswer::TrustOnce | TrustAnswer::RefuseOnce);
        talk.say(if once { "That holds until you leave; everything was read anew." } else { "Noted, and read anew." });
    }
    Ok(read())
}
