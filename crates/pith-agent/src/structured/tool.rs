//! The tool that takes the value.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use pith_types::ToolDeclaration;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Ask, schema::Parameters};
use crate::{Tool, ToolContext, ToolError, ToolOutput};

/// Takes a value of `T`, and ends the run with it.
pub(super) struct AnswerTool<T> {
    declaration: ToolDeclaration,
    parameters: Parameters,
    value: Mutex<Option<T>>,
}

impl<T: JsonSchema> AnswerTool<T> {
    pub(super) fn new(ask: &Ask) -> Self {
        let parameters = Parameters::of::<T>();
        let declaration = ToolDeclaration {
            name: ask.name.clone(),
            description: ask.description.clone(),
            parameters: parameters.schema.clone(),
            constrained_sampling: Some(json!({"type": "json_schema", "strict": "prefer"})),
        };
        Self { declaration, parameters, value: Mutex::new(None) }
    }
}

impl<T> AnswerTool<T> {
    pub(super) fn has_value(&self) -> bool {
        self.lock().is_some()
    }

    pub(super) fn take(&self) -> Option<T> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl<T: DeserializeOwned + Send> Tool for AnswerTool<T> {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        let value = self.parameters.value(arguments);
        let value = T::deserialize(value)
            .map_err(|error| ToolError::new(format!("This is not a valid answer: {error}. Call the tool again.")))?;
        // Of several values in one answer the first counts.
        self.lock().get_or_insert(value);
        Ok(ToolOutput { terminate: true, ..ToolOutput::text("Taken.") })
    }
}
