//! `set_thinking_level`: how much the model is asked to reason.

use pith_app::Command;
use pith_types::ThinkingLevel;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "set_thinking_level",
    answer: Answer::Nothing,
    read: |fields| {
        Ok(Command::SetThinkingLevel(fields.word("level", &ThinkingLevel::ALL.map(|level| (level.as_str(), level)))?))
    },
};
