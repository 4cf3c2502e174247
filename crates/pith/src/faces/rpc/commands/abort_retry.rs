//! `abort_retry`: gives up waiting for the next attempt.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand =
    RpcCommand { name: "abort_retry", answer: Answer::Nothing, read: |_| Ok(Command::AbortRetry) };
