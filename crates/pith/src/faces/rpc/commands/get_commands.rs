//! `get_commands`: what a leading slash may stand for.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_commands", answer: Answer::Data, read: |_| Ok(Command::SlashCommands) };
