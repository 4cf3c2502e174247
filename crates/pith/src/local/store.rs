//! The store of model files, as this person's environment describes it.

use std::ffi::OsString;

use pith_config::credentials::provider_key_variables;
use pith_config::{Environment, Paths};
use pith_local::store::{Store, StoreError, StoreOptions};
use pith_types::Secret;

use crate::transport::extra_roots;

/// The store in this person's cache folder.
///
/// # Errors
/// When the list of models cannot be read.
pub(crate) fn store(paths: &Paths, environment: &Environment, offline: bool) -> Result<Store, StoreError> {
    let options = StoreOptions {
        offline,
        hf_endpoint: environment.variable("HF_ENDPOINT").map(str::to_owned),
        hf_token: environment.variable("HF_TOKEN").map(Secret::new),
        // What is wrong with them was told when the way to the network was made.
        extra_roots: extra_roots(environment, &mut Vec::new()),
        withheld: provider_key_variables().map(OsString::from).collect(),
        ..StoreOptions::default()
    };
    Store::new(paths.model_cache(), options)
}
