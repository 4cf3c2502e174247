//! Numbers as JavaScript prints them: a whole `f64` has no fraction, so that files stay byte-equal.

use serde::Serializer;

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
