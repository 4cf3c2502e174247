//! `steer`: a message into the active run.

use pith_app::Command;
use pith_app::input::Delivery;

use super::{Answer, RpcCommand, draft};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "steer",
    answer: Answer::Data,
    read: |fields| Ok(Command::Submit(draft(fields, Delivery::Steer)?)),
};
