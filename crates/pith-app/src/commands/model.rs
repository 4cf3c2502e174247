//! Choosing the model.

use std::sync::Arc;

use pith_llm::thinking::clamp_level;
use pith_session::{EntryKind, ModelChange};
use pith_types::{Model, ThinkingLevel};

use crate::app::{App, Inner};
use crate::command::{CommandError, Cycled};
use crate::event::AppEvent;
use crate::models::{Entry, Scoped};

impl App {
    /// The models that could be asked now.
    pub fn models(&self) -> Vec<Arc<Model>> {
        self.inner.models.registry().ready().map(Entry::model).collect()
    }

    /// The models of the person's list, each with the level that it names; empty where there is none.
    pub fn scoped_models(&self) -> Vec<Scoped> {
        self.inner.models.scope()
    }

    /// Asks another model from the next run on; the thinking level becomes one that it has. The session records both.
    ///
    /// # Errors
    /// When there is no such model, or it cannot be asked.
    pub async fn set_model(&self, provider: &str, id: &str) -> Result<Arc<Model>, CommandError> {
        let registry = self.inner.models.registry();
        let found = registry.find(provider, id).map(Entry::model);
        let model = found.ok_or_else(|| CommandError::NoModel { provider: provider.to_owned(), id: id.to_owned() })?;
        self.inner.ready(&model)?;
        self.inner.use_model(Arc::clone(&model), None, false).await;
        Ok(model)
    }

    /// The models there are have changed: the one in force is asked as it is described now.
    pub fn models_changed(&self) {
        let current = self.inner.agent.model();
        let registry = self.inner.models.registry();
        let described = registry.find(&current.provider, &current.id).map(Entry::model);
        if let Some(model) = described.filter(|model| **model != *current) {
            self.inner.agent.set_model(model);
        }
    }

    /// Asks the next model of the person's list, or of all that could be asked; gives it, or nothing when there is no
    /// other.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub async fn cycle_model(&self, backwards: bool) -> Result<Option<Cycled>, CommandError> {
        let scoped = self.inner.models.scope();
        let is_scoped = !scoped.is_empty();
        let models = if is_scoped {
            scoped
        } else {
            self.models().into_iter().map(|model| Scoped { model, thinking: None }).collect()
        };
        let current = self.inner.agent.model();
        let Some(next) = next(models, &current, backwards) else { return Ok(None) };
        self.inner.ready(&next.model)?;
        self.inner.use_model(Arc::clone(&next.model), next.thinking, true).await;
        let thinking_level = self.inner.agent.thinking_level();
        Ok(Some(Cycled { model: next.model, thinking_level, is_scoped }))
    }
}

/// The model after the current one, around the list; the first when the current one is not in it.
fn next(mut models: Vec<Scoped>, current: &Model, backwards: bool) -> Option<Scoped> {
    let is_current = |one: &Scoped| one.model.provider == current.provider && one.model.id == current.id;
    let count = models.len();
    let index = match models.iter().position(is_current) {
        Some(_) if count < 2 => return None,
        Some(index) if backwards => (index + count - 1) % count,
        Some(index) => (index + 1) % count,
        None => 0,
    };
    (index < count).then(|| models.swap_remove(index))
}

impl Inner {
    /// Asks this model from the next run on, and at this level of thinking if one is given. The level is told first (1.8.2).
    async fn use_model(&self, model: Arc<Model>, level: Option<ThinkingLevel>, cycled: bool) {
        let previous = self.agent.model();
        self.agent.set_model(Arc::clone(&model));
        let changed = previous.provider != model.provider || previous.id != model.id;
        if changed {
            let change = ModelChange { provider: model.provider.clone(), model_id: model.id.clone() };
            self.note(EntryKind::ModelChange(change)).await;
        }
        // A run that is active goes on with the model that it began with.
        if self.life.is_settled() {
            self.weigh_context().await;
        }
        self.use_level(clamp_level(&model, level.unwrap_or(self.agent.thinking_level()))).await;
        if changed {
            self.fanout.tell(AppEvent::ModelChanged { model, previous, cycled }).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycled(ids: &[&str], current: &str, backwards: bool) -> Option<String> {
        let model = |id: &str| Model { id: id.to_owned(), ..Model::default() };
        let models = ids.iter().map(|id| Scoped { model: Arc::new(model(id)), thinking: None }).collect();
        next(models, &model(current), backwards).map(|one| one.model.id.clone())
    }

    #[test]
    fn cycling_goes_around_in_both_directions() {
        let ids = ["a", "b", "c"];
        assert_eq!(cycled(&ids, "c", false).as_deref(), Some("a"));
        assert_eq!(cycled(&ids, "a", true).as_deref(), Some("c"));
        assert_eq!(cycled(&ids, "elsewhere", false).as_deref(), Some("a"));
        assert_eq!(cycled(&["a"], "a", false), None);
        assert_eq!(cycled(&[], "a", false), None);
    }
}
