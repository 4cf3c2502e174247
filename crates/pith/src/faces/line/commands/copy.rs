//! `/copy`: the last answer to the clipboard.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "copy",
    argument: "",
    help: "Copy the last answer to the terminal's clipboard",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    match talk.app.send(Command::LastText).await? {
        Reply::Text(Some(text)) => {
            // The terminal takes it from this sequence, also over a connection; it answers nothing.
            talk.console.screen.obeyed(&format!("\u{1b}]52;c;{}\u{7}", STANDARD.encode(text)));
            talk.say("Handed to the terminal's clipboard.");
        }
        _ => talk.say("There is no answer yet."),
    }
    Ok(read())
}
