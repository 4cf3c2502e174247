//! What the handlers' results have become by the time they are here, read as what each event takes.

use pith_app::extension::{ExtensionError, InputVerdict};
use pith_types::{AgentMessage, Content};
use serde_json::{Map, Value};

use super::super::shared::Shared;

#[derive(serde::Deserialize, Default)]
#[serde(default)]
pub(super) struct InputAnswer {
    pub(super) action: String,
    pub(super) text: Option<String>,
    pub(super) images: Option<Vec<Content>>,
    pub(super) reason: Option<String>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
pub(super) struct StartAnswer {
    pub(super) messages: Vec<Value>,
    pub(super) forced: Option<String>,
    pub(super) options: Option<Value>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
pub(super) struct CallAnswer {
    pub(super) block: bool,
    pub(super) reason: Option<String>,
    pub(super) terminate: bool,
    pub(super) input: Option<Map<String, Value>>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ResultAnswer {
    pub(super) content: Option<Vec<Content>>,
    pub(super) details: Option<Value>,
    pub(super) structured_content: Option<Value>,
    pub(super) is_error: Option<bool>,
    pub(super) usage: Option<pith_types::Usage>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct FoundAnswer {
    pub(super) skill_paths: Vec<String>,
    pub(super) prompt_paths: Vec<String>,
    pub(super) theme_paths: Vec<String>,
}

#[derive(serde::Deserialize)]
pub(super) struct Messages {
    pub(super) messages: Vec<AgentMessage>,
}

#[derive(serde::Deserialize)]
pub(super) struct Message {
    pub(super) message: AgentMessage,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
pub(super) struct Objection {
    pub(super) cancel: bool,
    pub(super) compaction: Option<Value>,
}

#[derive(serde::Deserialize)]
pub(super) struct Trusted {
    pub(super) trusted: bool,
    pub(super) remember: bool,
}

impl InputAnswer {
    /// What becomes of `text`; `name` is the extension's.
    pub(super) fn verdict(self, text: &str, name: &str) -> InputVerdict {
        match self.action.as_str() {
            "transform" => {
                InputVerdict::Transform { text: self.text.unwrap_or_else(|| text.to_owned()), images: self.images }
            }
            "handled" => InputVerdict::Handled,
            "block" => InputVerdict::Block {
                reason: self.reason.unwrap_or_else(|| format!("the extension `{name}` does not let it through")),
            },
            _ => InputVerdict::Continue,
        }
    }
}

/// A message of `before_agent_start`, with the role and the time that it needs.
pub(super) fn custom_message(mut message: Value, shared: &Shared) -> Result<AgentMessage, ExtensionError> {
    if let Some(fields) = message.as_object_mut() {
        fields.insert("role".to_owned(), "custom".into());
        fields.entry("display").or_insert(Value::Bool(false));
        fields.entry("timestamp").or_insert_with(|| shared.now_ms().into());
    }
    serde_json::from_value(message).map_err(|error| ExtensionError::new(format!("its message cannot be read: {error}")))
}
