//! Ids of this wire. A call's is `call|item`: what pairs it with its result, and what names it among the items.

use std::borrow::Cow;

use pith_types::{AssistantMessage, Model};

use crate::normalize::short_hash;

/// Characters that an id may have.
const LENGTH: usize = 64;

/// Whether an item's id may stand: the server knows its own by how they begin.
pub(super) fn item_id<'a>(id: &'a str, prefix: &str) -> Option<&'a str> {
    let item = id.split_once('|').map(|(_, item)| item)?;
    item.starts_with(prefix).then_some(item)
}

/// The part that pairs a call with its result.
pub(super) fn call_id(id: &str) -> &str {
    id.split_once('|').map_or(id, |(call, _)| call)
}

/// The rule for calls of other models (spec/core.md R5.11). The item of another provider gets a name that this one takes;
/// that of another model of the same provider gets none, since it would be looked for together with its reasoning.
pub(in crate::apis) fn responses_id<'a>(id: &'a str, model: &Model, source: &AssistantMessage) -> Cow<'a, str> {
    let (call, item) = match id.split_once('|') {
        Some((call, item)) => (call, Some(item)),
        None => (id, None),
    };
    let call: String =
        call.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect();
    let call = call.get(..LENGTH).unwrap_or(&call);
    match item {
        Some(item) if source.provider != model.provider => Cow::Owned(format!("{call}|fc_{}", short_hash(item))),
        _ if call == id => Cow::Borrowed(id),
        _ => Cow::Owned(call.to_owned()),
    }
}

/// The id of a message: the server's own, shortened when it is too long, else one by its place.
pub(super) fn message_id(own: Option<&str>, message: usize, text: usize) -> String {
    match own {
        Some(id) if id.len() <= LENGTH => id.to_owned(),
        Some(id) => format!("msg_{}", short_hash(id)),
        None if text == 0 => format!("msg_pi_{message}"),
        None => format!("msg_pi_{message}_{text}"),
    }
}
