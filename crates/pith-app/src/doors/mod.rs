//! The walks past the extensions: one file for each kind of door, each with the order, the merging and the error rule of
//! spec/extensions-sessions-screen.md 1.8.
//!
//! In comes what is about to happen, out comes what the extensions make of it. A failure is told and passed over, except at
//! the gates.

mod answer;
mod boundary;
mod context;
mod message;
mod request;
mod session;
mod start;
mod tool;

use crate::event::AppEvent;
use crate::extension::{Extension, ExtensionError, Fault};
use crate::fanout::Fanout;

impl Fanout {
    /// Tells that an extension failed.
    pub(crate) async fn failed(&self, extension: &dyn Extension, event: &str, error: &ExtensionError) {
        self.failure(extension.name().to_owned(), event, error).await;
    }

    /// Tells a failure, and whose it was: an extension's, or `command:NAME` (1.10.1).
    pub(crate) async fn failure(&self, extension: String, event: &str, error: &ExtensionError) {
        let event = AppEvent::ExtensionError {
            extension,
            event: event.to_owned(),
            error: error.to_string(),
            stack: error.stack.clone(),
        };
        self.tell(event).await;
    }

    /// What came of a door, or nothing and a report.
    async fn passed<T>(&self, extension: &dyn Extension, event: &str, verdict: Result<T, ExtensionError>) -> Option<T> {
        match verdict {
            Ok(verdict) => Some(verdict),
            Err(error) => {
                self.failed_anew(extension, event, &error).await;
                None
            }
        }
    }

    /// Tells that an extension failed, unless it was stopped: that was told when it was.
    pub(crate) async fn failed_anew(&self, extension: &dyn Extension, event: &str, error: &ExtensionError) {
        if error.fault != Fault::Stopped {
            self.failed(extension, event, error).await;
        }
    }
}
