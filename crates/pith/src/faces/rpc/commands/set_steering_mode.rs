//! `set_steering_mode`: how many steering messages a turn takes.

use pith_app::Command;

use super::{Answer, RpcCommand, queue_mode};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_steering_mode",
    answer: Answer::Nothing,
    read: |fields| Ok(Command::SetSteeringMode(queue_mode(fields)?)),
};
