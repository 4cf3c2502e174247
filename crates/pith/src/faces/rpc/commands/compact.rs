//! `compact`: puts a summary in the place of what was said.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "compact",
    answer: Answer::Data,
    read: |fields| {
        Ok(Command::Compact { instructions: fields.optional_text("customInstructions")?.map(str::to_owned) })
    },
};
