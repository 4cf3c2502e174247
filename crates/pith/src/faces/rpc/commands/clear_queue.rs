//! `clear_queue`: takes back what waits.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "clear_queue", answer: Answer::Data, read: |_| Ok(Command::ClearQueue) };
