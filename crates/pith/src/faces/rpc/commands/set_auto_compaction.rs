//! `set_auto_compaction`: whether the conversation is compacted by itself.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_auto_compaction",
    answer: Answer::Nothing,
    read: |fields| Ok(Command::SetAutoCompaction(fields.flag("enabled")?)),
};
