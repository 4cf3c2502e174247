//! A tool: the executable half of a declaration (spec/core.md R1.4, R4.3–R4.9).

use std::sync::Arc;

use async_trait::async_trait;
use pith_types::{Content, ToolDeclaration, Usage};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

/// Something the model can have done. Implemented by the built-in tools, by extensions and by embedding programs.
#[async_trait]
pub trait Tool: Send + Sync {
    /// What the model is told of it.
    fn declaration(&self) -> &ToolDeclaration;

    /// Its name for people.
    fn label(&self) -> &str {
        &self.declaration().name
    }

    /// Whether it may run beside other calls of the same answer.
    fn execution_mode(&self) -> ExecutionMode {
        ExecutionMode::Parallel
    }

    /// Mends in place what models are known to get wrong in the form of arguments, as soon as the answer is complete. The
    /// mended form is what the transcript keeps, what events show, and what later requests show the model.
    fn mend_arguments(&self, arguments: &mut Map<String, Value>) {
        let _ = arguments;
    }

    /// Makes the arguments to validate of those that were kept, for this call alone: transcript and events keep what the
    /// model sent (R4.6).
    ///
    /// # Errors
    /// When the arguments cannot be used; the error becomes the call's result.
    fn prepare_arguments(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        Ok(arguments)
    }

    /// Does it. The arguments are validated and coerced.
    ///
    /// # Errors
    /// When it failed; the error's text becomes the call's result, and the run goes on (R4.5).
    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError>;
}

/// The tool of a name; of several the last one counts.
pub(crate) fn named<'a>(tools: &'a [Arc<dyn Tool>], name: &str) -> Option<&'a Arc<dyn Tool>> {
    tools.iter().rev().find(|tool| tool.declaration().name == name)
}

/// Whether calls of one answer run beside each other (R4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExecutionMode {
    /// Beside others.
    #[default]
    Parallel,
    /// One after another; one such tool makes the whole batch sequential.
    Sequential,
}

/// What a running tool has at hand.
#[derive(Clone)]
pub struct ToolContext {
    /// The call's id.
    pub call_id: String,
    /// Fires when the run is aborted; the tool should end soon and say what it had.
    pub cancel: CancellationToken,
    /// Takes progress: each value is the whole result so far. Updates after the tool has ended are ignored.
    pub update: Arc<dyn Fn(ToolOutput) + Send + Sync>,
}

/// What a tool gives back.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolOutput {
    /// For the model.
    pub content: Vec<Content>,
    /// For programs and screens; never sent to the model.
    pub details: Option<Value>,
    /// The same result for programs; visible in events, not stored.
    pub structured_content: Option<Value>,
    /// True when it failed but has content of its own to say so.
    pub is_error: bool,
    /// Ask for no further request after this batch, if every result of it asks the same (R4.8).
    pub terminate: bool,
    /// The tool's own model usage.
    pub usage: Option<Usage>,
    /// Calls that the tool made itself.
    pub nested_calls: Option<Value>,
}

impl ToolOutput {
    /// A result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![Content::text(text)], ..Self::default() }
    }
}

/// Why a tool failed, as the model is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(String);

impl ToolError {
    /// A failure with the text that the model gets.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}
