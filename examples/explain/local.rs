//! The way to the model in this process, for examples that want a real one.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::Context as _;
use pith_config::{Environment, Paths};
use pith_llm::{Client, Clock, Offline};
use pith_local::{
    LocalApi, LocalOptions, local_model,
    store::{Catalog, Located, Store, StoreOptions, Watch},
};
use pith_types::Model;

pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

/// A client of the model in this process, and that model.
pub(crate) async fn client() -> anyhow::Result<(Client, Model)> {
    let paths = Paths::new(&Environment::from_process()?)?;
    let store = Store::new(paths.model_cache(), StoreOptions::default())?;
    let Located { path, .. } = store
        .locate(Catalog::DEFAULT, &Watch::unattended())
        .await
        .context("run `cargo run --release -- model pull local` first")?;
    let model = local_model(Catalog::DEFAULT, "the model in this process", &path)?;
    let options = LocalOptions { cache_folder: Some(paths.state_cache()), ..LocalOptions::default() };
    Ok((Client::new(vec![Arc::new(LocalApi::new(options))], Arc::new(Offline), Arc::new(SystemClock)), model))
}
