//! Makes a model that was chosen one that can be asked: its file is here and checked.

use std::path::PathBuf;
use std::sync::Arc;

use pith_local::local_model;
use pith_local::store::{Store, StoreError, Watch};
use pith_types::Model;
use tokio_util::sync::CancellationToken;

use super::progress::Progress;
use crate::problem::Problem;
use crate::report::Report;
use crate::signals;
use crate::terminal::Terminal;

/// The model, read from its file. The file is fetched if it is not here and `consent` was given.
///
/// # Errors
/// When the file is not here and cannot be brought, is no model that runs here, or a signal came.
pub(crate) async fn bring(
    model: &Model,
    consent: bool,
    store: &Store,
    terminal: Terminal,
    report: Report,
) -> anyhow::Result<Arc<Model>> {
    let path = match store.catalog().find(&model.id) {
        Some(_) => file(&model.id, consent, store, terminal, report).await?,
        None => PathBuf::from(&model.base_url),
    };
    Ok(Arc::new(local_model(&model.id, &model.name, &path)?))
}

async fn file(id: &str, consent: bool, store: &Store, terminal: Terminal, report: Report) -> anyhow::Result<PathBuf> {
    let cancel = CancellationToken::new();
    let watch = Watch::new(Progress::new(terminal.stderr, report), cancel.clone());
    let work = async {
        match store.locate(id, &watch).await {
            Err(StoreError::Absent { .. } | StoreError::Damaged { .. }) if consent => store.pull(id, &watch).await,
            located => located,
        }
    };
    match signals::watched(work, || cancel.cancel()).await {
        (_, Some(signal)) => Err(Problem::Stopped { signal }.into()),
        (located, None) => Ok(located?.path),
    }
}
