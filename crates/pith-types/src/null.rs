//! A field that is null reads like one that is absent: older files and other programs write both.

use serde::{Deserialize, Deserializer};

pub(crate) fn as_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}
