//! `abort_bash`: ends the commands in the shell.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "abort_bash", answer: Answer::Nothing, read: |_| Ok(Command::AbortShell) };
