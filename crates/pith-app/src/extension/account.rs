//! What people and programs are told of an extension: what it brings, what it costs, what it asked for, what went wrong.

use serde::Serialize;
use serde_json::Value;

/// An extension as it is now.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Its path, or what an embedding program calls it.
    pub name: String,
    /// Where it came from, as [`Extension::source`](super::Extension::source) has it.
    pub source: Value,
    /// How long it took to load, in milliseconds.
    pub load_ms: f64,
    /// How long its handlers took so far, all together and waiting included, in milliseconds.
    pub spent_ms: f64,
    /// How many events it was given.
    pub events: u64,
    /// Events that it has a handler of.
    pub handlers: Vec<String>,
    /// Names of its tools.
    pub tools: Vec<String>,
    /// Its slash commands, without the slash.
    pub commands: Vec<String>,
    /// Its flags of the command line, without dashes.
    pub flags: Vec<String>,
    /// Its keys.
    pub shortcuts: Vec<String>,
    /// Ids of the providers of models that it brings.
    pub providers: Vec<String>,
    /// What it asked for.
    pub rights: Vec<RightUse>,
    /// What went wrong, the newest last.
    pub errors: Vec<String>,
}

/// A right that an extension asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct RightUse {
    /// `read`, `write`, `run`, `reach` or `env`.
    pub kind: String,
    /// What it was wanted for.
    pub object: String,
    /// How often.
    pub times: u64,
    /// Whether it was granted.
    pub granted: bool,
}
