//! `get_available_thinking_levels`: the levels that the model has.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_available_thinking_levels", answer: Answer::Data, read: |_| Ok(Command::ThinkingLevels) };
