//! The list of known models.

use std::{borrow::Cow, sync::Arc};

use pith_llm::catalog::Record;
use pith_types::Model;

/// A known model. There are many, and few are asked: one of the catalog's is made when it is wanted.
#[derive(Debug, Clone)]
pub struct Entry {
    provider: Cow<'static, str>,
    id: Cow<'static, str>,
    name: Cow<'static, str>,
    whole: Whole,
    /// Whether it could be asked now: its provider has a key, or its file is here.
    pub ready: bool,
}

#[derive(Debug, Clone)]
enum Whole {
    Made(Arc<Model>),
    Listed(Record),
}

impl Entry {
    /// The provider's id.
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The provider's id of the model.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// For people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole model.
    pub fn model(&self) -> Arc<Model> {
        match &self.whole {
            Whole::Made(model) => Arc::clone(model),
            Whole::Listed(record) => Arc::new(record.model()),
        }
    }

    /// Whether this is that model, by provider and id.
    pub fn is(&self, model: &Model) -> bool {
        self.provider == model.provider && self.id == model.id
    }

    /// `provider/id`.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.provider, self.id)
    }
}

/// The known models, in the order they were added.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Adds a model. One of the same provider and id is replaced in its place.
    pub fn add(&mut self, model: Arc<Model>, ready: bool) {
        let entry = Entry {
            provider: Cow::Owned(model.provider.clone()),
            id: Cow::Owned(model.id.clone()),
            name: Cow::Owned(model.name.clone()),
            whole: Whole::Made(model),
            ready,
        };
        let same = |known: &&mut Entry| known.provider == entry.provider && known.id == entry.id;
        match self.entries.iter_mut().find(same) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Adds a model of the catalog. It must not be known yet.
    pub fn list(&mut self, record: Record, ready: bool) {
        let [provider, id, name] = [record.provider, record.id, record.name].map(Cow::Borrowed);
        self.entries.push(Entry { provider, id, name, whole: Whole::Listed(record), ready });
    }

    /// These are all that the provider has, in the place of those that were known.
    pub fn replace(&mut self, provider: &str, models: Vec<(Arc<Model>, bool)>) {
        self.entries.retain(|entry| entry.provider() != provider);
        for (model, ready) in models {
            self.add(model, ready);
        }
    }

    /// Every model.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The models that could be asked now.
    pub fn ready(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.ready)
    }

    /// The same without the models that could not be asked now.
    pub(super) fn only_ready(&self) -> Self {
        Self { entries: self.entries.iter().filter(|entry| entry.ready).cloned().collect() }
    }

    /// The model of exactly that provider and id.
    pub fn find(&self, provider: &str, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.provider == provider && entry.id == id)
    }

    /// The ids of all providers, each once.
    pub fn providers(&self) -> Vec<&str> {
        let mut providers: Vec<&str> = Vec::new();
        for entry in &self.entries {
            let provider = entry.provider();
            if providers.last() != Some(&provider) && !providers.contains(&provider) {
                providers.push(provider);
            }
        }
        providers
    }
}
