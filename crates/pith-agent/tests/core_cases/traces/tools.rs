//! The tools of a scenario: each execution walks the steps.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use pith_agent::{ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

use super::{
    scenario::{ToolSpec, ToolStep},
    triggers::Actor,
};

pub(super) struct ScenarioTool {
    declaration: ToolDeclaration,
    spec: ToolSpec,
    actor: Actor,
}

impl ScenarioTool {
    pub(super) fn shared(name: &str, spec: &ToolSpec, actor: Actor) -> Arc<dyn Tool> {
        let declaration = ToolDeclaration {
            name: name.into(),
            description: spec.description.clone().unwrap_or_default(),
            parameters: spec.parameters.clone().unwrap_or_else(|| json!({"type": "object", "properties": {}})),
            constrained_sampling: None,
        };
        Arc::new(Self { declaration, spec: spec.clone(), actor })
    }

    async fn walk(&self, steps: &[ToolStep], context: &ToolContext) -> Result<Option<ToolOutput>, ToolError> {
        for step in steps {
            if let Some(by_call) = &step.by_call {
                let steps = by_call.get(&context.call_id).or_else(|| by_call.get("default"));
                let walked = Box::pin(self.walk(steps.map_or(&[], Vec::as_slice), context)).await?;
                if walked.is_some() {
                    return Ok(walked);
                }
            }
            if let Some(delay) = step.delay_ms {
                tokio::time::sleep(Duration::from_millis(delay)).await;
            }
            if let Some(update) = &step.update {
                (context.update)(output(update));
            }
            if let Some(update) = step.late_update.clone() {
                let late = Arc::clone(&context.update);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    late(output(&update));
                });
            }
            if step.wait_for_abort == Some(true) {
                context.cancel.cancelled().await;
            }
            if let Some(actions) = &step.actions {
                self.actor.act(actions).await.map_err(ToolError::new)?;
            }
            if let Some(text) = &step.throws {
                return Err(ToolError::new(text));
            }
            if step.undefined_result == Some(true) {
                return Err(ToolError::new("the tool returned nothing"));
            }
            if let Some(result) = &step.returns {
                return Ok(Some(output(result)));
            }
        }
        Ok(None)
    }
}

fn output(value: &Value) -> ToolOutput {
    ToolOutput {
        content: value
            .get("content")
            .map(|content| serde_json::from_value(content.clone()).unwrap())
            .unwrap_or_default(),
        details: value.get("details").cloned(),
        structured_content: value.get("structuredContent").cloned(),
        is_error: value["isError"] == json!(true),
        terminate: value["terminate"] == json!(true),
        usage: value.get("usage").map(|usage| serde_json::from_value(usage.clone()).unwrap()),
        nested_calls: value.get("nestedCalls").cloned(),
    }
}

#[async_trait]
impl Tool for ScenarioTool {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    fn execution_mode(&self) -> ExecutionMode {
        match self.spec.execution_mode.as_deref() {
            None | Some("parallel") => ExecutionMode::Parallel,
            Some("sequential") => ExecutionMode::Sequential,
            Some(other) => panic!("execution mode `{other}` is not known"),
        }
    }

    fn prepare_arguments(&self, mut arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        let Some(prepare) = &self.spec.prepare_arguments else { return Ok(arguments) };
        self.actor.log.event(json!({"hook": "prepareArguments", "toolName": self.declaration.name, "args": arguments}));
        if let Some(text) = &prepare.throws {
            return Err(ToolError::new(text));
        }
        for (name, value) in prepare.merge.iter().flatten() {
            arguments.insert(name.clone(), value.clone());
        }
        Ok(arguments)
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        self.actor.log.event(json!({
            "hook": "tool.execute", "toolCallId": context.call_id, "toolName": self.declaration.name,
            "args": arguments, "aborted": context.cancel.is_cancelled(),
        }));
        Ok(self.walk(&self.spec.steps, &context).await?.unwrap_or_default())
    }
}
