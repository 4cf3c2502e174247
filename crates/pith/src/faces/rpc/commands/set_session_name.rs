//! `set_session_name`: names the session.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_session_name",
    answer: Answer::Nothing,
    read: |fields| Ok(Command::SetName(fields.text("name")?.to_owned())),
};
