//! `/login`: a key for a provider.

use super::{Next, Slash, read};
use crate::faces::line::Talk;
use crate::sign_in::{self, Wishes};

pub(super) const SLASH: Slash = Slash {
    name: "login",
    argument: "[PROVIDER]",
    help: "Store a key for a provider",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let wishes = Wishes { provider: (!words.is_empty()).then_some(words), ..Wishes::default() };
    sign_in::sign_in(&talk.console, &talk.places.setup, wishes).await?;
    Ok(read())
}
