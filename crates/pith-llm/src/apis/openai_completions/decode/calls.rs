//! Tool calls while they come: told apart by index, then by id, then by whether a name begins a new one.

use super::names_call;
use crate::apis::{
    answer::{Answer, BlockIndex},
    constrained::{TEXT_CALL_END, escaped, text_call_start},
    openai_completions::wire::{CallDelta, CustomDelta},
};
use crate::json::is_complete_json;

pub(super) struct Calls {
    slots: Vec<Slot>,
    /// Tools whose calls come as plain text, with the argument that it stands for.
    text_arguments: Vec<(String, String)>,
}

struct Slot {
    block: BlockIndex,
    index: Option<i64>,
    id: String,
    named: bool,
    /// The call came as plain text, which is given on as JSON and has to be closed.
    text: bool,
    /// How much of the arguments was looked at when it was last asked whether they are complete.
    looked_at: usize,
}

impl Calls {
    pub(super) fn new(text_arguments: Vec<(String, String)>) -> Self {
        Self { slots: Vec::new(), text_arguments }
    }

    pub(super) fn any(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Whether a delta begins another call.
    pub(super) fn begins(&self, delta: &CallDelta) -> bool {
        self.find(delta).is_none()
    }

    pub(super) fn take(&mut self, delta: CallDelta, answer: &mut Answer) {
        let found = self.find(&delta);
        let id = delta.id.unwrap_or_default();
        let (name, arguments) = match (delta.function, delta.custom) {
            (Some(mut function), _) => {
                let arguments = function.arguments();
                (function.name.unwrap_or_default(), arguments)
            }
            (None, Some(custom)) => return self.take_text(found, delta.index, id, custom, answer),
            (None, None) => (String::new(), String::new()),
        };
        let slot = self.slot(found, delta.index, id, &name, answer);
        if let Some(slot) = self.slots.get(slot) {
            answer.grow(slot.block, arguments);
        }
    }

    /// Text becomes the JSON of the one argument that it stands for.
    fn take_text(
        &mut self,
        found: Option<usize>,
        index: Option<i64>,
        id: String,
        custom: CustomDelta,
        answer: &mut Answer,
    ) {
        let name = custom.name.unwrap_or_default();
        let slot = self.slot(found, index, id, &name, answer);
        let argument = self.text_arguments.iter().find(|(tool, _)| *tool == name);
        let argument = argument.map_or("input", |(_, argument)| argument);
        let Some(slot) = self.slots.get_mut(slot) else { return };
        let mut text = String::new();
        if !std::mem::replace(&mut slot.text, true) {
            text.push_str(&text_call_start(argument));
        }
        text.push_str(&escaped(&custom.input.unwrap_or_default()));
        answer.grow(slot.block, text);
    }

    /// Closes the JSON of calls that came as text.
    pub(super) fn complete_texts(&self, answer: &mut Answer) {
        for slot in self.slots.iter().filter(|slot| slot.text) {
            if answer.is_open(slot.block) {
                answer.grow(slot.block, TEXT_CALL_END.into());
            }
        }
    }

    /// Ends calls that have all they need, when the answer goes on with something else.
    pub(super) fn close_complete(&mut self, answer: &mut Answer) {
        for slot in self.slots.iter_mut().filter(|slot| slot.named && !slot.text) {
            let arguments = answer.arguments(slot.block);
            let grew = std::mem::replace(&mut slot.looked_at, arguments.len()) != arguments.len();
            if grew && answer.is_open(slot.block) && is_complete_json(arguments) {
                answer.close(slot.block);
            }
        }
    }

    fn find(&self, delta: &CallDelta) -> Option<usize> {
        let id = delta.id.as_deref().unwrap_or_default();
        let found = match delta.index {
            Some(index) => self.slots.iter().rposition(|slot| slot.index == Some(index)),
            None if !id.is_empty() => self.slots.iter().rposition(|slot| slot.id == id),
            None if names_call(delta) => None,
            None => self.slots.len().checked_sub(1),
        };
        // Some hosts give every call the same index: another id with a name is another call.
        found.filter(|&at| {
            let other_id =
                self.slots.get(at).is_some_and(|slot| !slot.id.is_empty() && !id.is_empty() && slot.id != id);
            !(other_id && names_call(delta))
        })
    }

    fn slot(&mut self, found: Option<usize>, index: Option<i64>, id: String, name: &str, answer: &mut Answer) -> usize {
        let found = found.filter(|&at| self.slots.get(at).is_some_and(|slot| answer.is_open(slot.block)));
        if let Some(at) = found
            && let Some(slot) = self.slots.get_mut(at)
        {
            answer.name_call(slot.block, &id, name);
            slot.named |= !name.is_empty();
            if slot.id.is_empty() {
                slot.id = id;
            }
            return at;
        }
        let block = answer.open_call(&id, name);
        self.slots.push(Slot { block, index, id, named: !name.is_empty(), text: false, looked_at: 0 });
        self.slots.len() - 1
    }
}
