//! One of several matching models (spec/coding-agent.md 6.1.2).

use std::sync::Arc;

use pith_types::Model;

use super::{Entry, ModelError};

/// The best candidate: aliases before dated ids, then the highest id; of several providers that have it, the one that
/// could be asked now.
///
/// # Errors
/// When several providers are left.
pub(super) fn pick(text: &str, candidates: Vec<&Entry>) -> Result<Arc<Model>, ModelError> {
    let best = candidates.iter().map(|entry| rank(entry.id())).max();
    let mut left: Vec<&Entry> = candidates.into_iter().filter(|entry| Some(rank(entry.id())) == best).collect();
    if left.iter().any(|entry| entry.ready) {
        left.retain(|entry| entry.ready);
    }
    match left.as_slice() {
        [only] => Ok(only.model()),
        several => Err(ModelError::Ambiguous {
            model: text.to_owned(),
            candidates: several.iter().map(|entry| entry.full_name()).collect(),
        }),
    }
}

/// Signs sort before digits, and digits before letters, as in a dictionary.
fn rank(id: &str) -> (bool, Vec<(bool, char)>) {
    let letters = id.chars().flat_map(char::to_lowercase).map(|c| (c.is_alphanumeric(), c)).collect();
    (id.ends_with("-latest") || !is_dated(id), letters)
}

/// Whether the id ends with a date, as in `-20250929`.
fn is_dated(id: &str) -> bool {
    id.rsplit_once('-').is_some_and(|(_, date)| date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit()))
}
