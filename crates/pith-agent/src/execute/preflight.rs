//! Everything before a tool runs (spec/core.md R4.6, R4.9): is there such a tool, can its arguments be used, may it run.

use std::sync::Arc;

use pith_types::ToolCall;
use serde_json::{Map, Value};

use super::Scene;
use crate::{Door, Failure, Tool, ToolOutput, ToolVerdict, run::ABORTED, settle::catch, tool};

/// The result of a call that a hook refused without a reason.
const BLOCKED: &str = "The call was not allowed.";

/// A call that may run.
pub(super) struct Ready {
    pub(super) call: Arc<ToolCall>,
    pub(super) tool: Arc<dyn Tool>,
    /// Validated, coerced, and perhaps edited by the hook.
    pub(super) arguments: Map<String, Value>,
}

/// Checks a call.
///
/// # Errors
/// The call's result, when it does not run.
pub(super) async fn preflight(call: Arc<ToolCall>, scene: &Scene) -> Result<Ready, ToolOutput> {
    if scene.tool.cancel.is_cancelled() {
        return Err(ToolOutput::failure(ABORTED));
    }
    let tool = tool::named(&scene.tools, &call.name)
        .ok_or_else(|| ToolOutput::failure(format!("Tool {} not found", call.name)))?;
    let mut arguments = usable(tool.as_ref(), &call).map_err(ToolOutput::failure)?;
    let verdict = scene.hooks.before_tool_call(scene.view(&call), &mut arguments);
    match scene.hook.settle(verdict).await {
        Ok(ToolVerdict::Allow) if scene.tool.cancel.is_cancelled() => Err(ToolOutput::failure(ABORTED)),
        Ok(ToolVerdict::Allow) => Ok(Ready { tool: Arc::clone(tool), arguments, call }),
        Ok(ToolVerdict::Block { reason, terminate }) => {
            Err(ToolOutput { terminate, ..ToolOutput::failure(reason.unwrap_or_else(|| BLOCKED.to_owned())) })
        }
        Err(cause) => Err(ToolOutput::failure(cause.for_model(Door::BeforeToolCall))),
    }
}

/// The arguments as the tool gets them: parsed, mended, validated.
fn usable(tool: &dyn Tool, call: &ToolCall) -> Result<Map<String, Value>, String> {
    if let Some(error) = &call.arguments_error {
        return Err(format!("The arguments of `{}` could not be read as a JSON object: {error}", call.name));
    }
    let prepared = catch(|| tool.prepare_arguments(call.arguments.clone()));
    let prepared = match prepared {
        Ok(prepared) => prepared.map_err(|error| error.to_string())?,
        Err(cause) => return Err(Failure { door: Door::Tool, cause }.to_string()),
    };
    validate(tool, prepared)
}

#[cfg(feature = "validate")]
fn validate(tool: &dyn Tool, arguments: Map<String, Value>) -> Result<Map<String, Value>, String> {
    crate::validate::check(tool.declaration(), arguments).map_err(|error| error.to_string())
}

#[cfg(not(feature = "validate"))]
#[expect(clippy::unnecessary_wraps, reason = "the form that validation has")]
fn validate(_: &dyn Tool, arguments: Map<String, Value>) -> Result<Map<String, Value>, String> {
    Ok(arguments)
}
