//! `cycle_thinking_level`: the next of the model's levels.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "cycle_thinking_level", answer: Answer::Data, read: |_| Ok(Command::CycleThinkingLevel) };
