//! `get_available_models`: the models that can be asked.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_available_models", answer: Answer::Data, read: |_| Ok(Command::Models) };
