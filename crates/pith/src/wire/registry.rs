//! The models there are: those of the catalog, those of `models.json`, those of extensions, and those in this process.

use std::sync::Arc;

use pith_app::PersonalKeys;
use pith_app::models::{Brought, Registry};
use pith_config::ModelsFile;
use pith_llm::catalog::{self, Record};

use crate::report::Report;
use crate::setup::{Setup, Told};

/// Lists them. What `models.json` gets wrong about single models is reported.
pub(crate) fn registry(setup: &Setup, report: Report) -> Registry {
    Sources::of(setup).list(report)
}

/// What the list is made of, for whoever makes it later.
pub(crate) struct Sources {
    models: ModelsFile,
    keys: Arc<PersonalKeys>,
    brought: Brought,
    told: Arc<Told>,
    #[cfg(feature = "local")]
    local: (pith_config::Paths, pith_config::Environment, bool),
}

impl Sources {
    /// Those of this run.
    pub(crate) fn of(setup: &Setup) -> Self {
        Self {
            models: setup.models.clone(),
            keys: Arc::clone(&setup.keys),
            brought: setup.brought.clone(),
            told: Arc::clone(&setup.told),
            #[cfg(feature = "local")]
            local: (setup.paths.clone(), setup.environment.clone(), setup.offline),
        }
    }

    /// The list as it is now.
    pub(crate) fn list(&self, report: Report) -> Registry {
        let mut registry = self.without_brought(report);
        self.bring(&mut registry, &mut |told| {
            if self.told.is_new(&told) {
                report.warning(&told);
            }
        });
        registry
    }

    /// The same without what extensions bring.
    pub(crate) fn without_brought(&self, report: Report) -> Registry {
        let mut registry = Registry::default();
        let mut diagnostics = Vec::new();
        // Only models that the file may change have to be made.
        let in_file: Vec<&str> = self.models.providers().collect();
        let known = in_file.iter().flat_map(|provider| catalog::records_of(provider)).map(|record| record.model());
        for model in self.models.models(known.collect(), &mut diagnostics) {
            let ready = self.keys.is_ready(&model.provider);
            registry.add(Arc::new(model), ready);
        }
        diagnostics.iter().filter(|one| self.told.is_new(&one.to_string())).for_each(|one| report.diagnostic(one));
        #[cfg(feature = "local")]
        {
            let (paths, environment, offline) = &self.local;
            if let Ok(store) = crate::local::store(paths, environment, *offline) {
                crate::local::list(&store, &mut registry);
            }
        }
        self.list_catalog(&mut registry, &in_file);
        registry
    }

    /// Adds what extensions bring now to a list that was made without it.
    pub(crate) fn bring(&self, registry: &mut Registry, told: &mut dyn FnMut(String)) {
        for provider in self.brought.now().keys() {
            let known = catalog::records_of(provider).map(|record| record.model()).collect();
            let ready = self.keys.is_ready(provider);
            let models = self.brought.models(provider, known, &self.models, told);
            registry.replace(provider, models.into_iter().map(|model| (Arc::new(model), ready)).collect());
        }
    }

    /// The catalog's models of providers that the file does not mention.
    fn list_catalog(&self, registry: &mut Registry, in_file: &[&str]) {
        let mut provider = ("", false);
        let elsewhere = |record: &Record| !in_file.contains(&record.provider);
        for record in catalog::records().filter(elsewhere) {
            if provider.0 != record.provider {
                provider = (record.provider, self.keys.is_ready(record.provider));
            }
            registry.list(record, provider.1);
        }
    }
}
