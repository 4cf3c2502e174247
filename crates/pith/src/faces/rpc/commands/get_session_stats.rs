//! `get_session_stats`: counts, tokens and cost of the session.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "get_session_stats", answer: Answer::Data, read: |_| Ok(Command::Stats) };
