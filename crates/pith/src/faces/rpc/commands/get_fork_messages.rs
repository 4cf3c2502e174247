//! `get_fork_messages`: the messages that a fork can start from.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_fork_messages", answer: Answer::Data, read: |_| Ok(Command::ForkPoints) };
