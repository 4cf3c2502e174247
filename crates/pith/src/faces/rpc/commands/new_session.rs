//! `new_session`: begins another session.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "new_session",
    answer: Answer::Data,
    read: |fields| Ok(Command::NewSession { parent: fields.optional_text("parentSession")?.map(Into::into) }),
};
