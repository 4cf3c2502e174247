//! The chunks of the stream, as far as they are read. Fields that are null are absent.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use crate::apis::functions::FunctionDelta;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    pub(super) id: Option<String>,
    /// `error` when the chunk is one.
    pub(super) object: Option<String>,
    pub(super) choices: Option<Vec<Choice>>,
    pub(super) usage: Option<ChunkUsage>,
    pub(super) error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    pub(super) delta: Option<Delta>,
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    pub(super) content: Option<TextOrParts>,
    pub(super) tool_calls: Option<Vec<CallDelta>>,
}

/// A text, or a list of parts: by what begins, so that nothing is read twice.
#[derive(Debug)]
pub(super) enum TextOrParts {
    Text(String),
    Parts(Vec<ContentPart>),
}

impl<'de> Deserialize<'de> for TextOrParts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> de::Visitor<'de> for Either {
            type Value = TextOrParts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of parts")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(TextOrParts::Text(text.to_owned()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(de::value::SeqAccessDeserializer::new(list)).map(TextOrParts::Parts)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Text, thinking, or something that is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ContentPart {
    pub(super) text: Option<String>,
    pub(super) thinking: Option<TextOrParts>,
}

impl TextOrParts {
    /// Of thinking: the text of all parts.
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Parts(parts) => parts.into_iter().filter_map(|part| part.text).collect(),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CallDelta {
    pub(super) index: Option<u64>,
    pub(super) id: Option<String>,
    pub(super) function: Option<FunctionDelta>,
}

/// The cached tokens have stood in several places.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ChunkUsage {
    pub(super) prompt_tokens: Option<u64>,
    pub(super) completion_tokens: Option<u64>,
    pub(super) total_tokens: Option<u64>,
    #[serde(alias = "prompt_token_details")]
    pub(super) prompt_tokens_details: Option<PromptDetails>,
    pub(super) num_cached_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<u64>,
}
