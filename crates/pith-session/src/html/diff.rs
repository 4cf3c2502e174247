//! Differences with their lines colored.

use super::text::escape;

/// A difference whose lines begin with `+`, `-` or a blank.
pub(super) fn render(diff: &str) -> String {
    let line = |line: &str| {
        let class = match line.chars().next() {
            Some('+') => "added",
            Some('-') => "removed",
            _ => "same",
        };
        format!("<span class=\"{class}\">{}</span>", escape(line))
    };
    format!("<pre class=\"diff\">{}</pre>", diff.lines().map(line).collect::<String>())
}
