//! `get_last_assistant_text`: the text of the last answer.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_last_assistant_text", answer: Answer::Data, read: |_| Ok(Command::LastText) };
