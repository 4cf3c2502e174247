//! What is asked of a model: the context in its one admissible form, and how to ask.

use std::sync::Arc;

use indexmap::IndexMap;
use pith_types::{Message, Model, ThinkingLevel};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Secret, thinking::ThinkingBudgets};

/// The messages of a request, as providers take them. Only [`normalize_context`] makes one, so a raw transcript cannot
/// reach a provider (spec/core.md R2.2).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Context {
    messages: Vec<Message>,
}

/// One question to one model.
#[derive(Debug, Clone)]
pub struct Request {
    /// Whom to ask.
    pub model: Arc<Model>,
    /// What to say.
    pub context: Context,
    /// How to ask.
    pub options: CallOptions,
}

/// How to ask. The default asks for nothing special.
#[derive(Debug, Clone, Default)]
pub struct CallOptions {
    /// The key, when the provider needs one.
    pub api_key: Option<Secret>,
    /// How much to reason; `Off` asks for none.
    pub thinking: ThinkingLevel,
    /// Tokens of the answer at most; the model's own maximum when absent.
    pub max_tokens: Option<u64>,
    /// Sampling temperature; the provider's default when absent.
    pub temperature: Option<f64>,
    /// Other sampling parameters, sent as they stand, over the model's own.
    pub sampling_params: Option<Map<String, Value>>,
    /// Whether and what the model may or must call; up to the model when absent.
    pub tool_choice: Option<ToolChoice>,
    /// Tokens of thinking by level, where they differ from the usual ones.
    pub thinking_budgets: Option<ThinkingBudgets>,
    /// Names the conversation to the provider's cache and routing.
    pub session_id: Option<String>,
    /// Whether it is a request of the conversation's own loop; summaries and what extensions ask are beside it.
    pub in_turn: bool,
    /// Extra headers, over the model's own.
    pub headers: IndexMap<String, Secret>,
    /// How long the provider should keep the prompt's prefix.
    pub cache_retention: CacheRetention,
    /// Said of the request beside what the model reads; of it the wires send what their API takes.
    pub metadata: Option<Map<String, Value>>,
    /// The class of service, for providers that sell several.
    pub service_tier: Option<String>,
    /// Variables of the provider's environment: what its address, region and signature are made of, beside the key.
    pub env: IndexMap<String, Secret>,
}

/// Whether and what the model may or must call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolChoice {
    /// What it likes, or nothing.
    Auto,
    /// Nothing.
    None,
    /// Something.
    Required,
    /// This tool.
    Tool(String),
}

/// How long the provider should keep the prompt's prefix (spec/providers.md 2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheRetention {
    /// Not at all.
    None,
    /// Minutes.
    #[default]
    Short,
    /// An hour or more.
    Long,
}

impl CallOptions {
    /// A variable of the provider's environment, unless it is empty.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.env.get(name).map(Secret::reveal).filter(|value| !value.is_empty())
    }
}

impl Context {
    /// The messages; a leading system message, if any, is the prompt with its tools.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
}

/// Makes the only form of a context that providers take (R2.2).
pub fn normalize_context(messages: Vec<Message>) -> Context {
    Context { messages }
}
