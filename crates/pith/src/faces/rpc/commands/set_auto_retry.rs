//! `set_auto_retry`: whether a failed answer is tried again by itself.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_auto_retry",
    answer: Answer::Nothing,
    read: |fields| Ok(Command::SetAutoRetry(fields.flag("enabled")?)),
};
