//! Settings of the person and of the project (spec/coding-agent.md 2.3 and 6.8).
//!
//! In come two JSON files, out come typed [`Settings`] in which the project's go before the person's. Keys that are not
//! known are left alone; a value of the wrong form, by the one [`table`], is told and counts as absent. [`change`] is the
//! only thing here that writes.

mod change;
mod layers;
mod merge;
mod migrate;
mod schema;
pub mod table;
#[cfg(test)]
mod tests;

pub use change::{SettingError, change, change_unchecked};
pub use layers::SettingsFiles;
pub use schema::{
    BranchSummarySettings, CompactionOverride, CompactionSettings, DefaultProjectTrust, IdleTimeout, ImageSettings,
    LimitSettings, ProviderRetrySettings, QueueMode, RetrySettings, SessionImages, Settings,
};
