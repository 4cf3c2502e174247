//! The models there are: those of the catalog, those of `models.json`, those of extensions, and those in this process.

use std::sync::Arc;

use pith_app::PersonalKeys;
use pith_app::models::{Brought, Registry};
use pith_config::ModelsFile;
use pith_llm::catalog::{self, Record};

use crate::report::Report;
use crate::setup::Setup;

/// Lists them. What `models.json` gets wrong about single models is reported.
pub(crate) fn registry(setup: &Setup, report: Report) -> Registry {
    let mut registry = Registry::default();
    let mut diagnostics = Vec::new();
    // Only models that the file may change have to be made.
    let in_file: Vec<&str> = setup.models.providers().collect();
    let known = in_file.iter().flat_map(|provider| catalog::records_of(provider)).map(|record| record.model());
    for model in setup.models.models(known.collect(), &mut diagnostics) {
        let ready = setup.keys.is_ready(&model.provider);
        registry.add(Arc::new(model), ready);
    }
    diagnostics.iter().filter(|one| setup.told.is_new(&one.to_string())).for_each(|one| report.diagnostic(one));
    #[cfg(feature = "local")]
    if let Ok(store) = crate::local::store(&setup.paths, &setup.environment, setup.offline) {
        crate::local::list(&store, &mut registry);
    }
    list_catalog(&mut registry, &in_file, setup);
    bring(&mut registry, &setup.models, &setup.keys, &setup.brought, &mut |told| {
        if setup.told.is_new(&told) {
            report.warning(&told);
        }
    });
    registry
}

/// Adds what extensions bring to a list that was made without it.
pub(crate) fn bring(
    registry: &mut Registry,
    file: &ModelsFile,
    keys: &PersonalKeys,
    brought: &Brought,
    told: &mut dyn FnMut(String),
) {
    for provider in brought.now().keys() {
        let known = catalog::records_of(provider).map(|record| record.model()).collect();
        let ready = keys.is_ready(provider);
        let models = brought.models(provider, known, file, told);
        registry.replace(provider, models.into_iter().map(|model| (Arc::new(model), ready)).collect());
    }
}

/// The catalog's models of providers that the file does not mention.
fn list_catalog(registry: &mut Registry, in_file: &[&str], setup: &Setup) {
    let mut provider = ("", false);
    let elsewhere = |record: &Record| !in_file.contains(&record.provider);
    for record in catalog::records().filter(elsewhere) {
        if provider.0 != record.provider {
            provider = (record.provider, setup.keys.is_ready(record.provider));
        }
        registry.list(record, provider.1);
    }
}
