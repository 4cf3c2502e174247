//! `export_html`: writes the session as a page.

use pith_app::Command;

use super::{Answer, RpcCommand};

pub(super) const COMMAND: RpcCommand = RpcCommand {
    name: "export_html",
    answer: Answer::Data,
    read: |fields| Ok(Command::Export { to: fields.optional_text("outputPath")?.map(Into::into) }),
};
