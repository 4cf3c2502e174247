//! The order of keys: `--api-key`, then `auth.json`, then `models.json`, then the environment.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Mutex, PoisonError, RwLock},
};

use indexmap::IndexMap;
use pith_types::{Model, Secret};
use serde_json::{Map, Value};

use super::{
    AwsKeys, AwsSource, CredentialError, GoogleIdentity, KeySource, RequestAuth, StoreError,
    auth_file::{self, ApiKeyEntry, AuthFile, Entry, LOGIN},
    aws, google, header_value,
    key_variables::{self, BEARER_TOKENS, request_variables},
};
use crate::{
    Diagnostic, Environment, Paths, ProviderConfig, UpdateError,
    value::{self, ValueError},
};

/// Where the keys of AWS count as a provider's.
const AWS_PROVIDER: &str = "amazon-bedrock";

/// The wire that is signed with them.
const AWS_API: &str = "bedrock-converse-stream";

/// Where Google's application default credentials count as a provider's.
const GOOGLE_PROVIDER: &str = "google-vertex";

/// The wire that is given tokens for them.
const GOOGLE_API: &str = "google-vertex";

/// Knows every source of keys.
pub struct Credentials {
    environment: Environment,
    auth_file: PathBuf,
    stored: RwLock<AuthFile>,
    /// What the commands of `auth.json` gave, failures too: each runs once.
    commands: Mutex<HashMap<String, Result<Secret, ValueError>>>,
}

impl Credentials {
    /// Reads `auth.json`.
    pub fn load(paths: &Paths, environment: &Environment, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let auth_file = paths.auth_file();
        Self {
            environment: environment.clone(),
            stored: RwLock::new(AuthFile::load(&auth_file, diagnostics)),
            auth_file,
            commands: Mutex::new(HashMap::new()),
        }
    }

    /// Stores a key for a provider in `auth.json`, whatever characters it has; it counts from now on. The variables that
    /// stand there beside an older key stay. Waits, blocking the thread, while another program writes the file.
    ///
    /// # Errors
    /// When no request could carry the key, or the file cannot be changed; nothing is changed then.
    pub fn store_key(&self, provider: &str, key: &Secret) -> Result<(), StoreError> {
        let key = Secret::new(key.reveal().trim());
        if key.reveal().is_empty() {
            return Err(StoreError::Empty);
        }
        header_value::check(key.reveal()).map_err(|fault| StoreError::Character { position: fault.position })?;
        let entry = auth_file::store(&self.auth_file, provider, &key)?;
        self.stored.write().unwrap_or_else(PoisonError::into_inner).entries.insert(provider.to_owned(), entry);
        Ok(())
    }

    /// What a login gave that is stored for a provider.
    pub fn login(&self, provider: &str) -> Option<Map<String, Value>> {
        match self.stored(provider)? {
            Entry::Login(login) => Some(login),
            Entry::ApiKey(_) | Entry::Other(_) => None,
        }
    }

    /// Stores what a login gave; it counts from now on. Waits, blocking the thread, while another program writes the file.
    ///
    /// # Errors
    /// When the file cannot be changed; nothing is changed then.
    pub fn store_login(&self, provider: &str, mut login: Map<String, Value>) -> Result<(), UpdateError> {
        login.insert("type".to_owned(), LOGIN.into());
        auth_file::store_login(&self.auth_file, provider, login.clone())?;
        self.note_login(provider, Some(login));
        Ok(())
    }

    /// Has what a login gave renewed, blocking the thread, while no other program can do so. `renew` sees what is stored now,
    /// gives nothing when that is good, and calls what it is given every few seconds. Nothing when it is not stored any more.
    ///
    /// # Errors
    /// When the file cannot be changed, or (inside) as `renew` says.
    pub fn renew_login<E>(
        &self,
        provider: &str,
        renew: impl FnOnce(&Map<String, Value>, &dyn Fn()) -> Result<Option<Map<String, Value>>, E>,
    ) -> Result<Result<Option<Map<String, Value>>, E>, UpdateError> {
        let renewed = auth_file::renew_login(&self.auth_file, provider, |stored, keep| {
            let new = renew(stored, keep)?;
            Ok(new.map(|mut new| {
                new.insert("type".to_owned(), LOGIN.into());
                new
            }))
        })?;
        if let Ok(login) = &renewed {
            self.note_login(provider, login.clone());
        }
        Ok(renewed)
    }

    fn note_login(&self, provider: &str, login: Option<Map<String, Value>>) {
        let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
        match login {
            Some(login) => drop(stored.entries.insert(provider.to_owned(), Entry::Login(login))),
            None => stored.entries.retain(|name, entry| name != provider || !matches!(entry, Entry::Login(_))),
        }
    }

    /// Takes out of `auth.json` what is stored for a provider, of whatever kind; tells whether there was anything.
    ///
    /// # Errors
    /// When the file cannot be changed; it is then as it was.
    pub fn forget(&self, provider: &str) -> Result<bool, UpdateError> {
        let there = auth_file::remove(&self.auth_file, provider)?;
        self.stored.write().unwrap_or_else(PoisonError::into_inner).entries.remove(provider);
        Ok(there)
    }

    /// The providers that something is stored for, sorted.
    pub fn stored_providers(&self) -> Vec<String> {
        self.stored.read().unwrap_or_else(PoisonError::into_inner).entries.keys().cloned().collect()
    }

    /// The variables that stored keys are made of. Children of the program are not given them, but for those that other
    /// programs live by.
    pub fn key_variables(&self) -> Vec<String> {
        let stored = self.stored.read().unwrap_or_else(PoisonError::into_inner);
        let keys = stored.entries.values().filter_map(|entry| match entry {
            Entry::ApiKey(entry) => entry.key.as_deref().map(|key| (key, &entry.env)),
            Entry::Login(_) | Entry::Other(_) => None,
        });
        // A name that the entry itself explains is no variable of the process.
        let named =
            keys.flat_map(|(key, own)| value::variables(key).into_iter().filter(|name| !own.contains_key(name)));
        named.filter(|name| key_variables::is_only_a_key(name)).collect()
    }

    fn stored(&self, provider: &str) -> Option<Entry> {
        self.stored.read().unwrap_or_else(PoisonError::into_inner).entries.get(provider).cloned()
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
        } else if self.stored(provider).is_some() {
            Some(KeySource::AuthFile)
        } else if let Some(key) = config.and_then(|config| config.api_key.as_deref()) {
            // A literal, a command, or variables that are all there.
            let set = |name: &String| self.environment.variable(name).is_some();
            value::variables(key).iter().all(set).then_some(configured(config))
        } else if let Some((name, _)) = self.variable_key(provider) {
            Some(KeySource::Variable(name.to_owned()))
        } else {
            let lookup = |name: &str| self.lookup(name, None);
            match provider {
                AWS_PROVIDER => aws::are_there(&self.environment, &lookup).then_some(KeySource::Aws),
                GOOGLE_PROVIDER => google::path(&self.environment, &lookup).map(|_| KeySource::Google),
                _ => None,
            }
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
        let stored = self.stored(provider);
        let stored = stored.as_ref();
        let key = match (flag, stored) {
            (Some(flag), _) => Some((flag.clone(), KeySource::Flag)),
            (None, Some(entry)) => self.stored_key(provider, entry)?.map(|key| (key, KeySource::AuthFile)),
            (None, None) => match config.and_then(|config| config.api_key.as_deref()) {
                Some(text) => Some((self.configured_key(provider, text, config)?, configured(config))),
                None => self
                    .variable_key(provider)
                    .map(|(name, value)| (Secret::new(value), KeySource::Variable(name.to_owned()))),
            },
        };
        let mut headers = self.headers(model, stored)?;
        if let Some((key, source)) = &key {
            header_value::check(key.reveal()).map_err(|fault| CredentialError::KeyCharacter {
                provider: provider.to_owned(),
                source_name: source.to_string(),
                position: fault.position,
            })?;
        }
        let (mut key, mut source) = key.unzip();
        if let Some(KeySource::Variable(name)) = &source
            && BEARER_TOKENS.contains(&name.as_str())
            && let Some(token) = key.take()
        {
            headers.insert("Authorization".to_owned(), Secret::new(format!("Bearer {}", token.reveal())));
        }
        let mut env = self.request_env(model, stored);
        let mut aws = None;
        let unsigned = || env.get("AWS_BEDROCK_SKIP_AUTH").is_some_and(|value| matches!(value.reveal(), "1" | "true"));
        if key.is_none() && source.is_none() && model.api == AWS_API && !unsigned() {
            let lookup = |name: &str| self.lookup(name, own_variables(stored));
            let failed = |source| CredentialError::Aws { provider: provider.to_owned(), source };
            aws = aws::identity(&self.environment, &lookup).map_err(failed)?;
            let region = aws::region(&self.environment, &lookup);
            env.extend(region.map(|region| ("AWS_REGION".to_owned(), Secret::new(region))));
            if let Some(identity) = aws.take_if(|identity| matches!(identity.source, AwsSource::Keys(_)))
                && let AwsSource::Keys(keys) = identity.source
            {
                put_aws_keys(&keys, &mut env);
            }
            let known = aws.is_none() && env.contains_key("AWS_ACCESS_KEY_ID");
            source = (known || aws.is_some()).then_some(KeySource::Aws);
        }
        if let Some(key) = key.as_ref().filter(|_| config.is_some_and(|config| config.auth_header)) {
            headers.insert("Authorization".to_owned(), Secret::new(format!("Bearer {}", key.reveal())));
        }
        let mut google = None;
        if key.is_none() && source.is_none() && model.api == GOOGLE_API {
            google = self.google(provider, stored)?;
            source = google.as_ref().map(|_| KeySource::Google);
        }
        Ok(RequestAuth { key, source, headers, env, google, aws })
    }

    fn request_env(&self, model: &Model, stored: Option<&Entry>) -> IndexMap<String, Secret> {
        let process = request_variables(model).filter_map(|name| Some((name, self.environment.variable(name)?)));
        let own = own_variables(stored).into_iter().flat_map(|entry| &entry.env);
        let own = own.map(|(name, value)| (name.as_str(), value.as_str()));
        process.chain(own).map(|(name, value)| (name.to_owned(), Secret::new(value))).collect()
    }

    fn stored_key(&self, provider: &str, entry: &Entry) -> Result<Option<Secret>, CredentialError> {
        let entry = match entry {
            Entry::ApiKey(entry) => entry,
            Entry::Login(_) => return Err(CredentialError::Login { provider: provider.to_owned() }),
            Entry::Other(kind) => {
                return Err(CredentialError::Kind { provider: provider.to_owned(), kind: kind.clone() });
            }
        };
        let Some(text) = &entry.key else { return Ok(None) };
        let key = if value::is_command(text) { self.once(text, entry) } else { self.make(text, Some(entry)) };
        let failed = |source| CredentialError::Key { provider: provider.to_owned(), file: "auth.json", source };
        key.map(Some).map_err(failed)
    }

    fn configured_key(
        &self,
        provider: &str,
        text: &str,
        config: Option<&ProviderConfig>,
    ) -> Result<Secret, CredentialError> {
        let file = if configured(config) == KeySource::Extension { "registerProvider" } else { "models.json" };
        let failed = |source| CredentialError::Key { provider: provider.to_owned(), file, source };
        self.make(text, None).map_err(failed)
    }

    fn headers(&self, model: &Model, stored: Option<&Entry>) -> Result<IndexMap<String, Secret>, CredentialError> {
        let entry = own_variables(stored);
        let make = |(header, text): (&String, &String)| match self.make(text, entry) {
            Ok(value) => match header_value::check(value.reveal()) {
                Ok(()) => Ok((header.clone(), value)),
                Err(fault) => Err(CredentialError::HeaderCharacter {
                    provider: model.provider.clone(),
                    header: header.clone(),
                    position: fault.position,
                }),
            },
            Err(source) => {
                Err(CredentialError::Header { provider: model.provider.clone(), header: header.clone(), source })
            }
        };
        model.headers.iter().flatten().map(make).collect()
    }

    /// Makes a value; the credential's own variables go before those of the process.
    fn make(&self, text: &str, entry: Option<&ApiKeyEntry>) -> Result<Secret, ValueError> {
        value::resolve(text, &self.environment, &|name| self.lookup(name, entry))
    }

    /// A variable; the credential's own go before those of the process.
    fn lookup(&self, name: &str, entry: Option<&ApiKeyEntry>) -> Option<String> {
        let own = entry.and_then(|entry| entry.env.get(name)).filter(|value| !value.is_empty());
        own.cloned().or_else(|| self.environment.variable(name).map(str::to_owned))
    }

    fn google(&self, provider: &str, stored: Option<&Entry>) -> Result<Option<GoogleIdentity>, CredentialError> {
        let lookup = |name: &str| self.lookup(name, own_variables(stored));
        let Some(path) = google::path(&self.environment, &lookup) else { return Ok(None) };
        match google::read(&path) {
            Ok(identity) => Ok(Some(identity)),
            Err(source) => Err(CredentialError::Google { provider: provider.to_owned(), path, source }),
        }
    }

    fn once(&self, text: &str, entry: &ApiKeyEntry) -> Result<Secret, ValueError> {
        // A thread that panicked while holding the lock left the map whole.
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        commands.entry(text.to_owned()).or_insert_with(|| self.make(text, Some(entry))).clone()
    }

    fn variable_key(&self, provider: &str) -> Option<(&'static str, &str)> {
        let named = key_variables::of(provider)?.variables.iter();
        named.copied().find_map(|name| Some((name, self.environment.variable(name)?)))
    }
}

/// Who configured a provider's key.
fn configured(config: Option<&ProviderConfig>) -> KeySource {
    if config.is_some_and(|config| config.by_extension) { KeySource::Extension } else { KeySource::ModelsFile }
}

/// Has these keys count, and nothing that went with others.
pub fn put_aws_keys(keys: &AwsKeys, env: &mut IndexMap<String, Secret>) {
    env.shift_remove("AWS_SESSION_TOKEN");
    env.extend(keys.variables().map(|(name, value)| (name.to_owned(), value.clone())));
}

/// The variables that a stored credential brings.
fn own_variables(stored: Option<&Entry>) -> Option<&ApiKeyEntry> {
    match stored {
        Some(Entry::ApiKey(entry)) => Some(entry),
        Some(Entry::Login(_) | Entry::Other(_)) | None => None,
    }
}
