//! A field that is null reads like one that is absent: older files and other programs write both.

use serde::{Deserialize, Deserializer};

use crate::UserContent;

pub(crate) fn as_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// A user message without content says nothing, rather than an empty text.
pub(crate) fn no_blocks() -> UserContent {
    UserContent::Blocks(Vec::new())
}

pub(crate) fn as_no_blocks<'de, D: Deserializer<'de>>(from: D) -> Result<UserContent, D::Error> {
    Option::deserialize(from).map(|content| content.unwrap_or_else(no_blocks))
}
