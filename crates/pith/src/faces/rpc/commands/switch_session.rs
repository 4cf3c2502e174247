//! `switch_session`: goes on with the session of a file.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "switch_session",
    answer: Answer::Data,
    read: |fields| Ok(Command::SwitchSession { path: fields.text("sessionPath")?.into() }),
};
