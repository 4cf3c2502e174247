//! Third stage: a leading slash may stand for a longer text.

use super::{Draft, Surroundings};

/// A kind of text that a leading slash can stand for, such as skills and prompt templates.
pub trait Expansion: Send + Sync {
    /// The text that the input stands for; nothing when it is none of this kind.
    fn expand(&self, text: &str) -> Option<String>;
}

/// Lets the first expansion that knows the text replace it; what it gave is not expanded again.
pub(super) fn expand(mut draft: Draft, around: &Surroundings<'_>) -> Draft {
    if !draft.literal && draft.text.starts_with('/') {
        let expanded = around.expansions.iter().find_map(|expansion| expansion.expand(&draft.text));
        draft.text = expanded.unwrap_or(draft.text);
    }
    draft
}
