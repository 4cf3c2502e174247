//! Tool calls while they come: told apart by index, then by id.

use std::collections::HashSet;

use super::super::{id::made, wire::CallDelta};
use crate::apis::answer::{Answer, BlockIndex};

#[derive(Default)]
pub(super) struct Calls {
    slots: Vec<Slot>,
    ids: HashSet<String>,
}

struct Slot {
    block: BlockIndex,
    index: Option<u64>,
    id: String,
}

impl Calls {
    pub(super) fn any(&self) -> bool {
        !self.slots.is_empty()
    }

    pub(super) fn take(&mut self, delta: CallDelta, answer: &mut Answer) {
        let id = delta.id.filter(|id| !id.is_empty() && id != "null").unwrap_or_default();
        let mut function = delta.function.unwrap_or_default();
        let arguments = function.arguments();
        let name = function.name.unwrap_or_default();
        let block = match self.find(delta.index, &id, &name) {
            Some(block) => block,
            None => self.open(delta.index, id, &name, answer),
        };
        if !arguments.is_empty() {
            answer.grow(block, arguments);
        }
    }

    /// The call that a delta goes on with; another id with a name is another call.
    fn find(&self, index: Option<u64>, id: &str, name: &str) -> Option<BlockIndex> {
        let slot = match index {
            Some(_) => self.slots.iter().rfind(|slot| slot.index == index),
            None if !id.is_empty() => self.slots.iter().rfind(|slot| slot.id == id),
            None if name.is_empty() => self.slots.last(),
            None => None,
        }?;
        let other = !name.is_empty() && !id.is_empty() && slot.id != id;
        (!other).then_some(slot.block)
    }

    /// An id that is missing, or used already, is made up in the form that the service takes back.
    fn open(&mut self, index: Option<u64>, id: String, name: &str, answer: &mut Answer) -> BlockIndex {
        let mut unique = id.clone();
        while unique.is_empty() || !self.ids.insert(unique.clone()) {
            let message = &answer.message;
            let answer_id = message.response_id.as_deref().unwrap_or_default();
            unique = made(&format!("{answer_id}:{}:{}:{unique}", message.timestamp, self.slots.len()));
        }
        let block = answer.open_call(&unique, name);
        self.slots.push(Slot { block, index, id });
        block
    }
}
