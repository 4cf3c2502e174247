//! The models there are: those of `models.json`, and those in this process.

use std::sync::Arc;

use pith_app::models::Registry;

use crate::report::Report;
use crate::setup::Setup;

/// Lists them. What `models.json` gets wrong about single models is reported.
pub(crate) fn registry(setup: &Setup, report: Report) -> Registry {
    let mut registry = Registry::default();
    let mut diagnostics = Vec::new();
    for model in setup.models.models(Vec::new(), &mut diagnostics) {
        let ready = setup.keys.is_ready(&model.provider);
        registry.add(Arc::new(model), ready);
    }
    diagnostics.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
    #[cfg(feature = "local")]
    if let Ok(store) = crate::local::store(&setup.paths, &setup.environment, setup.offline) {
        crate::local::list(&store, &mut registry);
    }
    registry
}
