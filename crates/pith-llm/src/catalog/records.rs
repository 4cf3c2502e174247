//! The list of models as places in its text.

use pith_types::Model;

/// A group begins with a tab, the provider and what its models share; each model follows with its id, its name and the
/// rest.
const TEXT: &str = include_str!("models.txt");

/// A model of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The provider's id.
    pub provider: &'static str,
    /// The provider's id of it.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    shared: &'static str,
    own: &'static str,
}

impl Record {
    /// The whole model.
    pub fn model(&self) -> Model {
        let shared = self.shared.strip_suffix('}').unwrap_or(self.shared);
        let own = self.own.strip_prefix('{').unwrap_or(self.own);
        let mut model: Model = serde_json::from_str(&format!("{shared},{own}")).unwrap_or_default();
        model.id = self.id.to_owned();
        model.name = self.name.to_owned();
        model
    }
}

/// Every model of the list, by provider.
pub fn records() -> impl Iterator<Item = Record> {
    read(|_| true)
}

/// The models of providers that are wanted.
fn read(wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Record> {
    let (mut group, mut is_wanted) = (("", ""), false);
    TEXT.lines().filter_map(move |line| {
        if let Some(head) = line.strip_prefix('\t') {
            group = head.split_once('\t').unwrap_or_default();
            is_wanted = wanted(group.0);
            return None;
        }
        if !is_wanted {
            return None;
        }
        let mut parts = line.splitn(3, '\t');
        let (id, name, own) = (parts.next()?, parts.next()?, parts.next()?);
        let (provider, shared) = group;
        Some(Record { provider, id, name, shared, own })
    })
}

/// The models of one provider. The lines of others are not taken apart.
pub fn records_of(provider: &str) -> impl Iterator<Item = Record> {
    read(move |of| of == provider)
}
