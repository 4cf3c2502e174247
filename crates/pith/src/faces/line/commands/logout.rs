//! `/logout`: what is stored for a provider is forgotten.

use super::{Next, Slash, read};
use crate::faces::line::Talk;
use crate::sign_in;

pub(super) const SLASH: Slash = Slash {
    name: "logout",
    argument: "[PROVIDER]",
    help: "Forget the key that is stored for a provider",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let keys = &talk.places.setup.keys;
    let stored = keys.stored_providers();
    let provider = if !words.is_empty() {
        Some(words)
    } else if stored.is_empty() {
        talk.say("No key is stored.");
        None
    } else {
        talk.console.choose("Whose key?", stored.clone()).await.and_then(|place| stored.get(place).cloned())
    };
    if let Some(provider) = provider {
        talk.say(sign_in::forget(&provider, keys).await?);
    }
    Ok(read())
}
