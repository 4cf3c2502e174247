//! Names of entries and sessions (3.1.3, 3.1.4).

use std::{
    borrow::{Borrow, Cow},
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of an entry: eight hex digits where Pith or Pi made it, any text where a file has one. Cheap to clone, and
/// small, since a long session has a million of them.
#[derive(Clone)]
pub struct EntryId(Repr);

/// Names of eight bytes are always held in the first form.
#[derive(Clone)]
enum Repr {
    Short([u8; 8]),
    Text(Arc<str>),
}

impl EntryId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Short(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Repr::Text(text) => text,
        }
    }
}

impl From<&str> for EntryId {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().try_into().map_or_else(|_| Repr::Text(text.into()), Repr::Short))
    }
}

impl From<Cow<'_, str>> for EntryId {
    fn from(text: Cow<'_, str>) -> Self {
        Self::from(&*text)
    }
}

impl From<String> for EntryId {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Borrow<str> for EntryId {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for EntryId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for EntryId {}

impl PartialOrd for EntryId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EntryId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for EntryId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EntryId({:?})", self.as_str())
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for EntryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for EntryId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// Whether a caller may name a session so: letters, digits, `.`, `_` and `-`, with a letter or digit at both ends.
pub fn is_valid_session_id(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let ends = [text.bytes().next(), text.bytes().next_back()];
    text.bytes().all(inner) && ends.iter().all(|end| end.is_some_and(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_ids_are_plain_words() {
        for good in ["a", "a.b_c-9", "01a22c54-cf06-7206-b895-e9c5459bf163"] {
            assert!(is_valid_session_id(good), "{good}");
        }
        for bad in ["", "-a", "a.", "a/b", "a b", "é", "_"] {
            assert!(!is_valid_session_id(bad), "{bad}");
        }
    }
}
