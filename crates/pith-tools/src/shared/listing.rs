//! Lines of a listing as a model gets them: as many as fit, and in one bracket what is missing (spec/coding-agent.md 4.6.4).

use pith_agent::ToolOutput;
use serde_json::{Map, Value, json};

use super::truncate::{Limit, MAX_BYTES, Truncation, size_text};

/// In `details.truncation`: listings have no limit of lines. The largest whole number that JavaScript has.
const NO_LIMIT: usize = 9_007_199_254_740_991;

/// A listing under way.
pub(crate) struct Listing {
    /// In order.
    pub(crate) lines: Vec<String>,
    /// What the model is told behind the lines.
    pub(crate) notices: Vec<String>,
    pub(crate) details: Map<String, Value>,
}

impl Listing {
    pub(crate) fn new(lines: Vec<String>) -> Self {
        Self { lines, notices: Vec::new(), details: Map::new() }
    }

    /// The result of the call.
    pub(crate) fn into_output(mut self) -> ToolOutput {
        let text = self.lines.join("\n");
        let shown = match cut(&text, self.lines.len()) {
            None => text,
            Some(truncation) => {
                self.notices.push(format!("{} limit reached", size_text(MAX_BYTES as u64)));
                let content = truncation.content.clone();
                self.details.insert("truncation".to_owned(), json!(truncation));
                content
            }
        };
        let shown = if self.notices.is_empty() { shown } else { format!("{shown}\n\n[{}]", self.notices.join(". ")) };
        let details = (!self.details.is_empty()).then_some(Value::Object(self.details));
        ToolOutput { details, ..ToolOutput::text(shown) }
    }
}

/// The whole lines at the start of a text that is too long; nothing of one that is not.
fn cut(text: &str, lines: usize) -> Option<Truncation> {
    if text.len() <= MAX_BYTES {
        return None;
    }
    let start = text.get(..text.floor_char_boundary(MAX_BYTES + 1)).unwrap_or_default();
    let content = start.rsplit_once('\n').map_or("", |(whole, _)| whole).to_owned();
    let mut truncation = Truncation::new(content, Some(Limit::Bytes), lines as u64, text.len() as u64);
    truncation.first_line_exceeds_limit = truncation.output_lines == 0;
    truncation.max_lines = NO_LIMIT;
    Some(truncation)
}

/// A number of results that a model asked for; at least one.
pub(crate) fn wanted(limit: Option<f64>, usual: usize) -> usize {
    // A conversion to an integer stops at both of its ends.
    limit.map_or(usual, |limit| (limit as usize).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(output: &ToolOutput) -> String {
        output.content.iter().filter_map(|block| block.as_text()).collect()
    }

    #[test]
    fn a_long_listing_is_cut_between_lines_and_says_so() {
        let output = Listing::new(vec!["x".repeat(99); 600]).into_output();
        let text = text(&output);
        assert!(text.ends_with("x\n\n[50.0KB limit reached]"), "{}", text.len());
        assert_eq!(text.lines().count(), 512 + 2);
        let truncation = output.details.and_then(|details| details.get("truncation").cloned()).unwrap_or_default();
        assert_eq!(truncation.get("outputLines"), Some(&json!(512)));
        assert_eq!(truncation.get("totalLines"), Some(&json!(600)));
    }

    #[test]
    fn notices_stand_in_one_bracket_behind_a_blank_line() {
        let mut listing = Listing::new(vec!["a".to_owned()]);
        listing.notices = vec!["one".to_owned(), "two".to_owned()];
        assert_eq!(text(&listing.into_output()), "a\n\n[one. two]");
        assert_eq!(text(&Listing::new(vec!["a".to_owned()]).into_output()), "a");
    }

    #[test]
    fn a_limit_is_at_least_one() {
        assert_eq!([None, Some(0.0), Some(-3.0), Some(7.9)].map(|limit| wanted(limit, 100)), [100, 1, 1, 7]);
    }
}
