//! `cycle_model`: the next of the models in scope.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "cycle_model", answer: Answer::Data, read: |_| Ok(Command::CycleModel { backwards: false }) };
