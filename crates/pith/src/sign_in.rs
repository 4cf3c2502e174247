//! A key for a provider, typed in or given by the provider's page, and stored: `pith auth login` and `/login`.

use pith_app::PersonalKeys;
use pith_app::sign_in::{BrowserSignIn, SignInWay, sign_ins};
use pith_types::Secret;

use crate::faces::line::Console;
use crate::problem::Problem;
use crate::setup::Setup;

/// How it should go.
#[derive(Debug, Default)]
pub(crate) struct Wishes {
    /// Whose key; asked for where it is not said.
    pub provider: Option<String>,
    /// A key is typed in, even where a page gives one.
    pub by_key: bool,
    /// The page is opened by hand.
    pub no_browser: bool,
}

/// Asks for what is missing, and stores the key.
///
/// # Errors
/// When the provider is unknown, the page gives no key, or it cannot be stored.
pub(crate) async fn sign_in(console: &Console, setup: &Setup, wishes: Wishes) -> anyhow::Result<()> {
    let Some(provider) = provider(console, setup, &wishes).await? else { return Ok(()) };
    let page = sign_ins().any(|one| one.provider == provider && one.ways.contains(&SignInWay::Browser));
    let key = if page && !wishes.by_key {
        by_page(console, setup, wishes.no_browser).await?
    } else {
        console.secret(&format!("Key for `{provider}`")).await.map(Secret::new)
    };
    match key {
        Some(key) => {
            setup.keys.store_key(&provider, key).await?;
            console.say(&format!("Stored for `{provider}` in `{}`.", setup.paths.auth_file().display()));
        }
        None => console.say("Nothing was stored."),
    }
    Ok(())
}

async fn provider(console: &Console, setup: &Setup, wishes: &Wishes) -> anyhow::Result<Option<String>> {
    if let Some(provider) = &wishes.provider {
        return match setup.keys.knows(provider) {
            true => Ok(Some(provider.clone())),
            false => Err(Problem::UnknownProvider { provider: provider.clone() }.into()),
        };
    }
    let mut providers: Vec<(String, String)> =
        sign_ins().map(|one| (one.provider.to_owned(), format!("{} ({})", one.name, one.provider))).collect();
    providers
        .extend(setup.models.providers().map(|provider| (provider.to_owned(), format!("{provider} (models.json)"))));
    let shown = providers.iter().map(|(_, shown)| shown.clone()).collect();
    let place = console.choose("Whose key?", shown).await;
    Ok(place.and_then(|place| providers.into_iter().nth(place)).map(|(provider, _)| provider))
}

/// The key that the provider's page gives; nothing when the person gives up.
async fn by_page(console: &Console, setup: &Setup, no_browser: bool) -> anyhow::Result<Option<Secret>> {
    let waiting = BrowserSignIn::begin().await?;
    console.say(&format!("Agree on this page: {}", waiting.url()));
    if !no_browser {
        open(waiting.url());
    }
    let transport = &*setup.transport;
    let pasted = console.line("Where the page cannot come back to this machine, paste the address it ended at");
    tokio::select! {
        key = waiting.wait(transport) => Ok(Some(key?)),
        pasted = pasted => match pasted {
            Some(text) => Ok(Some(waiting.pasted(&text, transport).await?)),
            None => Ok(None),
        },
    }
}

/// Opens an address with the system's browser, where there is one.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = std::process::Command::new(program);
    command.arg(url).stdin(std::process::Stdio::null());
    // What the browser has to say is not for this conversation; without one the address is opened by hand.
    drop(command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn());
}

/// Forgets what is stored for a provider; the sentence that says so.
///
/// # Errors
/// When the file cannot be changed.
pub(crate) async fn forget(provider: &str, keys: &PersonalKeys) -> anyhow::Result<String> {
    let forgotten = keys.forget(provider).await?;
    // What is not stored here is not taken away either.
    let left =
        keys.key_source(provider).map(|source| format!(" A key from {source} is still in force.")).unwrap_or_default();
    Ok(if forgotten {
        format!("What was stored for `{provider}` is forgotten.{left}")
    } else {
        format!("Nothing is stored for `{provider}`.{left}")
    })
}
