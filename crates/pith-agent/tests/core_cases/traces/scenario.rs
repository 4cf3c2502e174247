//! The scenario language of the traces (spec/core.md §7.2). A word that is not known here is an error.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use pith_types::{AgentMessage, Content};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Scenario {
    #[serde(default)]
    pub(super) options: Options,
    #[serde(default)]
    pub(super) tools: IndexMap<String, ToolSpec>,
    #[serde(default)]
    pub(super) responses: Vec<Response>,
    #[serde(default)]
    pub(super) hooks: HookSpecs,
    #[serde(default)]
    pub(super) triggers: Vec<Trigger>,
    #[serde(default)]
    pub(super) run: Vec<Op>,
    pub(super) low_level: Option<LowLevel>,
    #[serde(default)]
    pub(super) full_requests: bool,
    pub(super) tokens_per_second: Option<f64>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Options {
    #[serde(default)]
    pub(super) initial_state: InitialState,
    pub(super) steering_mode: Option<String>,
    pub(super) follow_up_mode: Option<String>,
    pub(super) tool_execution: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InitialState {
    #[serde(default)]
    pub(super) system_prompt: String,
    pub(super) thinking_level: Option<String>,
    #[serde(default)]
    pub(super) tools: Vec<String>,
    #[serde(default)]
    pub(super) messages: Vec<AgentMessage>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ToolSpec {
    pub(super) description: Option<String>,
    pub(super) parameters: Option<Value>,
    pub(super) execution_mode: Option<String>,
    pub(super) prepare_arguments: Option<PrepareArguments>,
    #[serde(default)]
    pub(super) steps: Vec<ToolStep>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PrepareArguments {
    pub(super) merge: Option<Map<String, Value>>,
    pub(super) throws: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ToolStep {
    pub(super) delay_ms: Option<u64>,
    pub(super) update: Option<Value>,
    pub(super) late_update: Option<Value>,
    pub(super) wait_for_abort: Option<bool>,
    #[serde(rename = "do")]
    pub(super) actions: Option<Vec<Op>>,
    #[serde(rename = "throw")]
    pub(super) throws: Option<String>,
    /// Arises only in JavaScript: what is thrown is no error.
    #[serde(rename = "nonError")]
    pub(super) _non_error: Option<bool>,
    /// Arises only in JavaScript: nothing is returned.
    pub(super) undefined_result: Option<bool>,
    #[serde(rename = "return")]
    pub(super) returns: Option<Value>,
    pub(super) by_call: Option<BTreeMap<String, Vec<ToolStep>>>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Response {
    pub(super) content: Option<Vec<Content>>,
    pub(super) stop_reason: Option<Value>,
    pub(super) error_message: Option<String>,
    pub(super) throws: Option<String>,
    pub(super) raw: Option<Vec<RawEvent>>,
    pub(super) iter_throws: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RawEvent {
    pub(super) event: Value,
    pub(super) delay_ms: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct HookSpecs {
    pub(super) prepare_request: Option<Vec<HookSpec>>,
    pub(super) transform_context: Option<Vec<HookSpec>>,
    pub(super) convert_to_llm: Option<Vec<HookSpec>>,
    pub(super) get_api_key: Option<Vec<HookSpec>>,
    pub(super) finish_turn: Option<Vec<HookSpec>>,
    pub(super) prepare_next_turn: Option<Vec<HookSpec>>,
    pub(super) before_tool_call: Option<IndexMap<String, HookSpec>>,
    pub(super) after_tool_call: Option<IndexMap<String, HookSpec>>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct HookSpec {
    #[serde(rename = "return")]
    pub(super) returns: Option<Value>,
    #[serde(rename = "throw")]
    pub(super) throws: Option<String>,
    #[serde(rename = "do")]
    pub(super) actions: Option<Vec<Op>>,
    pub(super) mutate_args: Option<Map<String, Value>>,
    pub(super) keep_last: Option<usize>,
    pub(super) delay_ms: Option<u64>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Trigger {
    pub(super) on: String,
    pub(super) n: Option<usize>,
    #[serde(default)]
    pub(super) always: bool,
    pub(super) delay_ms: Option<u64>,
    #[serde(default, rename = "do")]
    pub(super) actions: Vec<Op>,
}

#[derive(Clone, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum Op {
    Prompt {
        input: Value,
        #[serde(default)]
        images: Vec<Content>,
    },
    Continue {},
    Wait {
        ms: u64,
    },
    Steer {
        message: AgentMessage,
    },
    FollowUp {
        message: AgentMessage,
    },
    Abort {},
    Throw {
        message: String,
    },
    Note {
        text: String,
    },
    PromptNow {},
    ContinueNow {},
    ResetNow {},
    SetHook {
        name: String,
    },
    ClearAllQueues {},
    Peek {},
    Snapshot {
        label: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LowLevel {
    #[serde(rename = "fn")]
    pub(super) function: String,
    #[serde(default)]
    pub(super) prompts: Vec<AgentMessage>,
    #[serde(default)]
    pub(super) messages: Vec<AgentMessage>,
    #[serde(default)]
    pub(super) tools: Vec<String>,
    /// What each poll gives; polls are recorded when it is there.
    pub(super) steering: Option<Vec<Vec<AgentMessage>>>,
    pub(super) follow_ups: Option<Vec<Vec<AgentMessage>>>,
}
