//! A tool that an extension brings, as the agent runs it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use pith_agent::{ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
use pith_app::tools::AppTool;
use pith_types::{Content, ToolCall, ToolDeclaration, Usage};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::nested_calls::NestedCalls;
use super::registered::ToolSpec;
use super::shared::{Record, Shared};
use crate::runtime::Budget;

/// What a tool reports while it runs.
type Update = Arc<dyn Fn(ToolOutput) + Send + Sync>;

/// The calls under way, by id: where their progress goes, and those that another call makes, with its id.
#[derive(Default)]
pub(super) struct RunningTools {
    updates: Mutex<HashMap<String, Update>>,
    nested: Mutex<HashMap<String, String>>,
    /// What the calls of the model called, by their ids.
    records: Mutex<HashMap<String, NestedCalls>>,
}

impl RunningTools {
    /// A call of a call begins.
    pub(super) fn nest(&self, call: &ToolCall, parent: String) {
        let root = std::iter::successors(Some(parent.clone()), |id| self.parent(id)).last().unwrap_or_default();
        self.nested.lock().unwrap_or_else(PoisonError::into_inner).insert(call.id.clone(), parent);
        if let Some(record) = self.records.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&root) {
            record.begin(call);
        }
    }

    /// It is over.
    pub(super) fn unnest(&self, call: &str, output: Option<&ToolOutput>, time: Duration) {
        let root = std::iter::successors(Some(call.to_owned()), |id| self.parent(id)).last().unwrap_or_default();
        self.nested.lock().unwrap_or_else(PoisonError::into_inner).remove(call);
        if let Some(record) = self.records.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&root) {
            record.end(call, output, time);
        }
    }

    /// The call that makes this one; nothing for one of the model.
    pub(super) fn parent(&self, call: &str) -> Option<String> {
        self.nested.lock().unwrap_or_else(PoisonError::into_inner).get(call).cloned()
    }

    pub(super) fn update(&self, call: &str, partial: Value) {
        let update = self.updates.lock().unwrap_or_else(PoisonError::into_inner).get(call).cloned();
        if let (Some(update), Ok(output)) = (update, serde_json::from_value::<Output>(partial)) {
            update(output.into());
        }
    }

    fn begin(&self, call: &str, update: Update) {
        self.updates.lock().unwrap_or_else(PoisonError::into_inner).insert(call.to_owned(), update);
        if self.parent(call).is_none() {
            self.records.lock().unwrap_or_else(PoisonError::into_inner).insert(call.to_owned(), NestedCalls::default());
        }
    }

    /// Gives what it called; nothing when that was nothing, or when it is called itself.
    fn end(&self, call: &str) -> Option<Value> {
        self.updates.lock().unwrap_or_else(PoisonError::into_inner).remove(call);
        let record = self.records.lock().unwrap_or_else(PoisonError::into_inner).remove(call);
        record.and_then(NestedCalls::into_json)
    }
}

/// A tool of an extension.
struct JsTool {
    declaration: ToolDeclaration,
    spec: ToolSpec,
    record: Arc<Record>,
    shared: Weak<Shared>,
}

/// The tool with what the prompt says of it.
pub(super) fn app_tool(spec: ToolSpec, record: &Arc<Record>, shared: &Arc<Shared>) -> AppTool {
    let declaration = ToolDeclaration {
        name: spec.name.clone(),
        description: spec.description.clone(),
        parameters: spec.parameters.clone(),
        ..ToolDeclaration::default()
    };
    let mut info: Map<String, Value> = spec.rest.clone();
    info.insert("sourceInfo".to_owned(), record.found.source_info());
    let tool = JsTool { declaration, spec: spec.clone(), record: Arc::clone(record), shared: Arc::downgrade(shared) };
    AppTool {
        snippet: spec.prompt_snippet,
        guidelines: spec.prompt_guidelines.unwrap_or_default(),
        by_extension: true,
        exposure: spec.exposure.unwrap_or_default(),
        by_default: spec.default_active.unwrap_or(true),
        info,
        ..AppTool::new(Arc::new(tool))
    }
}

#[async_trait]
impl Tool for JsTool {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    fn label(&self) -> &str {
        &self.spec.label
    }

    fn execution_mode(&self) -> ExecutionMode {
        match self.spec.execution_mode.as_deref() {
            Some("sequential") => ExecutionMode::Sequential,
            _ => ExecutionMode::Parallel,
        }
    }

    fn prepare_arguments(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        if !self.spec.prepares {
            return Ok(arguments);
        }
        let args = json!([self.record.id, self.spec.name, arguments]).to_string();
        let budget = Budget::Within(Duration::from_secs(5));
        let answer = self.record.package.runtime.call_blocking("prepare", args, budget);
        let answer = answer.map_err(|failure| ToolError::new(failure.to_string()))?;
        match answer.as_deref().map(serde_json::from_str) {
            Some(Ok(Value::Object(prepared))) => Ok(prepared),
            _ => Ok(arguments),
        }
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Some(shared) = self.shared.upgrade() else { return Err(ToolError::new("the program ends")) };
        let call = context.call_id.clone();
        shared.running.begin(&call, Arc::clone(&context.update));
        let args = json!([self.record.id, self.spec.name, call, arguments]);
        let running = self.record.package.call("execute", &args, Budget::Unlimited);
        let answer = {
            let mut running = std::pin::pin!(running);
            tokio::select! {
                biased;
                answer = &mut running => answer,
                () = context.cancel.cancelled() => {
                    self.record.package.tell("over", &json!([call, true]));
                    running.await
                }
            }
        };
        let nested_calls = shared.running.end(&call);
        let answer = answer.map_err(|failure| ToolError::new(failure.to_string()))?.unwrap_or_else(|| json!({}));
        let output: Output = serde_json::from_value(answer).map_err(|error| {
            ToolError::new(format!("the tool `{}` gave a result that cannot be read: {error}", self.spec.name))
        })?;
        Ok(ToolOutput { nested_calls, ..output.into() })
    }
}

/// A result as JavaScript gives it.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Output {
    content: Vec<Content>,
    details: Option<Value>,
    structured_content: Option<Value>,
    is_error: bool,
    terminate: bool,
    usage: Option<Usage>,
}

impl From<Output> for ToolOutput {
    fn from(output: Output) -> Self {
        Self {
            content: output.content,
            details: output.details,
            structured_content: output.structured_content,
            is_error: output.is_error,
            terminate: output.terminate,
            usage: output.usage,
            nested_calls: None,
        }
    }
}
