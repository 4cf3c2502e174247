//! `bash`: a command in the person's shell.

use pith_app::{Command, ShellCommand};
use serde_json::Value;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "bash",
    answer: Answer::Data,
    read: |fields| {
        Ok(Command::Shell(ShellCommand {
            command: fields.text("command")?.to_owned(),
            exclude_from_context: fields.optional_flag("excludeFromContext")?.unwrap_or_default(),
            id: fields.0.get("id").and_then(Value::as_str).map(str::to_owned),
        }))
    },
};
