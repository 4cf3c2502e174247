//! How much to think. A model that takes the effort as items of the conversation is told it there: the request itself says
//! always the same, so that another effort leaves the prefix as it was.

use pith_types::{Model, ThinkingLevel};
use serde_json::{Value, json};

use crate::apis::openai_responses::compat::Compat;
use crate::thinking::clamp_level;

/// What a request says whose effort stands in its items.
const PINNED: &str = "medium";

pub(super) struct Effort {
    /// The host's word for what is asked for; none when nothing can be said.
    word: Option<String>,
    on: bool,
    in_items: bool,
}

impl Effort {
    pub(super) fn of(model: &Model, level: ThinkingLevel, compat: &Compat) -> Self {
        if !model.reasoning {
            return Self { word: None, on: false, in_items: false };
        }
        // `off` is not raised to a level that the model has: it says that nothing was asked for.
        let level = if level == ThinkingLevel::Off { level } else { clamp_level(model, level) };
        let on = level != ThinkingLevel::Off;
        let word = match model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str())) {
            Some(word) => word.clone(),
            None if on => Some(level.as_str().to_owned()),
            None => Some("none".to_owned()),
        };
        Self { word, on, in_items: on && compat.supports_effort_updates }
    }

    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    /// What the request says.
    pub(super) fn request(&self) -> Option<Value> {
        let word = if self.in_items { PINNED } else { self.word.as_deref()? };
        Some(if self.on { json!({"effort": word, "summary": "auto"}) } else { json!({"effort": word}) })
    }

    /// What the answer has to keep, since later requests must say it again before it.
    pub(super) fn kept(&self) -> Option<&str> {
        self.word.as_deref().filter(|_| self.in_items)
    }

    /// The item at the end: the effort of the answer that is asked for.
    pub(super) fn update(&self) -> Option<Value> {
        self.kept().map(item)
    }

    /// The item before an earlier answer that was given with this effort.
    pub(super) fn before(&self, earlier: Option<&str>) -> Option<Value> {
        earlier.filter(|_| self.in_items).map(item)
    }
}

fn item(effort: &str) -> Value {
    json!({"type": "configuration_update", "reasoning": {"effort": effort}})
}
