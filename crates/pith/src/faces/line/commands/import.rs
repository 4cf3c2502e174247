//! `/import`: a session from a file.

use pith_app::Command;

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "import",
    argument: "FILE",
    help: "Go on with a session file from elsewhere",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    if words.is_empty() {
        talk.say("`/import FILE` needs a session file.");
        return Ok(read());
    }
    let path = talk.places.setup.environment.resolve(&words);
    if !path.is_file() {
        talk.say(format!("There is no file `{}`.", path.display()));
        return Ok(read());
    }
    let question = format!("Leave this session and go on with `{}`?", path.display());
    if talk.console.confirm("Import", &question).await != Some(true) {
        return Ok(read());
    }
    Ok(talk.replaced(talk.app.send(Command::Import { path }).await?))
}
