//! The chunks of the stream, as far as they are read. Fields that hosts leave out, or send as null, are absent.
//!
//! A chunk is read into its place: to make its parts first and to move them into it took a quarter of the time.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use crate::apis::functions::FunctionDelta;

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

#[derive(Debug, Default)]
pub(super) struct Chunk<'a> {
    pub(super) id: Text<'a>,
    pub(super) model: Text<'a>,
    /// Only one answer is ever asked for.
    pub(super) choice: Option<Choice<'a>>,
    pub(super) usage: Option<Box<ChunkUsage>>,
    pub(super) error: Option<Box<Value>>,
    /// `error` where a host sends the error itself as the chunk.
    pub(super) object: Text<'a>,
    pub(super) message: Option<Box<Value>>,
}

#[derive(Debug, Default)]
pub(super) struct Choice<'a> {
    pub(super) delta: Delta,
    pub(super) finish_reason: Text<'a>,
    pub(super) usage: Option<Box<ChunkUsage>>,
}

#[derive(Debug, Default)]
pub(super) struct Delta {
    pub(super) content: Option<String>,
    pub(super) refusal: Option<String>,
    pub(super) reasoning_content: Option<String>,
    pub(super) reasoning: Option<String>,
    pub(super) reasoning_text: Option<String>,
    pub(super) reasoning_details: Vec<Value>,
    pub(super) tool_calls: Vec<CallDelta>,
}

impl<'a> Chunk<'a> {
    /// Reads one into its place, and nothing after it.
    pub(super) fn read(&mut self, data: &'a str) -> Result<(), serde_json::Error> {
        let mut json = serde_json::Deserializer::from_str(data);
        de::DeserializeSeed::deserialize(Fill(self), &mut json)?;
        json.end()
    }
}

/// Reads an object into a value that is there; null leaves it as it is.
struct Fill<'t, T>(&'t mut T);

/// The fields of an object, each with the place that it is read into; others are passed over.
macro_rules! fill {
    ($type:ty, [$($bounds:tt)*], $place:ident, $map:ident, { $($name:literal => $read:expr,)* }) => {
        impl<$($bounds)*> de::Visitor<'de> for Fill<'_, $type> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_unit<E: de::Error>(self) -> Result<(), E> {
                Ok(())
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut $map: A) -> Result<(), A::Error> {
                let $place = self.0;
                while let Some(key) = $map.next_key::<Text<'de>>()? {
                    match key.0.as_ref() {
                        $($name => $read,)*
                        _ => drop($map.next_value::<de::IgnoredAny>()?),
                    }
                }
                Ok(())
            }
        }

        impl<$($bounds)*> de::DeserializeSeed<'de> for Fill<'_, $type> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
                from.deserialize_any(self)
            }
        }
    };
}

fill!(Chunk<'a>, ['de: 'a, 'a], chunk, map, {
    "id" => chunk.id = map.next_value()?,
    "model" => chunk.model = map.next_value()?,
    "choices" => map.next_value_seed(First(&mut chunk.choice))?,
    "usage" => chunk.usage = map.next_value()?,
    "error" => chunk.error = map.next_value()?,
    "object" => chunk.object = map.next_value()?,
    "message" => chunk.message = map.next_value()?,
});

fill!(Choice<'a>, ['de: 'a, 'a], choice, map, {
    "delta" => map.next_value_seed(Fill(&mut choice.delta))?,
    "finish_reason" => choice.finish_reason = map.next_value()?,
    "usage" => choice.usage = map.next_value()?,
});

fill!(Delta, ['de], delta, map, {
    "content" => delta.content = map.next_value()?,
    "refusal" => delta.refusal = map.next_value()?,
    "reasoning_content" => delta.reasoning_content = map.next_value()?,
    "reasoning" => delta.reasoning = map.next_value()?,
    "reasoning_text" => delta.reasoning_text = map.next_value()?,
    "reasoning_details" => delta.reasoning_details = map.next_value::<Option<_>>()?.unwrap_or_default(),
    "tool_calls" => delta.tool_calls = map.next_value::<Option<_>>()?.unwrap_or_default(),
});

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

/// Reads the first of a list into its place.
struct First<'t, T>(&'t mut Option<T>);

impl<'de: 'a, 'a> de::Visitor<'de> for First<'_, Choice<'a>> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if list.next_element_seed(Fill(self.0.get_or_insert_default()))?.is_none() {
            *self.0 = None;
        }
        while list.next_element::<de::IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

impl<'de: 'a, 'a> de::DeserializeSeed<'de> for First<'_, Choice<'a>> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}
