//! Every settings key in one table. What a file holds is checked by it; the JSON Schema and the reference page are made of
//! it (spec/coding-agent.md 6.8).

mod kind;
mod reference;
mod rows;
mod schema;
#[cfg(test)]
mod tests;

pub use kind::Kind;
pub use reference::reference;
pub use rows::SECTIONS;
pub use schema::schema;

/// A heading, and the keys under it.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

/// A key of the settings.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Its place, with a dot between the parts: `retry.enabled`.
    pub name: &'static str,
    /// What its value may be.
    pub kind: Kind,
    /// What holds without it, as people write it; empty when nothing does.
    pub default: &'static str,
    /// Who may set it.
    pub whose: Whose,
    /// What it does here.
    pub effect: Effect,
    /// What it is about, in a line.
    pub meaning: &'static str,
}

/// Who may set a key (spec/coding-agent.md 2.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The person and the project.
    Both,
    /// Only the person.
    Person,
}

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// What it says.
    Full,
    /// Nothing: nothing is ever reported or updated by itself.
    Never,
    /// Nothing in this version; it is kept for programs that know it.
    NotYet,
}

/// Every key.
pub fn keys() -> impl Iterator<Item = &'static Key> {
    SECTIONS.iter().flat_map(|section| section.keys)
}

/// The key of that name.
pub fn find(name: &str) -> Option<&'static Key> {
    keys().find(|key| key.name == name)
}
