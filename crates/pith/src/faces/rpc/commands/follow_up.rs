//! `follow_up`: a message for when the run would stop.

use pith_app::Command;
use pith_app::input::Delivery;

use super::{Answer, RpcCommand, draft};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "follow_up",
    answer: Answer::Data,
    read: |fields| Ok(Command::Submit(draft(fields, Delivery::FollowUp)?)),
};
