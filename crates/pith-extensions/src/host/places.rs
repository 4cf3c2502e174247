//! Where extensions are looked for, as the program knows it from its settings and its command line.

use std::path::PathBuf;

/// Every place, in no order; [`discover`](super::discover) has the order.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// Paths of the command line, in its order.
    pub named: Vec<PathBuf>,
    /// Whether nothing but those counts.
    pub only_named: bool,
    /// The project's: entries of its setting, and its folder. Nothing when the project is not trusted.
    pub project: Option<Place>,
    /// The person's.
    pub user: Place,
    /// Installed packages, the project's before the person's.
    pub packages: Vec<PackageEntry>,
}

/// What one scope has.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// Files and folders that its setting names.
    pub listed: Vec<PathBuf>,
    /// The folder that is searched.
    pub folder: PathBuf,
}

/// An installed package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageEntry {
    /// Where it is.
    pub folder: PathBuf,
    /// As it was installed, `npm:name` say.
    pub source: String,
    /// Whose it is.
    pub scope: Scope,
}

/// Whose an extension is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The person's.
    User,
    /// The project's.
    Project,
    /// Of this run only.
    Temporary,
}
