//! `get_messages`: the conversation.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_messages", answer: Answer::Data, read: |_| Ok(Command::Messages) };
