//! `models.json`: the person's own providers and models (spec/coding-agent.md 6.2).
//!
//! In come the file and the models that are known without it; out come [`Model`]s that are whole enough to build a request
//! for. Values of keys and headers stay as they are written: they are made at each request, by [`crate::credentials`].

mod apply;
mod schema;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use pith_types::Model;

use crate::{
    Diagnostic, credentials,
    json::{self, object::Object},
};

pub use apply::bring;
pub use schema::{CostConfig, ModelConfig, ProviderConfig};

/// The content of `models.json`.
#[derive(Debug, Clone, Default)]
pub struct ModelsFile {
    path: PathBuf,
    providers: IndexMap<String, ProviderConfig>,
}

impl ModelsFile {
    /// Reads the file. A missing one is empty; one that cannot be used is empty too, and told.
    pub fn load(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let read = json::read_text(path).and_then(|text| match text {
            Some(text) => json::parse::<Object<schema::File>>(path, &json::without_comments(&text)).map(|file| file.0),
            None => Ok(schema::File::default()),
        });
        let providers = read.map(|file| file.providers).unwrap_or_else(|error| {
            diagnostics.push(error.into_warning("none of its providers and models can be used"));
            IndexMap::new()
        });
        Self { path: path.to_owned(), providers }
    }

    /// What the file says of a provider.
    pub fn provider(&self, id: &str) -> Option<&ProviderConfig> {
        self.providers.get(id)
    }

    /// The ids of the providers in the file, in its order.
    pub fn providers(&self) -> impl Iterator<Item = &str> {
        self.providers.keys().map(String::as_str)
    }

    /// Every model there is: the known ones as this file changes them, then the ones it adds, in its order. A model that
    /// lacks what no default can give is left out and told.
    pub fn models(&self, known: Vec<Model>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Model> {
        let mut models = known;
        for (id, config) in &self.providers {
            apply::provider(&mut models, id, config, &mut |problem| {
                diagnostics.push(Diagnostic::warning(problem).at(&self.path));
            });
        }
        models
    }

    /// Changes the models of one provider as this file has it; what cannot be used is told.
    pub fn change(&self, models: &mut Vec<Model>, provider: &str, told: &mut dyn FnMut(String)) {
        if let Some(config) = self.providers.get(provider) {
            apply::provider(models, provider, config, told);
        }
    }

    /// The variables that hold keys of providers according to this file, in keys and in headers. Children of the program
    /// are not given them, but for those that other programs live by.
    pub fn key_variables(&self) -> Vec<String> {
        let named = self.providers.values().flat_map(ProviderConfig::variables);
        named.filter(|name| credentials::is_only_a_key(name)).collect()
    }
}
