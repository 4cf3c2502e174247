//! Settings of the person and of the project (spec/coding-agent.md 2.3 and 6.8).
//!
//! In come two JSON files, out come typed [`Settings`] in which the project's go before the person's. Keys that are not
//! known are left alone; a value of the wrong form is told and counts as absent. Nothing here writes a file.

mod layers;
mod merge;
mod schema;
#[cfg(test)]
mod tests;

pub use layers::SettingsFiles;
pub use schema::{
    DefaultProjectTrust, IdleTimeout, ImageSettings, ProviderRetrySettings, QueueMode, RetrySettings, Settings,
};
