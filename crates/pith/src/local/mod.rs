//! Models in this process: where their files are, how they get here, and how they are asked.

mod command;
mod fetch;
mod name;
mod offer;
mod progress;
mod store;

use std::sync::Arc;

use pith_config::Environment;
use pith_llm::Api;
use pith_local::{LocalApi, LocalOptions, PROVIDER};
use pith_types::Model;

use crate::setup::Setup;

pub(crate) use command::command;
pub(crate) use fetch::bring;
pub(crate) use name::{list, meant};
pub(crate) use offer::offer;
pub(crate) use store::store;

/// The wire that runs them. Nothing is loaded before the first request.
pub(crate) fn api(setup: &Setup) -> Arc<dyn Api> {
    let threads = |environment: &Environment| environment.variable("PITH_THREADS")?.parse().ok();
    Arc::new(LocalApi::new(LocalOptions {
        threads: threads(&setup.environment).filter(|threads| *threads > 0),
        cache_folder: Some(setup.paths.state_cache()),
        ..LocalOptions::default()
    }))
}

/// Whether the model runs in this process.
pub(crate) fn is_local(model: &Model) -> bool {
    model.provider == PROVIDER
}
