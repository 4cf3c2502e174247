//! What an extension is: found on disk, loaded into a runtime, standing at the doors of the app.
//!
//! In come places and the app, out come [`Extension`](pith_app::extension::Extension)s. A package's extensions share a
//! runtime; what they ask of the program is answered in `calls`, what the program tells them goes through `told`. The room
//! draws nothing and knows no settings file.

mod bus;
mod calls;
mod component;
mod deadlines;
mod discover;
mod exec;
mod exhibits;
mod failure;
mod flags;
mod git_branch;
mod loaded;
mod logins;
mod manifest;
mod nested_calls;
mod outlet;
mod own_stream;
mod package;
mod places;
mod providers;
mod registered;
mod report;
mod shared;
mod shell;
mod shortcuts;
mod source;
#[cfg(test)]
mod tests;
mod themes;
mod told;
mod tool;
mod virtual_models;

pub use deadlines::Deadlines;
pub use discover::{Found, Nowhere, discover};
pub use flags::{FlagError, FlagKind, FlagSpec};
pub use manifest::Brought;
pub use outlet::Outlet;
pub use places::{PackageEntry, Place, Places, Scope};
pub use registered::{CommandSpec, ProviderSpec, Registered, ShortcutSpec};
pub use report::LoadError;
pub use source::{Extensions, KeepSetting, RightsOf, StoredLogins, Surroundings};
pub use virtual_models::VirtualSpec;
