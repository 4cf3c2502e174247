//! `prompt`: an input, as a person would type it.

use pith_app::Command;
use pith_app::input::Delivery;

use super::{Answer, RpcCommand, draft};

const BEHAVIORS: [(&str, Delivery); 2] = [("steer", Delivery::Steer), ("followUp", Delivery::FollowUp)];

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "prompt",
    answer: Answer::Data,
    read: |fields| {
        let delivery = fields.optional_word("streamingBehavior", &BEHAVIORS)?;
        Ok(Command::Submit(draft(fields, delivery.unwrap_or_default())?))
    },
};
