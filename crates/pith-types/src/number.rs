//! Numbers as JavaScript has them: a whole `f64` is printed without a fraction, so that files stay byte-equal, and a count
//! or a time may come as any number, so that no message is unreadable for it.

use serde::{Deserialize, Deserializer, Serializer};
use serde_json::Number;

/// The largest magnitude up to which every whole `f64` is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
#[expect(clippy::cast_possible_truncation, reason = "whole and within the exact range")]
pub(crate) fn whole<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && value.abs() <= EXACT {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

/// A count from any number: fractions are cut off, what is negative or null is 0.
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Option::deserialize(from).map(|number| number.map_or(0, |number| whole_count(&number)))
}

/// The same for a count that may be absent.
pub(crate) fn optional_count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(from).map(|number: Option<Number>| number.map(|number| whole_count(&number)))
}

/// Unix milliseconds from any number; null is 0.
pub(crate) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    optional_time(from).map(Option::unwrap_or_default)
}

/// The same for a time that may be absent.
#[expect(clippy::cast_possible_truncation, reason = "a time is far from the end of the range")]
pub(crate) fn optional_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    let whole = |number: Number| number.as_i64().unwrap_or_else(|| number.as_f64().unwrap_or(0.0) as i64);
    Option::deserialize(from).map(|number| number.map(whole))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and casts of floats saturate")]
fn whole_count(number: &Number) -> u64 {
    number.as_u64().unwrap_or_else(|| number.as_f64().unwrap_or(0.0).max(0.0) as u64)
}
