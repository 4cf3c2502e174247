//! Times as AWS writes them.

use jiff::Timestamp;

/// Such a time, for example `2026-11-30T12:00:00Z`, in Unix milliseconds. Old programs wrote `UTC` at its end.
pub fn time_of(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = text.strip_suffix("UTC").map_or_else(|| text.to_owned(), |time| format!("{time}Z"));
    Some(text.parse::<Timestamp>().ok()?.as_millisecond())
}
