//! `set_follow_up_mode`: how many follow-ups the end of a run takes.

use pith_app::Command;

use super::{Answer, RpcCommand, queue_mode};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_follow_up_mode",
    answer: Answer::Nothing,
    read: |fields| Ok(Command::SetFollowUpMode(queue_mode(fields)?)),
};
