//! `get_state`: what is in force.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_state", answer: Answer::Data, read: |_| Ok(Command::State) };
