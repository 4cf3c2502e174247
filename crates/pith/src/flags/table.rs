//! The table: every flag, by section, in the order help shows them.

mod general;
mod model;
mod modes;
mod prompt;
mod resources;
mod session;
mod tools;

use super::flag::Flag;

/// A heading of help, and the flags under it.
pub(crate) struct Section {
    /// The heading.
    pub title: &'static str,
    /// Its rows.
    pub flags: &'static [Flag],
}

/// The sections.
pub(crate) const SECTIONS: &[Section] = &[
    Section { title: "Answer", flags: modes::FLAGS },
    Section { title: "Model", flags: model::FLAGS },
    Section { title: "Session", flags: session::FLAGS },
    Section { title: "Prompt", flags: prompt::FLAGS },
    Section { title: "Tools", flags: tools::FLAGS },
    Section { title: "Resources", flags: resources::FLAGS },
    Section { title: "General", flags: general::FLAGS },
];

/// The flags that are offered, in order.
pub(crate) fn served() -> impl Iterator<Item = &'static Flag> {
    all().filter(|flag| flag.is_served())
}

/// Every flag.
pub(super) fn all() -> impl Iterator<Item = &'static Flag> {
    SECTIONS.iter().flat_map(|section| section.flags)
}
