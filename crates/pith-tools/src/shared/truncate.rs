//! How much of a text a model gets, and how that is told (spec/coding-agent.md 4.0.7 and 4.0.8).

use serde::Serialize;

/// Lines of one result.
pub(crate) const MAX_LINES: usize = 2000;

/// Bytes of one result, as UTF-8.
pub(crate) const MAX_BYTES: usize = 50 * 1024;

/// What was cut from a text, as `details.truncation` says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Truncation {
    /// What is left.
    pub(crate) content: String,
    pub(crate) truncated: bool,
    /// The limit that was met first.
    pub(crate) truncated_by: Option<Limit>,
    pub(crate) total_lines: u64,
    pub(crate) total_bytes: u64,
    pub(crate) output_lines: usize,
    pub(crate) output_bytes: usize,
    /// Only the end of the last line is left, because that line alone is over the limit.
    pub(crate) last_line_partial: bool,
    /// Nothing is left, because the first line alone is over the limit.
    pub(crate) first_line_exceeds_limit: bool,
    pub(crate) max_lines: usize,
    pub(crate) max_bytes: usize,
}

/// The limit that cut a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    Lines,
    Bytes,
}

impl Truncation {
    /// A text of that size, of which `content` is left.
    pub(crate) fn new(content: String, truncated_by: Option<Limit>, total_lines: u64, total_bytes: u64) -> Self {
        Self {
            output_lines: if content.is_empty() { 0 } else { content.split('\n').count() },
            output_bytes: content.len(),
            truncated: truncated_by.is_some(),
            content,
            truncated_by,
            total_lines,
            total_bytes,
            last_line_partial: false,
            first_line_exceeds_limit: false,
            max_lines: MAX_LINES,
            max_bytes: MAX_BYTES,
        }
    }
}

/// A size for people: `812B`, `50.0KB`, `3.4MB`.
pub(crate) fn size_text(bytes: u64) -> String {
    const KB: u64 = 1024;
    // Tenths in whole numbers, rounded to the nearest.
    let tenths = |unit: u64| {
        let tenths = (bytes.saturating_mul(10) + unit / 2) / unit;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match bytes {
        0..KB => format!("{bytes}B"),
        KB..0x10_0000 => format!("{}KB", tenths(KB)),
        _ => format!("{}MB", tenths(KB * KB)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_in_three_units() {
        for (bytes, text) in [
            (0, "0B"),
            (1023, "1023B"),
            (1024, "1.0KB"),
            (51_200, "50.0KB"),
            (60_000, "58.6KB"),
            (1024 * 1024, "1.0MB"),
            (2_147_483_648, "2048.0MB"),
        ] {
            assert_eq!(size_text(bytes), text);
        }
    }

    #[test]
    fn details_have_the_recorded_keys_in_the_recorded_order() -> Result<(), serde_json::Error> {
        let json = serde_json::to_string(&Truncation::new("a\nb".to_owned(), Some(Limit::Lines), 3, 6))?;
        let expected = r#"{"content":"a\nb","truncated":true,"truncatedBy":"lines","totalLines":3,"totalBytes":6,"outputLines":2,"outputBytes":3,"lastLinePartial":false,"firstLineExceedsLimit":false,"maxLines":2000,"maxBytes":51200}"#;
        assert_eq!(json, expected);
        Ok(())
    }
}
