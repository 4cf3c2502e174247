//! `get_tree`: the session as a tree.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_tree", answer: Answer::Data, read: |_| Ok(Command::Tree) };
