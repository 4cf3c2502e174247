//! What a request becomes on its way to a local model: readable JSON, the same for the same request.

use pith_llm::{Request, ToolChoice};
use pith_types::transcript::PromptState;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Conversation, Role, Turn, examples, system, tools, turns};

/// The body of a request to a local model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Payload {
    pub(crate) messages: Vec<Turn>,
    /// After how many turns the state is worth keeping, since other conversations begin so too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) kept: Vec<usize>,
    /// Whole declarations: decoding is bound to their schemas. What the model is shown of them is shorter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tools: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) temperature: Option<f64>,
    /// Whether and what must be called: the answer then begins with a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool_choice: Option<ToolChoice>,
}

impl Payload {
    /// The payload of a request.
    pub(crate) fn of(request: &Request) -> Self {
        let messages = request.context.messages();
        let state = PromptState::replay(messages);
        let declared: Vec<_> = state.tools().values().cloned().collect();
        let [fixed, varying] = system::turns(&state, &declared);
        let mut all = Vec::from_iter(fixed);
        all.extend(examples::turns(&declared));
        let mut kept = vec![all.len()];
        all.extend(varying);
        kept.push(all.len());
        kept.dedup();
        all.extend(turns::of(messages, &request.model));
        let limit = request.options.max_tokens.or(Some(request.model.max_tokens)).filter(|limit| *limit > 0);
        Self {
            messages: all,
            kept,
            tools: declared.iter().map(tools::declaration).collect(),
            max_tokens: limit,
            temperature: request.options.temperature,
            tool_choice: request.options.tool_choice.clone(),
        }
    }

    /// The tools that may be called now: one that was chosen for the model alone, none where none may be. Small models
    /// change files that they have not looked at, and then change what is not there; until something was looked at, tools
    /// that replace parts of a file are not among them.
    pub(crate) fn callable(&self) -> Vec<Value> {
        match &self.tool_choice {
            Some(ToolChoice::None) => return Vec::new(),
            Some(ToolChoice::Tool(name)) => {
                return self.tools.iter().filter(|tool| tools::name(tool) == Some(name.as_str())).cloned().collect();
            }
            None | Some(ToolChoice::Auto | ToolChoice::Required) => {}
        }
        let given = self.messages.get(self.kept.last().copied().unwrap_or_default()..).unwrap_or_default();
        let looked = given.iter().any(|turn| turn.role == Role::Tool);
        let others = || self.tools.iter().filter(|tool| !tools::replaces(tool));
        if looked || others().next().is_none() { self.tools.clone() } else { others().cloned().collect() }
    }

    /// Whether the answer is to be a call.
    pub(crate) fn must_call(&self) -> bool {
        matches!(self.tool_choice, Some(ToolChoice::Required | ToolChoice::Tool(_)))
    }

    /// What the model is shown.
    pub(crate) fn conversation(&self) -> Conversation {
        Conversation { turns: self.messages.clone(), tools: self.tools.iter().map(tools::shown).collect() }
    }
}
