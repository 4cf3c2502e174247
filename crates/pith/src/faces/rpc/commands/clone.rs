//! `clone`: goes on in a copy of this branch.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "clone", answer: Answer::Data, read: |_| Ok(Command::CloneSession) };
