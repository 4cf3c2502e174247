//! What a row of the table is.

use super::{Args, ArgsError};

/// A flag: how it is written, what it says of itself, and what it does to [`Args`].
pub(crate) struct Flag {
    /// The long name, without dashes.
    pub long: &'static str,
    /// The short name, without its dash; Pi has short names of several letters, such as `-nbt`.
    pub short: Option<&'static str>,
    /// What it takes and does.
    pub action: Action,
    /// Whether each further use adds to the ones before; otherwise the last one counts.
    pub repeats: bool,
    /// The words that its value is one of; none where it can be anything.
    pub words: &'static [&'static str],
    /// One line for people.
    pub help: &'static str,
}

/// What a flag takes and does.
pub(crate) enum Action {
    /// Takes nothing.
    Switch(fn(&mut Args)),
    /// Takes the next argument, whatever it is.
    Value(&'static str, fn(&mut Args, String) -> Result<(), ArgsError>),
    /// Takes the next argument if it fits.
    Optional {
        /// What the value is, for help.
        name: &'static str,
        /// Whether an argument can be the value.
        fits: fn(&str) -> bool,
        /// What it does.
        set: fn(&mut Args, Option<String>),
    },
    /// Turns off something that this version does not have: accepted, since it asks for nothing.
    Idle,
    /// Takes the next argument, which changes nothing in this version; the person is told.
    Unused,
}

impl Flag {
    /// A flag that takes nothing.
    pub(super) const fn switch(long: &'static str, set: fn(&mut Args), help: &'static str) -> Self {
        Self { long, short: None, action: Action::Switch(set), repeats: false, words: &[], help }
    }

    /// A flag that takes a value.
    pub(super) const fn value(
        long: &'static str,
        name: &'static str,
        set: fn(&mut Args, String) -> Result<(), ArgsError>,
        help: &'static str,
    ) -> Self {
        Self { long, short: None, action: Action::Value(name, set), repeats: false, words: &[], help }
    }

    /// A flag that turns off something that this version does not have.
    pub(super) const fn idle(long: &'static str) -> Self {
        Self { long, short: None, action: Action::Idle, repeats: false, words: &[], help: "" }
    }

    /// A flag of the reference that takes a value and has no effect in this version.
    pub(super) const fn unused(long: &'static str) -> Self {
        Self { long, short: None, action: Action::Unused, repeats: false, words: &[], help: "" }
    }

    /// The same flag with a short name.
    pub(super) const fn short(self, short: &'static str) -> Self {
        Self { short: Some(short), ..self }
    }

    /// The same flag, adding up when it is given again.
    pub(super) const fn repeats(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// The same flag, whose value is one of these.
    pub(super) const fn words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// What its value is, for people; nothing where it takes none.
    pub(crate) fn value_name(&self) -> Option<&'static str> {
        match &self.action {
            Action::Value(name, _) | Action::Optional { name, .. } => Some(name),
            Action::Switch(_) | Action::Idle | Action::Unused => None,
        }
    }

    /// Whether the argument after it always belongs to it.
    pub(crate) fn needs_value(&self) -> bool {
        matches!(self.action, Action::Value(..))
    }

    /// Its names as they are typed, the long one first.
    pub(crate) fn names(&self) -> Vec<String> {
        let short = self.short.map(|short| format!("-{short}"));
        std::iter::once(format!("--{}", self.long)).chain(short).collect()
    }

    /// Whether help and completions show it.
    pub(crate) const fn is_served(&self) -> bool {
        !matches!(self.action, Action::Idle | Action::Unused)
    }
}
