//! Who gives a request its key.

use std::sync::Arc;

use async_trait::async_trait;
use pith_config::{Credentials, KeySource, ModelsFile};
use pith_llm::{CallOptions, Secret};
use pith_types::Model;

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
}

struct Sources {
    credentials: Credentials,
    models: ModelsFile,
    flag: Option<Secret>,
    /// Providers that need no key, beside those of the file that name none.
    keyless: &'static [&'static str],
}

impl PersonalKeys {
    /// Over what was read; `flag` goes before everything, and the providers in `keyless` need no key at all.
    pub fn new(
        credentials: Credentials,
        models: ModelsFile,
        flag: Option<Secret>,
        keyless: &'static [&'static str],
    ) -> Self {
        Self { sources: Arc::new(Sources { credentials, models, flag, keyless }) }
    }

    /// Whether a provider can be asked: it has a key, or none is asked for.
    pub fn is_ready(&self, provider: &str) -> bool {
        self.sources.is_ready(provider)
    }
}

impl Sources {
    fn key_source(&self, provider: &str) -> Option<KeySource> {
        self.credentials.key_source(provider, self.models.provider(provider), self.flag.as_ref())
    }

    /// A provider of `models.json` that names no key is one that needs none, as servers on the own machine do.
    fn is_ready(&self, provider: &str) -> bool {
        let keyless = || self.models.provider(provider).is_some_and(|config| config.api_key.is_none());
        self.keyless.contains(&provider) || self.key_source(provider).is_some() || keyless()
    }
}

#[async_trait]
impl Authority for PersonalKeys {
    fn check(&self, model: &Model) -> Result<(), AuthorityError> {
        if self.sources.is_ready(&model.provider) {
            return Ok(());
        }
        // What is missing is said by making the value; since it is missing, no command runs.
        let config = self.sources.models.provider(&model.provider);
        match self.sources.credentials.for_request(model, config, None) {
            Err(error) => Err(error.into()),
            Ok(_) => Err(NoKey { provider: model.provider.clone() }.into()),
        }
    }

    async fn authorize(&self, model: &Model, mut options: CallOptions) -> Result<CallOptions, AuthorityError> {
        let (sources, model) = (Arc::clone(&self.sources), model.clone());
        // A key may be what a command prints, which takes its time.
        let auth = tokio::task::spawn_blocking(move || {
            let config = sources.models.provider(&model.provider);
            sources.credentials.for_request(&model, config, sources.flag.as_ref())
        });
        let auth = auth.await??;
        options.api_key = auth.key.or(options.api_key);
        options.headers.extend(auth.headers);
        options.env.extend(auth.env);
        Ok(options)
    }
}

/// There is no key for the provider.
#[derive(Debug, thiserror::Error)]
#[error("there is no key for provider `{provider}`; give one with `--api-key`")]
struct NoKey {
    provider: String,
}
