//! Ids of calls that came from another model, as this wire takes them (spec/core.md R5.11).

use std::borrow::Cow;

use pith_types::{AssistantMessage, Model};

/// Characters that an id may have.
const LENGTH: usize = 64;

pub(super) fn google_id<'a>(id: &'a str, _model: &Model, _source: &AssistantMessage) -> Cow<'a, str> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if id.len() <= LENGTH && id.chars().all(allowed) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(id.chars().map(|c| if allowed(c) { c } else { '_' }).take(LENGTH).collect())
}
