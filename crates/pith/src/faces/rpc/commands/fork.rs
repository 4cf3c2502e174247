//! `fork`: begins a session that ends before one of the person's messages.

use pith_app::Command;
use pith_session::ForkPosition;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "fork",
    answer: Answer::Data,
    read: |fields| Ok(Command::Fork { entry: fields.text("entryId")?.to_owned(), position: ForkPosition::Before }),
};
