//! `abort`: ends the run; answered when nothing is running any more.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "abort", answer: Answer::Nothing, read: |_| Ok(Command::Abort) };
