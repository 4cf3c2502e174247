//! Ids of calls: exactly nine letters and digits (spec/core.md R5.11).

use std::borrow::Cow;

use pith_types::{AssistantMessage, Model};

use crate::normalize::short_hash;

const LENGTH: usize = 9;

/// The rule for calls of other models.
pub(super) fn mistral_id<'a>(id: &'a str, _model: &Model, _source: &AssistantMessage) -> Cow<'a, str> {
    let is_plain = |c: &char| c.is_ascii_alphanumeric();
    if id.len() == LENGTH && id.chars().all(|c| is_plain(&c)) {
        return Cow::Borrowed(id);
    }
    let plain: String = id.chars().filter(is_plain).collect();
    Cow::Owned(if plain.len() == LENGTH { plain } else { made(&plain) })
}

/// An id that stands for a text.
pub(super) fn made(seed: &str) -> String {
    let mut id = short_hash(seed);
    // A hash may come out short, which is mended in the same way every time.
    while id.len() < LENGTH {
        id.push_str(&short_hash(&id));
    }
    id.truncate(LENGTH);
    id
}
