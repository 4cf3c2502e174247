//! The order of keys: `--api-key`, then `auth.json`, then `models.json`, then the environment.

use std::{collections::HashMap, sync::Mutex};

use indexmap::IndexMap;
use pith_types::{Model, Secret};

use super::{
    CredentialError, KeySource, RequestAuth,
    auth_file::{ApiKeyEntry, AuthFile, Entry},
    key_variables::{self, AWS_SIGNING_KEYS, BEARER_TOKENS, request_variables},
};
use crate::{
    Diagnostic, Environment, Paths, ProviderConfig,
    value::{self, ValueError},
};

/// Knows every source of keys.
pub struct Credentials {
    environment: Environment,
    stored: AuthFile,
    /// What the commands of `auth.json` gave, failures too: each runs once.
    commands: Mutex<HashMap<String, Result<Secret, ValueError>>>,
}

impl Credentials {
    /// Reads `auth.json`.
    pub fn load(paths: &Paths, environment: &Environment, diagnostics: &mut Vec<Diagnostic>) -> Self {
        Self {
            environment: environment.clone(),
            stored: AuthFile::load(&paths.auth_file(), diagnostics),
            commands: Mutex::new(HashMap::new()),
        }
    }

    /// Where the provider's key would come from; runs no command. `None` when there is none at all.
    pub fn key_source(
        &self,
        provider: &str,
        config: Option<&ProviderConfig>,
        flag: Option<&Secret>,
    ) -> Option<KeySource> {
        if flag.is_some() {
            Some(KeySource::Flag)
        } else if self.stored.entries.contains_key(provider) {
            Some(KeySource::AuthFile)
        } else if let Some(key) = config.and_then(|config| config.api_key.as_deref()) {
            // A literal, a command, or variables that are all there.
            let set = |name: &String| self.environment.variable(name).is_some();
            value::variables(key).iter().all(set).then_some(KeySource::ModelsFile)
        } else {
            let signing = || self.signs(provider).then_some(AWS_SIGNING_KEYS[0]);
            let named = self.variable_key(provider).map(|(name, _)| name).or_else(signing);
            named.map(|name| KeySource::Variable(name.to_owned()))
        }
    }

    /// What a request for the model carries. Commands in `models.json` run at each call and block the thread.
    ///
    /// A source that is configured owns the provider: when its value cannot be made, no other is tried.
    ///
    /// # Errors
    /// When a configured key or header cannot be made. No key at all is no error here: not every provider needs one.
    pub fn for_request(
        &self,
        model: &Model,
        config: Option<&ProviderConfig>,
        flag: Option<&Secret>,
    ) -> Result<RequestAuth, CredentialError> {
        let provider = model.provider.as_str();
        let stored = self.stored.entries.get(provider);
        let key = match (flag, stored) {
            (Some(flag), _) => Some((flag.clone(), KeySource::Flag)),
            (None, Some(entry)) => self.stored_key(provider, entry)?.map(|key| (key, KeySource::AuthFile)),
            (None, None) => match config.and_then(|config| config.api_key.as_deref()) {
                Some(text) => Some((self.models_file_key(provider, text)?, KeySource::ModelsFile)),
                None => self
                    .variable_key(provider)
                    .map(|(name, value)| (Secret::new(value), KeySource::Variable(name.to_owned()))),
            },
        };
        let mut headers = self.headers(model, stored)?;
        let (mut key, source) = key.unzip();
        if let Some(KeySource::Variable(name)) = &source
            && BEARER_TOKENS.contains(&name.as_str())
            && let Some(token) = key.take()
        {
            headers.insert("Authorization".to_owned(), Secret::new(format!("Bearer {}", token.reveal())));
        }
        if let Some(key) = key.as_ref().filter(|_| config.is_some_and(|config| config.auth_header)) {
            headers.insert("Authorization".to_owned(), Secret::new(format!("Bearer {}", key.reveal())));
        }
        Ok(RequestAuth { key, source, headers, env: self.request_env(model, stored) })
    }

    fn request_env(&self, model: &Model, stored: Option<&Entry>) -> IndexMap<String, Secret> {
        let process = request_variables(model).filter_map(|name| Some((name, self.environment.variable(name)?)));
        let own = match stored {
            Some(Entry::ApiKey(entry)) => Some(&entry.env),
            Some(Entry::Other(_)) | None => None,
        };
        let own = own.into_iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()));
        process.chain(own).map(|(name, value)| (name.to_owned(), Secret::new(value))).collect()
    }

    /// Whether there are keys that sign the provider's requests.
    fn signs(&self, provider: &str) -> bool {
        provider == "amazon-bedrock" && AWS_SIGNING_KEYS.iter().all(|name| self.environment.variable(name).is_some())
    }

    fn stored_key(&self, provider: &str, entry: &Entry) -> Result<Option<Secret>, CredentialError> {
        let entry = match entry {
            Entry::ApiKey(entry) => entry,
            Entry::Other(kind) => {
                return Err(CredentialError::Kind { provider: provider.to_owned(), kind: kind.clone() });
            }
        };
        let Some(text) = &entry.key else { return Ok(None) };
        let key = if value::is_command(text) { self.once(text, entry) } else { self.make(text, Some(entry)) };
        let failed = |source| CredentialError::Key { provider: provider.to_owned(), file: "auth.json", source };
        key.map(Some).map_err(failed)
    }

    fn models_file_key(&self, provider: &str, text: &str) -> Result<Secret, CredentialError> {
        let failed = |source| CredentialError::Key { provider: provider.to_owned(), file: "models.json", source };
        self.make(text, None).map_err(failed)
    }

    fn headers(&self, model: &Model, stored: Option<&Entry>) -> Result<IndexMap<String, Secret>, CredentialError> {
        let entry = match stored {
            Some(Entry::ApiKey(entry)) => Some(entry),
            Some(Entry::Other(_)) | None => None,
        };
        let make = |(header, text): (&String, &String)| match self.make(text, entry) {
            Ok(value) => Ok((header.clone(), value)),
            Err(source) => {
                Err(CredentialError::Header { provider: model.provider.clone(), header: header.clone(), source })
            }
        };
        model.headers.iter().flatten().map(make).collect()
    }

    /// Makes a value; the credential's own variables go before those of the process.
    fn make(&self, text: &str, entry: Option<&ApiKeyEntry>) -> Result<Secret, ValueError> {
        let lookup = |name: &str| {
            let own = entry.and_then(|entry| entry.env.get(name)).filter(|value| !value.is_empty());
            own.cloned().or_else(|| self.environment.variable(name).map(str::to_owned))
        };
        value::resolve(text, &self.environment, &lookup)
    }

    fn once(&self, text: &str, entry: &ApiKeyEntry) -> Result<Secret, ValueError> {
        // A thread that panicked while holding the lock left the map whole.
        let mut commands = self.commands.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        commands.entry(text.to_owned()).or_insert_with(|| self.make(text, Some(entry))).clone()
    }

    fn variable_key(&self, provider: &str) -> Option<(&'static str, &str)> {
        let named = key_variables::of(provider)?.variables.iter();
        named.copied().find_map(|name| Some((name, self.environment.variable(name)?)))
    }
}
