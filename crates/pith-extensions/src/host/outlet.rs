//! Where the lines that extensions print go, and their reports when nobody calls.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Weak;

use crate::runtime::{Level, Report, Sink};

use super::shared::Shared;

/// Takes what extensions print. Standard output belongs to the program, so nothing may be written there. Called from
/// threads of extensions; must not block for long.
pub trait Outlet: Send + Sync {
    /// A line of `console`, or bytes for standard output or error.
    fn write(&self, extension: &str, text: &str);
}

/// Prints nothing.
impl Outlet for () {
    fn write(&self, _: &str, _: &str) {}
}

/// The events at which an extension that cannot answer blocks what it was asked about.
const GATES: [&str; 3] = ["input", "tool_call", "user_bash"];

/// The sink of one package.
pub(super) struct PackageSink {
    pub(super) name: String,
    pub(super) package: PathBuf,
    pub(super) outlet: Arc<dyn Outlet>,
    pub(super) shared: Weak<Shared>,
}

impl Sink for PackageSink {
    fn console(&self, _: Level, text: &str) {
        self.outlet.write(&self.name, &format!("{text}\n"));
    }

    fn output(&self, _: u8, bytes: &[u8]) {
        self.outlet.write(&self.name, &String::from_utf8_lossy(bytes));
    }

    fn report(&self, report: Report) {
        let Some(shared) = self.shared.upgrade() else { return };
        let (event, error, stack) = match report {
            Report::Unhandled { message, stack, .. } => ("unhandled_rejection", message, Some(stack)),
            Report::Stopped(crate::runtime::StopReason::Unloaded) => return,
            Report::Stopped(reason) => {
                let records = shared.loaded_of(&self.package);
                // One that is stopped while it loads is told by whoever loads it.
                if records.is_empty() {
                    return;
                }
                let is_gate = records.iter().any(|record| GATES.iter().any(|event| record.hears(event)));
                let shut = match is_gate && shared.app().is_some() {
                    true => "; its gates stay shut until `/reload` or another session",
                    false => "",
                };
                // What it has drawn is asked for once more, and as it does not come, goes.
                if let Some(screen) = shared.surroundings.dialogs.screen() {
                    shared.components.open().into_iter().for_each(|id| screen.redraw(id));
                }
                ("stopped", format!("the extension was stopped: {reason}{shut}"), None)
            }
            Report::Denied { what } => ("denied", format!("it may not {what}"), None),
        };
        shared.report(&self.name, event, &error, stack.filter(|stack| !stack.is_empty()));
    }
}
