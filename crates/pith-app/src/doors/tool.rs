//! Tool calls and their results (1.8.7). The gate fails closed: who throws here blocks.

use pith_agent::{HookError, ToolAmendment, ToolCallView, ToolOutput, ToolVerdict};
use serde_json::{Map, Value};

use crate::fanout::Fanout;

/// The words for a call that was refused without a reason.
const BLOCKED: &str = "Tool execution was blocked";

impl Fanout {
    /// The first that blocks ends the walk.
    ///
    /// # Errors
    /// The words of an extension that failed: its call does not run.
    pub(crate) async fn tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        for extension in self.extensions().iter() {
            match extension.tool_call(call, arguments).await {
                Ok(ToolVerdict::Allow) => {}
                Ok(ToolVerdict::Block { reason, terminate }) => {
                    let reason = reason.filter(|reason| !reason.is_empty()).unwrap_or_else(|| BLOCKED.to_owned());
                    return Ok(ToolVerdict::Block { reason: Some(reason), terminate });
                }
                Err(error) => {
                    self.failed_anew(&**extension, "tool_call", &error).await;
                    return Err(HookError::new(error.to_string()));
                }
            }
        }
        Ok(ToolVerdict::Allow)
    }

    /// Patches chain, field by field; the next extension sees the result patched.
    pub(crate) async fn tool_result(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> ToolAmendment {
        let extensions = self.extensions();
        let mut all = ToolAmendment::default();
        let mut patched = None;
        for extension in extensions.iter() {
            let shown = patched.as_ref().unwrap_or(output);
            let verdict = extension.tool_result(call, arguments, shown).await;
            let Some(patch) = self.passed(&**extension, "tool_result", verdict).await else { continue };
            if patch != ToolAmendment::default() {
                patch.clone().apply(patched.get_or_insert_with(|| output.clone()));
                all.then(patch);
            }
        }
        all
    }
}
