//! The chunks of the stream, as far as they are read. Fields that hosts leave out, or send as null, are absent. What few
//! chunks have stands in boxes, since every chunk is moved.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

/// A text that repeats in every chunk: it is only copied when it is kept.
#[derive(Debug, Default)]
pub(super) struct Text<'a>(pub(super) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> de::Visitor<'de> for Borrow {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Text::default())
            }
        }
        deserializer.deserialize_any(Borrow)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk<'a> {
    #[serde(borrow)]
    pub(super) id: Text<'a>,
    #[serde(borrow)]
    pub(super) model: Text<'a>,
    /// Only one answer is ever asked for.
    #[serde(rename = "choices", deserialize_with = "first", borrow)]
    pub(super) choice: Option<Choice<'a>>,
    pub(super) usage: Option<Box<ChunkUsage>>,
    pub(super) error: Option<Box<Value>>,
    /// `error` where a host sends the error itself as the chunk.
    #[serde(borrow)]
    pub(super) object: Text<'a>,
    pub(super) message: Option<Box<Value>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice<'a> {
    #[serde(deserialize_with = "or_default")]
    pub(super) delta: Delta,
    #[serde(borrow)]
    pub(super) finish_reason: Text<'a>,
    pub(super) usage: Option<Box<ChunkUsage>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    pub(super) content: Option<String>,
    pub(super) refusal: Option<String>,
    pub(super) reasoning_content: Option<String>,
    pub(super) reasoning: Option<String>,
    pub(super) reasoning_text: Option<String>,
    #[serde(deserialize_with = "or_default")]
    pub(super) reasoning_details: Vec<Value>,
    #[serde(deserialize_with = "or_default")]
    pub(super) tool_calls: Vec<CallDelta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CallDelta {
    pub(super) index: Option<i64>,
    pub(super) id: Option<String>,
    pub(super) function: Option<FunctionDelta>,
    pub(super) custom: Option<CustomDelta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FunctionDelta {
    pub(super) name: Option<String>,
    /// Text; some hosts send the whole object.
    pub(super) arguments: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CustomDelta {
    pub(super) name: Option<String>,
    pub(super) input: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ChunkUsage {
    #[serde(deserialize_with = "or_default")]
    pub(super) prompt_tokens: f64,
    #[serde(deserialize_with = "or_default")]
    pub(super) completion_tokens: f64,
    pub(super) prompt_tokens_details: Option<PromptDetails>,
    pub(super) completion_tokens_details: Option<CompletionDetails>,
    pub(super) prompt_cache_hit_tokens: Option<f64>,
    pub(super) cached_tokens: Option<f64>,
    /// What a gateway billed, in USD.
    pub(super) cost: Option<f64>,
    pub(super) is_byok: Option<bool>,
    pub(super) cost_details: Option<CostDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<f64>,
    pub(super) cache_write_tokens: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CompletionDetails {
    pub(super) reasoning_tokens: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CostDetails {
    pub(super) upstream_inference_cost: Option<f64>,
}

fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// The first of a list, without a list being made.
fn first<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    struct First<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> de::Visitor<'de> for First<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let first = list.next_element()?;
            while list.next_element::<de::IgnoredAny>()?.is_some() {}
            Ok(first)
        }

        fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }
    from.deserialize_any(First(PhantomData))
}
