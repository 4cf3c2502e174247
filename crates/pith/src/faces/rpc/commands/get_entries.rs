//! `get_entries`: the entries of the session, all of them or those after one.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "get_entries",
    answer: Answer::Data,
    read: |fields| Ok(Command::Entries { since: fields.optional_text("since")?.map(str::to_owned) }),
};
