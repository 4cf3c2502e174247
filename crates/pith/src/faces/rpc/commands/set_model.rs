//! `set_model`: asks another model from now on.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_model",
    answer: Answer::Data,
    read: |fields| {
        Ok(Command::SetModel { provider: fields.text("provider")?.to_owned(), id: fields.text("modelId")?.to_owned() })
    },
};
