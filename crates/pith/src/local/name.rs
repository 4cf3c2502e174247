//! How local models are named: `local`, `local/ID`, `local/PATH.gguf`.

use std::sync::Arc;

use pith_app::models::Registry;
use pith_local::store::{Catalog, CatalogModel, Listed, ModelState, Store};
use pith_local::{API, LocalError, PROVIDER, local_model};
use pith_types::{InputKind, Model};

use crate::setup::Setup;

/// Adds the models that have names; those whose files are here could be asked.
pub(crate) fn list(store: &Store, registry: &mut Registry) {
    for Listed { model, path, state } in store.list() {
        let ready = matches!(state, ModelState::Present { .. });
        registry.add(Arc::new(outline(&model, &path)), ready);
    }
}

/// What the text means among local models, as `local/ID`; a file named by its path is added to the registry.
///
/// # Errors
/// When the text names a file that is no usable model.
pub(crate) fn meant(
    text: &str,
    provider: Option<&str>,
    store: &Store,
    setup: &Setup,
    registry: &mut Registry,
) -> Result<Option<String>, LocalError> {
    let prefix = format!("{PROVIDER}/");
    let name = match text.strip_prefix(&prefix) {
        Some(name) => name,
        None if provider == Some(PROVIDER) || (provider.is_none() && text == Catalog::DEFAULT) => text,
        None => return Ok(None),
    };
    if let Some(model) = store.catalog().find(name) {
        return Ok(Some(format!("{prefix}{}", model.id)));
    }
    if name.to_lowercase().ends_with(".gguf") {
        registry.add(Arc::new(local_model(name, name, &setup.environment.resolve(name))?), true);
    }
    Ok(Some(format!("{prefix}{name}")))
}

/// The model as the catalog tells it, without a look at its file.
fn outline(model: &CatalogModel, path: &std::path::Path) -> Model {
    Model {
        id: model.id.clone(),
        name: model.label.clone(),
        api: API.to_owned(),
        provider: PROVIDER.to_owned(),
        base_url: path.to_string_lossy().into_owned(),
        input: vec![InputKind::Text],
        context_window: model.context_window,
        max_tokens: model.context_window / 4,
        ..Model::default()
    }
}
