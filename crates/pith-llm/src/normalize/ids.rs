//! Ids of tool calls that came from another model, in the form that a wire takes (spec/core.md R5.11).

use std::borrow::Cow;

use pith_types::{AssistantMessage, Model};

/// Gives the id a call has on a wire: from the id, the model it is for, and the answer it stands in.
pub type IdRule = for<'a> fn(&'a str, &Model, &AssistantMessage) -> Cow<'a, str>;

const ANTHROPIC_LIMIT: usize = 64;
const COMPLETIONS_LIMIT: usize = 40;
const HASH_LENGTH: usize = 8;

/// The rule of chat completions: ids of the form `call|item` are joined, and shortened with a hash when they are long; any
/// other stays as it is, but for OpenAI itself, which takes no long ones.
pub fn completions_id<'a>(id: &'a str, model: &Model, _source: &AssistantMessage) -> Cow<'a, str> {
    let Some((call, item)) = id.split_once('|') else {
        return if model.provider == "openai" {
            Cow::Borrowed(prefix(id, COMPLETIONS_LIMIT))
        } else {
            Cow::Borrowed(id)
        };
    };
    let joined = sanitized(&format!("{call}_{item}"));
    if joined.len() <= COMPLETIONS_LIMIT {
        return Cow::Owned(joined);
    }
    let call = sanitized(call);
    let hash = short_hash(id);
    let head = prefix(&call, COMPLETIONS_LIMIT - HASH_LENGTH - 1);
    Cow::Owned(format!("{head}_{}", prefix(&hash, HASH_LENGTH)))
}

/// The rule of Anthropic and Bedrock: letters, digits, `_` and `-`, at most 64 of them. What is replaced is a UTF-16 unit.
pub fn anthropic_id<'a>(id: &'a str, _model: &Model, _source: &AssistantMessage) -> Cow<'a, str> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if id.len() <= ANTHROPIC_LIMIT && id.chars().all(fits) {
        return Cow::Borrowed(id);
    }
    let units = id.chars().flat_map(|c| std::iter::repeat_n(if fits(c) { c } else { '_' }, c.len_utf16()));
    Cow::Owned(units.take(ANTHROPIC_LIMIT).collect())
}

fn sanitized(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }).collect()
}

fn prefix(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// A short text that stands for a longer one: 64 bits, mixed over its UTF-16 units, as two numbers to the base of 36.
pub fn short_hash(text: &str) -> String {
    let (mut low, mut high) = (0xdead_beef_u32, 0x41c6_ce57_u32);
    for unit in text.encode_utf16() {
        low = (low ^ u32::from(unit)).wrapping_mul(2_654_435_761);
        high = (high ^ u32::from(unit)).wrapping_mul(1_597_334_677);
    }
    let finish = |own: u32, other: u32| {
        (own ^ (own >> 16)).wrapping_mul(2_246_822_507) ^ (other ^ (other >> 13)).wrapping_mul(3_266_489_909)
    };
    low = finish(low, high);
    high = finish(high, low);
    base36(high) + &base36(low)
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}
