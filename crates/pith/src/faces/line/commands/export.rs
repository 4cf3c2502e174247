//! `/export`: the session as a file.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "export",
    argument: "[FILE]",
    help: "Write the session as a page (.html) or as a session file (.jsonl)",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let to = (!words.is_empty()).then(|| talk.places.setup.environment.resolve(&words));
    if let Reply::Exported(path) = talk.app.send(Command::Export { to }).await? {
        talk.say(format!("Written to `{}`.", path.display()));
    }
    Ok(read())
}
