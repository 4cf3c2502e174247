//! Mends the arguments of an answer's calls on its arrival, as their tools know how to (spec/core.md R4.6): before the
//! message is kept, so that transcript, events and later requests show one form.

use std::sync::Arc;

use pith_types::{AssistantMessage, Content, StopReason, ToolCall};

use crate::{Tool, settle::catch, tool};

/// Mends every call of an answer whose calls will be run.
pub(crate) fn mend_answer(answer: &mut AssistantMessage, tools: &[Arc<dyn Tool>]) {
    // What the output limit has cut, or a failure, is kept as it came.
    if matches!(answer.stop_reason, StopReason::Length | StopReason::Error | StopReason::Aborted) {
        return;
    }
    for block in &mut answer.content {
        if let Content::ToolCall(call) = block {
            mend_call(call, tools);
        }
    }
}

/// Mends one call. Arguments that could not be read, and those whose mending panics, stay as they came.
pub(crate) fn mend_call(call: &mut ToolCall, tools: &[Arc<dyn Tool>]) {
    let Some(tool) = tool::named(tools, &call.name).filter(|_| call.arguments_error.is_none()) else { return };
    let mut arguments = call.arguments.clone();
    if catch(|| tool.mend_arguments(&mut arguments)).is_ok() {
        call.arguments = arguments;
    }
}
