//! The list of known models.

use std::sync::Arc;

use pith_types::Model;

/// A known model.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The model.
    pub model: Arc<Model>,
    /// Whether it could be asked now: its provider has a key, or its file is here.
    pub ready: bool,
}

/// The known models, in the order they were added.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Adds a model. One of the same provider and id is replaced in its place.
    pub fn add(&mut self, model: Arc<Model>, ready: bool) {
        let entry = Entry { model, ready };
        let same =
            |known: &&mut Entry| known.model.provider == entry.model.provider && known.model.id == entry.model.id;
        match self.entries.iter_mut().find(same) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Every model.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The models that could be asked now.
    pub fn ready(&self) -> impl Iterator<Item = &Arc<Model>> {
        self.entries.iter().filter(|entry| entry.ready).map(|entry| &entry.model)
    }

    /// The same without the models that could not be asked now.
    pub(super) fn only_ready(&self) -> Self {
        Self { entries: self.entries.iter().filter(|entry| entry.ready).cloned().collect() }
    }

    /// The model of exactly that provider and id.
    pub fn find(&self, provider: &str, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.model.provider == provider && entry.model.id == id)
    }

    /// The ids of all providers, each once.
    pub fn providers(&self) -> Vec<&str> {
        let mut providers: Vec<&str> = Vec::new();
        for entry in &self.entries {
            if !providers.contains(&entry.model.provider.as_str()) {
                providers.push(&entry.model.provider);
            }
        }
        providers
    }
}
