//! The items of the output as blocks of the answer.

use serde_json::{Value, json};

use super::super::wire::Item;
use super::Decoder;
use crate::apis::answer::{Answer, BlockIndex};
use crate::apis::constrained::{TEXT_CALL_END, escaped, text_call_start};

/// An item that is, or was, under way.
pub(super) struct Slot {
    block: BlockIndex,
    kind: Kind,
    /// The item's id.
    id: String,
    /// The item as it goes back, once it is done.
    signature: Option<Value>,
}

enum Kind {
    Reasoning,
    Text,
    Call,
    /// A call that is plain text; it is given on as JSON of this argument.
    TextCall {
        argument: String,
    },
}

impl Slot {
    pub(super) fn is_call(&self) -> bool {
        matches!(self.kind, Kind::Call | Kind::TextCall { .. })
    }

    pub(super) fn is_item(&self, id: &str) -> bool {
        self.id == id
    }

    /// The name of the tool, if this is a call whose end never came.
    pub(super) fn unfinished_call(&self, answer: &Answer) -> Option<String> {
        let open = self.is_call() && answer.is_open(self.block);
        open.then(|| answer.call(self.block).map(|call| call.name.clone()).unwrap_or_default())
    }

    /// Puts the encrypted reasoning into what goes back, where it is missing.
    pub(super) fn back_fill(&self, encrypted: &Value, answer: &mut Answer) {
        let Some(Value::Object(signature)) = &self.signature else { return };
        if signature.get("encrypted_content").is_none_or(Value::is_null) {
            let mut signature = signature.clone();
            signature.insert("encrypted_content".to_owned(), encrypted.clone());
            answer.sign_thinking(self.block, Value::Object(signature).to_string());
        }
    }
}

impl Decoder {
    pub(super) fn open(&mut self, place: u64, item: &Item, answer: &mut Answer) {
        self.latest = place;
        let (block, kind) = match item.text("type") {
            "reasoning" => (answer.open_thinking(None), Kind::Reasoning),
            "message" => (answer.open_text(), Kind::Text),
            "function_call" => {
                let block = open_call(item, answer);
                answer.settle(block, item.text("arguments").to_owned());
                (block, Kind::Call)
            }
            "custom_tool_call" => {
                let name = item.text("name");
                let argument = self.text_arguments.iter().find(|(tool, _)| tool == name);
                let argument = argument.map_or_else(|| "input".to_owned(), |(_, argument)| argument.clone());
                (open_call(item, answer), Kind::TextCall { argument })
            }
            // What the server runs itself is its own matter.
            _ => return,
        };
        self.slots.insert(place, Slot { block, kind, id: item.text("id").to_owned(), signature: None });
    }

    pub(super) fn grow(&mut self, place: u64, delta: Option<String>, answer: &mut Answer) {
        if let (Some(slot), Some(delta)) = (self.slots.get(&place), delta)
            && answer.is_open(slot.block)
        {
            answer.grow(slot.block, delta);
        }
    }

    pub(super) fn grow_text_call(&mut self, place: u64, delta: Option<String>, answer: &mut Answer) {
        let Some(Slot { block, kind: Kind::TextCall { argument }, .. }) = self.slots.get(&place) else { return };
        if !answer.is_open(*block) {
            return;
        }
        let mut text = if answer.arguments(*block).is_empty() { text_call_start(argument) } else { String::new() };
        text.push_str(&escaped(&delta.unwrap_or_default()));
        answer.grow(*block, text);
    }

    /// The whole arguments: what is missing of them is given on.
    pub(super) fn complete_call(&mut self, place: u64, whole: Option<String>, answer: &mut Answer) {
        if let (Some(slot), Some(whole)) = (self.slots.get(&place), whole)
            && matches!(slot.kind, Kind::Call)
        {
            complete(slot.block, &whole, answer);
        }
    }

    /// The same for a call that is plain text.
    pub(super) fn complete_text_call(&mut self, place: u64, whole: Option<String>, answer: &mut Answer) {
        if let (Some(slot), Some(whole)) = (self.slots.get(&place), whole)
            && let Kind::TextCall { argument } = &slot.kind
        {
            let whole = format!("{}{}{TEXT_CALL_END}", text_call_start(argument), escaped(&whole));
            complete(slot.block, &whole, answer);
        }
    }

    /// The item is done: what it says now counts.
    pub(super) fn close(&mut self, place: u64, item: &Item, answer: &mut Answer) {
        if !self.slots.contains_key(&place) {
            self.open(place, item, answer);
        }
        if item.text("type") == "custom_tool_call" {
            self.complete_text_call(place, item.0.get("input").and_then(Value::as_str).map(str::to_owned), answer);
        }
        let Some(slot) = self.slots.get_mut(&place) else { return };
        let block = slot.block;
        match slot.kind {
            Kind::Reasoning => {
                let summary = item.texts("summary");
                let texts = if summary.is_empty() { item.texts("content") } else { summary };
                if !texts.is_empty() {
                    answer.settle(block, texts.join("\n\n"));
                }
                answer.sign_thinking(block, item.0.to_string());
                slot.signature = Some(item.0.clone());
            }
            Kind::Text => {
                let texts = item.texts("content");
                if !texts.is_empty() {
                    answer.settle(block, texts.concat());
                }
                let mut signature = json!({"v": 1, "id": item.text("id")});
                if let Some(phase) = item.0.get("phase").filter(|phase| phase.is_string()) {
                    signature["phase"] = phase.clone();
                }
                answer.sign_text(block, signature.to_string());
            }
            Kind::Call => {
                if !item.text("arguments").is_empty() {
                    answer.settle(block, item.text("arguments").to_owned());
                }
                let namespace = item.0.get("namespace").and_then(Value::as_str).map(str::to_owned);
                answer.amend_call(block, |call| call.namespace = namespace.or(call.namespace.take()));
            }
            Kind::TextCall { .. } => {}
        }
        answer.close(block);
    }
}

fn open_call(item: &Item, answer: &mut Answer) -> BlockIndex {
    let (call, item_id) = (item.text("call_id"), item.text("id"));
    let id = match (call, item_id) {
        ("", id) | (id, "") => id.to_owned(),
        (call, item) => format!("{call}|{item}"),
    };
    answer.open_call(&id, item.text("name"))
}

/// Gives on what is missing of the whole arguments. When they do not go on from what came, they count silently.
fn complete(block: BlockIndex, whole: &str, answer: &mut Answer) {
    if !answer.is_open(block) {
        return;
    }
    match whole.strip_prefix(answer.arguments(block)) {
        Some("") => {}
        Some(missing) => answer.grow(block, missing.to_owned()),
        None => answer.settle(block, whole.to_owned()),
    }
}
