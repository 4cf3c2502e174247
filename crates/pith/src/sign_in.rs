//! A key for a provider, typed in or given by the provider's page, and stored: `pith auth login` and `/login`.

use std::sync::Arc;

use async_trait::async_trait;
use pith_app::PersonalKeys;
use pith_app::extension::Dialog;
use pith_app::sign_in::{BrowserSignIn, LoginNews, LoginPerson, LoginQuestion, SignInWay, sign_ins};
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
    if !wishes.by_key && by_login(console, setup, &provider, wishes.no_browser).await? {
        return Ok(());
    }
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
    let logins = setup.keys.logins();
    let of_login = |(id, name): &(String, String)| (id.clone(), format!("{name} ({id}, by an extension)"));
    let mut providers: Vec<(String, String)> = logins.iter().map(of_login).collect();
    providers.extend(sign_ins().map(|one| (one.provider.to_owned(), format!("{} ({})", one.name, one.provider))));
    providers
        .extend(setup.models.providers().map(|provider| (provider.to_owned(), format!("{provider} (models.json)"))));
    let mut seen = std::collections::HashSet::new();
    providers.retain(|(id, _)| seen.insert(id.clone()));
    let shown = providers.iter().map(|(_, shown)| shown.clone()).collect();
    let place = console.choose("Whose key?", shown).await;
    Ok(place.and_then(|place| providers.into_iter().nth(place)).map(|(provider, _)| provider))
}

/// Has an extension lead the person through its login, where it has one for the provider and a key is not wanted instead;
/// says whether that was settled here.
async fn by_login(console: &Console, setup: &Setup, provider: &str, no_browser: bool) -> anyhow::Result<bool> {
    let Some((_, name)) = setup.keys.logins().into_iter().find(|(id, _)| id == provider) else { return Ok(false) };
    if sign_ins().any(|one| one.provider == provider) {
        let ways = vec![format!("Sign in: {name}"), "Type in a key".to_owned()];
        match console.choose("How?", ways).await {
            Some(0) => {}
            Some(_) => return Ok(false),
            None => {
                console.say("Nothing was stored.");
                return Ok(true);
            }
        }
    }
    let person = Arc::new(AtConsole { console: console.clone(), no_browser });
    setup.keys.sign_in(provider, person).await.map_err(anyhow::Error::from_boxed)?;
    console.say(&format!("Signed in to `{provider}`; stored in `{}`.", setup.paths.auth_file().display()));
    Ok(true)
}

/// Whoever sits at the terminal.
struct AtConsole {
    console: Console,
    no_browser: bool,
}

#[async_trait]
impl LoginPerson for AtConsole {
    async fn ask(&self, question: LoginQuestion) -> Option<String> {
        match question {
            LoginQuestion::Text { message, placeholder } => {
                self.console.text(Dialog::Input { title: message, placeholder, timeout: None }).await
            }
            LoginQuestion::Secret { message } => self.console.secret(&message).await,
            LoginQuestion::Choice { message, options } => {
                let shown = options.iter().map(|(_, label)| label.clone()).collect();
                let place = self.console.choose(&message, shown).await?;
                options.into_iter().nth(place).map(|(id, _)| id)
            }
        }
    }

    fn tell(&self, news: LoginNews) {
        match news {
            LoginNews::Page { url, instructions } => {
                self.console.say(&format!("Agree on this page: {url}"));
                instructions.iter().for_each(|text| self.console.say(text));
                self.open(&url);
            }
            LoginNews::Code { code, url } => {
                self.console.say(&format!("Type in the code {code} on this page: {url}"));
                self.open(&url);
            }
            LoginNews::Progress(text) => self.console.say(&text),
        }
    }
}

impl AtConsole {
    /// Only pages: what else an address may be is not for the system to open.
    fn open(&self, url: &str) {
        if !self.no_browser && (url.starts_with("https://") || url.starts_with("http://")) {
            open(url);
        }
    }
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
