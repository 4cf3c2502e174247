//! Providers that extensions bring: where they are reached, with which key, which models they have, and streams of their own.
//!
//! Comes in: what an extension registered, as JSON. Goes out: the same in the words of `models.json`, which is laid over it.
//! Whoever lists models, gives out keys or sends requests holds a copy, and sees at once what comes and goes.

use std::sync::{Arc, PoisonError, RwLock};

use indexmap::IndexMap;
use pith_config::models::bring;
use pith_config::{ModelsFile, ProviderConfig};
use pith_llm::{Api, MoreWires};
use pith_types::Model;
use serde_json::Value;

use crate::sign_in::BroughtLogin;

/// The API that virtual models name. Providers only ever see the models behind them.
pub const VIRTUAL_API: &str = "pi-virtual";

/// What extensions bring now. Clones are the same.
#[derive(Clone, Default)]
pub struct Brought(Arc<RwLock<Arc<IndexMap<String, BroughtProvider>>>>);

/// One provider of an extension.
#[derive(Clone)]
pub struct BroughtProvider {
    config: ProviderConfig,
    /// Whether its models are all that the provider has.
    replaces: bool,
    /// Its own stream, and the API whose models it serves; all of the provider's when none is named.
    stream: Option<(Option<String>, Arc<dyn Api>)>,
    /// How a person signs in to it, by code of the extension.
    login: Option<Arc<dyn BroughtLogin>>,
    /// Virtual models that are listed here, each with what routes its requests.
    routed: Vec<(Model, Arc<dyn Api>)>,
}

impl BroughtProvider {
    /// Reads what was registered. With `replaces`, its models are all that the provider has.
    ///
    /// # Errors
    /// In words for people, when it has not the form of a provider.
    pub fn read(config: Value, replaces: bool) -> Result<Self, String> {
        let config: ProviderConfig = serde_json::from_value(config).map_err(|error| error.to_string())?;
        let config = ProviderConfig { by_extension: true, ..config };
        Ok(Self { config, replaces, stream: None, login: None, routed: Vec::new() })
    }

    /// The same with a stream of its own for models of that API, or for all of them.
    #[must_use]
    pub fn with_stream(mut self, api: Option<String>, stream: Arc<dyn Api>) -> Self {
        self.stream = Some((api, stream));
        self
    }

    /// The same with a way to sign in to it.
    #[must_use]
    pub fn with_login(mut self, login: Arc<dyn BroughtLogin>) -> Self {
        self.login = Some(login);
        self
    }

    /// The API that its models speak by default.
    pub fn api(&self) -> Option<&str> {
        self.config.api.as_deref()
    }

    /// For people.
    pub fn name(&self) -> Option<&str> {
        self.config.name.as_deref()
    }

    /// The variables that its key and headers are made of.
    pub fn variables(&self) -> Vec<String> {
        self.config.variables()
    }

    /// Whether a key or a header is what a command prints.
    pub fn runs_commands(&self) -> bool {
        self.config.runs_commands()
    }

    /// Where its requests go.
    pub fn addresses(&self) -> Vec<&str> {
        let models = self.config.models.iter().filter_map(|model| model.base_url.as_deref());
        self.config.base_url.as_deref().into_iter().chain(models).collect()
    }

    /// How a person signs in to it.
    pub fn login(&self) -> Option<&Arc<dyn BroughtLogin>> {
        self.login.as_ref()
    }
}

impl Brought {
    /// These are all there are from now on, in the order in which they were registered. Of one name the last counts. Virtual
    /// models are listed under their provider, whoever that is.
    pub fn set(
        &self,
        providers: impl IntoIterator<Item = (String, BroughtProvider)>,
        routed: impl IntoIterator<Item = (String, Model, Arc<dyn Api>)>,
    ) {
        let mut all = IndexMap::new();
        for (name, provider) in providers {
            all.shift_remove(&name);
            all.insert(name, provider);
        }
        for (name, model, router) in routed {
            let none = ProviderConfig { by_extension: true, ..ProviderConfig::default() };
            let bare =
                || BroughtProvider { config: none, replaces: false, stream: None, login: None, routed: Vec::new() };
            let listed = &mut all.entry(name).or_insert_with(bare).routed;
            listed.retain(|(other, _)| other.id != model.id);
            listed.push((model, router));
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(all);
    }

    /// Those there are now.
    pub fn now(&self) -> Arc<IndexMap<String, BroughtProvider>> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The models of one of these providers: the known ones as the extension has them, and over that what the person's file
    /// says. What cannot be used of it is told.
    pub fn models(
        &self,
        provider: &str,
        known: Vec<Model>,
        file: &ModelsFile,
        told: &mut dyn FnMut(String),
    ) -> Vec<Model> {
        let mut models = known;
        if let Some(brought) = self.now().get(provider) {
            bring(&mut models, provider, &brought.config, brought.replaces, told);
        }
        file.change(&mut models, provider, told);
        for (model, _) in self.now().get(provider).iter().flat_map(|brought| &brought.routed) {
            models.retain(|other| other.id != model.id);
            models.push(model.clone());
        }
        models
    }

    /// What is configured of a provider: the person's file, and where that says nothing, the extension.
    pub(crate) fn config(&self, provider: &str, file: Option<&ProviderConfig>) -> Option<ProviderConfig> {
        let now = self.now();
        match (now.get(provider), file) {
            (None, file) => file.cloned(),
            (Some(brought), None) => Some(brought.config.clone()),
            (Some(brought), Some(file)) => {
                let mut config = file.clone();
                if config.api_key.is_none() {
                    config.api_key.clone_from(&brought.config.api_key);
                    config.by_extension = true;
                    config.auth_header |= brought.config.auth_header;
                }
                Some(config)
            }
        }
    }
}

impl MoreWires for Brought {
    fn wire(&self, model: &Model) -> Option<Arc<dyn Api>> {
        let now = self.now();
        let brought = now.get(&model.provider)?;
        if let Some((_, router)) = brought.routed.iter().find(|(routed, _)| routed.id == model.id) {
            return Some(Arc::clone(router));
        }
        let (api, stream) = brought.stream.as_ref()?;
        api.as_ref().is_none_or(|api| *api == model.api).then(|| Arc::clone(stream))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn brought(config: Value, replaces: bool) -> Brought {
        let brought = Brought::default();
        brought.set([("acme".to_owned(), BroughtProvider::read(config, replaces).unwrap())], []);
        brought
    }

    fn known() -> Vec<Model> {
        let model = Model {
            id: "old".into(),
            provider: "acme".into(),
            api: "openai-completions".into(),
            base_url: "https://a".into(),
            ..Model::default()
        };
        vec![model]
    }

    fn listed(brought: &Brought, known: Vec<Model>) -> Vec<(String, String)> {
        let mut told = Vec::new();
        let models = brought.models("acme", known, &ModelsFile::default(), &mut |text| told.push(text));
        assert!(told.is_empty(), "{told:?}");
        models.into_iter().map(|model| (model.id, model.base_url)).collect()
    }

    #[test]
    fn models_of_an_extension_are_all_that_the_provider_has() {
        let both = json!({ "models": [{ "id": "new" }, { "id": "own", "baseUrl": "https://b" }] });
        let expected = [("new".into(), "https://a".into()), ("own".into(), "https://b".into())];
        assert_eq!(listed(&brought(both, true), known()), expected);
    }

    #[test]
    fn an_address_alone_leaves_the_models() {
        let redirected = brought(json!({ "baseUrl": "https://c", "headers": { "x": "$T" } }), false);
        assert_eq!(listed(&redirected, known()), [("old".into(), "https://c".into())]);
        assert_eq!(redirected.now()["acme"].variables(), ["T"]);
    }

    #[test]
    fn what_is_no_provider_is_told() {
        let error = BroughtProvider::read(json!({ "models": 5 }), true).err().unwrap();
        assert!(error.contains("integer `5`"), "{error}");
    }
}
