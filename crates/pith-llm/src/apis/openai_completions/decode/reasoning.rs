//! Thinking, in one of the three fields that hosts have for it, or in OpenRouter's list of details.
//!
//! What brought it is the block's signature, so that it goes back the same way (spec/providers.md 3.2.2).

use serde_json::{Map, Value};

use super::super::{encode::REASONING_FIELDS, wire::Delta};
use crate::apis::answer::{Answer, BlockIndex};

#[derive(Default)]
pub(super) struct Reasoning {
    block: Option<BlockIndex>,
    /// OpenRouter's details, pieces of one index joined.
    details: Vec<Value>,
}

impl Reasoning {
    pub(super) fn is_in(delta: &Delta) -> bool {
        let fields = [&delta.reasoning_content, &delta.reasoning, &delta.reasoning_text];
        !delta.reasoning_details.is_empty() || fields.into_iter().flatten().any(|text| !text.is_empty())
    }

    pub(super) fn take(&mut self, delta: &mut Delta, answer: &mut Answer) {
        let fields = [delta.reasoning_content.take(), delta.reasoning.take(), delta.reasoning_text.take()];
        let named = REASONING_FIELDS.into_iter().zip(fields.into_iter().map(Option::unwrap_or_default));
        // Hosts that fill several fields say the same in each.
        if let Some((field, text)) = named.into_iter().find(|(_, text)| !text.is_empty()) {
            let index = *self.block.get_or_insert_with(|| answer.open_thinking(Some(field)));
            answer.grow(index, text);
        }
        if !delta.reasoning_details.is_empty() {
            self.block.get_or_insert_with(|| answer.open_thinking(None));
            for detail in delta.reasoning_details.drain(..) {
                self.join(detail);
            }
        }
    }

    /// Gives the block its details, now that no more come.
    pub(super) fn seal(&mut self, answer: &mut Answer) {
        let details = std::mem::take(&mut self.details);
        if let Some(index) = self.block.filter(|_| !details.is_empty()) {
            answer.sign_thinking(index, Value::Array(details).to_string());
        }
    }

    /// Ends the block, unless details may still change its signature.
    pub(super) fn close(&mut self, answer: &mut Answer) {
        if self.details.is_empty()
            && let Some(index) = self.block.take()
        {
            answer.close(index);
        }
    }

    /// A piece of the last detail adds to its text; other fields that it brings are set.
    fn join(&mut self, detail: Value) {
        let same = |last: &Value| {
            ["type", "index", "id"].into_iter().all(|key| match (last.get(key), detail.get(key)) {
                (Some(last), Some(piece)) => last == piece,
                (None, Some(_)) => key == "id",
                (_, None) => true,
            })
        };
        let indexed = detail.get("index").is_some_and(|index| !index.is_null());
        match self.details.last_mut().filter(|last| indexed && same(last)) {
            Some(Value::Object(last)) => {
                if let Value::Object(piece) = detail {
                    merge(last, piece);
                }
            }
            _ => self.details.push(detail),
        }
    }
}

fn merge(last: &mut Map<String, Value>, piece: Map<String, Value>) {
    for (key, value) in piece {
        match (last.get_mut(&key), value) {
            (_, Value::Null) => {}
            (Some(Value::String(text)), Value::String(more)) if matches!(key.as_str(), "text" | "summary" | "data") => {
                text.push_str(&more);
            }
            (_, value) => {
                last.insert(key, value);
            }
        }
    }
}
