//! Who gives a request its key.

mod answer;
mod aws;
mod google;
mod logged_in;
pub mod sign_in;

use std::sync::Arc;

use async_trait::async_trait;
use pith_config::credentials::{CredentialError, PROVIDER_KEYS, StoreError, put_aws_keys};
use pith_config::{Credentials, KeySource, ModelsFile, ProviderConfig, RequestAuth, UpdateError};
use pith_llm::catalog::vendor;
use pith_llm::{CallOptions, Clock, Secret, Transport};
use pith_types::Model;

use crate::models::Brought;
use aws::AwsGivers;
use google::GoogleTokens;
use sign_in::{BroughtLogin, LoginData, LoginPerson};

/// Any failure to find what a request needs.
pub type AuthorityError = Box<dyn std::error::Error + Send + Sync>;

/// Knows keys. Implemented over the person's files, and by embedding programs.
#[async_trait]
pub trait Authority: Send + Sync {
    /// Whether the model could be asked; costs nothing.
    ///
    /// # Errors
    /// When a request would fail for want of a key.
    fn check(&self, model: &Model) -> Result<(), AuthorityError> {
        let _ = model;
        Ok(())
    }

    /// Adds key and headers to a request.
    ///
    /// # Errors
    /// When a configured value cannot be made.
    async fn authorize(&self, model: &Model, options: CallOptions) -> Result<CallOptions, AuthorityError>;
}

/// Asks for nothing: for models that need no key.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoKeys;

#[async_trait]
impl Authority for NoKeys {
    async fn authorize(&self, _: &Model, options: CallOptions) -> Result<CallOptions, AuthorityError> {
        Ok(options)
    }
}

/// The keys of the person's files, of the environment, and of the command line (spec/coding-agent.md 6.4).
pub struct PersonalKeys {
    sources: Arc<Sources>,
    /// Gets tokens, where a provider wants one instead of a key.
    google: Option<Arc<GoogleTokens>>,
    /// Gets keys of AWS, where they have to be asked for.
    aws: Option<Arc<AwsGivers>>,
    /// Knows when a login has run out; without one, that is asked of nobody.
    clock: Option<Arc<dyn Clock>>,
}

struct Sources {
    credentials: Credentials,
    models: ModelsFile,
    /// What extensions say of providers; the file goes before it.
    brought: Brought,
    flag: Option<Secret>,
    /// Providers that need no key, beside those of the file that name none.
    keyless: &'static [&'static str],
}

impl PersonalKeys {
    /// Over what was read and what extensions bring; `flag` goes before everything, and the providers in `keyless` need no
    /// key at all.
    pub fn new(
        credentials: Credentials,
        models: ModelsFile,
        brought: Brought,
        flag: Option<Secret>,
        keyless: &'static [&'static str],
    ) -> Self {
        Self {
            sources: Arc::new(Sources { credentials, models, brought, flag, keyless }),
            google: None,
            aws: None,
            clock: None,
        }
    }

    /// The same with a way to those who give out tokens and keys; without one, only what is known is given. `nearby` is
    /// for services of the machine itself: it goes through no proxy, and waits for seconds only.
    #[must_use]
    pub fn with_network(
        self,
        transport: Arc<dyn Transport>,
        nearby: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let aws = AwsGivers::new(Arc::clone(&transport), nearby, Arc::clone(&clock));
        let google = GoogleTokens::new(transport, Arc::clone(&clock));
        Self { google: Some(Arc::new(google)), aws: Some(Arc::new(aws)), clock: Some(clock), ..self }
    }

    /// Whether a provider can be asked: it has a key, or none is asked for. A key from the command line is for one provider,
    /// and does not say which: it makes ready those that the person has named in `models.json`.
    pub fn is_ready(&self, provider: &str) -> bool {
        let flag = self.sources.flag.as_ref().filter(|_| self.sources.config(provider).is_some());
        self.sources.is_ready(provider, flag)
    }
}

/// What a person may ask about their keys, and change.
impl PersonalKeys {
    /// The variables that stored keys are made of, which are for nobody else.
    pub fn stored_key_variables(&self) -> Vec<String> {
        self.sources.credentials.key_variables()
    }

    /// Whether the provider is one: a vendor, one of `models.json` or of an extension, or one that something is stored for.
    pub fn knows(&self, provider: &str) -> bool {
        vendor(provider).is_some()
            || self.sources.config(provider).is_some()
            || self.stored_providers().iter().any(|stored| stored == provider)
    }

    /// Where the provider's key would come from; runs no command. Nothing when there is none.
    pub fn key_source(&self, provider: &str) -> Option<KeySource> {
        let config = self.sources.config(provider);
        self.sources.credentials.key_source(provider, config.as_ref(), self.sources.flag.as_ref())
    }

    /// The provider's key, made as for a request; nothing when there is none.
    ///
    /// # Errors
    /// When a configured key cannot be made.
    pub async fn key(&self, provider: &str) -> Result<Option<Secret>, AuthorityError> {
        if let Some(access) = self.login_access(provider).await? {
            return Ok(access.key);
        }
        let (sources, model) = (Arc::clone(&self.sources), Model { provider: provider.to_owned(), ..Model::default() });
        let auth = tokio::task::spawn_blocking(move || sources.request(&model, None));
        Ok(auth.await??.key)
    }

    /// Stores a key in `auth.json`; it counts from now on.
    ///
    /// # Errors
    /// When no request could carry the key, or the file cannot be changed.
    pub async fn store_key(&self, provider: &str, key: Secret) -> Result<(), StoreError> {
        let (sources, provider) = (Arc::clone(&self.sources), provider.to_owned());
        // Another program may be writing the file.
        let stored = tokio::task::spawn_blocking(move || sources.credentials.store_key(&provider, &key));
        stored.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
    }

    /// Takes out of `auth.json` what is stored for a provider; tells whether there was anything.
    ///
    /// # Errors
    /// When the file cannot be changed.
    pub async fn forget(&self, provider: &str) -> Result<bool, UpdateError> {
        let (sources, name) = (Arc::clone(&self.sources), provider.to_owned());
        let forgotten = tokio::task::spawn_blocking(move || sources.credentials.forget(&name));
        let forgotten = forgotten.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
        if let Some(login) = self.login(provider) {
            login.changed(None).await;
        }
        Ok(forgotten)
    }

    /// The providers that something is stored for, sorted.
    pub fn stored_providers(&self) -> Vec<String> {
        self.sources.credentials.stored_providers()
    }
}

impl Sources {
    /// What a request carries; a key that a login gave goes before those that are configured.
    fn request(&self, model: &Model, given: Option<&Secret>) -> Result<RequestAuth, CredentialError> {
        let config = self.config(&model.provider);
        self.credentials.for_request(model, config.as_ref(), given.or(self.flag.as_ref()))
    }

    fn config(&self, provider: &str) -> Option<ProviderConfig> {
        self.brought.config(provider, self.models.provider(provider))
    }

    /// A provider of `models.json` that names no key is one that needs none, as servers on the own machine do; not so a
    /// vendor of which the file only changes something.
    fn is_ready(&self, provider: &str, flag: Option<&Secret>) -> bool {
        let signs_in = self.brought.now().get(provider).is_some_and(|brought| brought.login().is_some());
        let config = self.config(provider);
        let config = config.as_ref();
        let keyless = || {
            let named = !signs_in && config.is_some_and(|config| config.api_key.is_none());
            named && PROVIDER_KEYS.iter().all(|keys| keys.provider != provider)
        };
        let has_key = || self.credentials.key_source(provider, config, flag).is_some();
        self.keyless.contains(&provider) || has_key() || keyless()
    }
}

#[async_trait]
impl Authority for PersonalKeys {
    fn check(&self, model: &Model) -> Result<(), AuthorityError> {
        if self.sources.is_ready(&model.provider, self.sources.flag.as_ref()) {
            return Ok(());
        }
        // What is missing is said by making the value; since it is missing, no command runs.
        let config = self.sources.config(&model.provider);
        match self.sources.credentials.for_request(model, config.as_ref(), None) {
            Err(error) => Err(error.into()),
            // Whether the machine gives keys is known when it is asked.
            Ok(auth) if auth.aws.is_some() && self.aws.is_some() => Ok(()),
            Ok(_) => Err(NoKey::of(&model.provider, self.login(&model.provider).is_some()).into()),
        }
    }

    async fn authorize(&self, model: &Model, mut options: CallOptions) -> Result<CallOptions, AuthorityError> {
        let access = self.login_access(&model.provider).await?;
        let (key, headers) = access.map(|access| (access.key, access.headers)).unwrap_or_default();
        let (sources, model) = (Arc::clone(&self.sources), model.clone());
        // A key may be what a command prints, which takes its time.
        let auth = tokio::task::spawn_blocking(move || sources.request(&model, key.as_ref()));
        let auth = auth.await??;
        options.api_key = auth.key.or(options.api_key);
        options.headers.extend(auth.headers);
        options.headers.extend(headers);
        options.env.extend(auth.env);
        if let (None, Some(givers), Some(identity)) = (&options.api_key, &self.aws, &auth.aws) {
            put_aws_keys(&givers.keys(identity).await?, &mut options.env);
        }
        if let (Some(tokens), Some(identity)) = (&self.google, &auth.google) {
            let token = tokens.token(identity).await?;
            options.headers.insert("authorization".into(), Secret::new(format!("Bearer {}", token.reveal())));
            let project =
                identity.charged_project.as_ref().map(|project| ("x-goog-user-project".into(), Secret::new(project)));
            options.headers.extend(project);
        }
        Ok(options)
    }
}

/// There is no key for the provider.
#[derive(Debug, thiserror::Error)]
#[error("there is no key for provider `{provider}`; give one with `--api-key`{variable}")]
struct NoKey {
    provider: String,
    /// Where else it may stand.
    variable: String,
}

impl NoKey {
    fn of(provider: &str, signs_in: bool) -> Self {
        if signs_in {
            let variable = format!(", or sign in with `/login {provider}`");
            return Self { provider: provider.to_owned(), variable };
        }
        let keys = PROVIDER_KEYS.iter().find(|keys| keys.provider == provider);
        // The last one is the plain key, where there are several.
        let variable = keys.and_then(|keys| keys.variables.last()).map(|name| format!(", or in `{name}`"));
        Self { provider: provider.to_owned(), variable: variable.unwrap_or_default() }
    }
}
