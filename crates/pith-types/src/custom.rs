//! Messages of an application's own kinds (spec/core.md R1.9): typed where the application knows the kind, kept as they
//! came where it does not. A model never sees them until a conversion says as what.
//!
//! ```
//! use pith_types::{AgentMessage, CustomMessage, MessageKind};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Note { text: String, timestamp: i64 }
//!
//! impl MessageKind for Note {
//!     const ROLE: &'static str = "note";
//! }
//!
//! let note = Note { text: "The build is green.".into(), timestamp: 7 };
//! let message: AgentMessage = CustomMessage::of(&note)?.into();
//! assert_eq!(serde_json::to_string(&message).unwrap(), r#"{"role":"note","text":"The build is green.","timestamp":7}"#);
//! assert_eq!(message.as_kind::<Note>().transpose()?, Some(note));
//! # Ok::<(), pith_types::MessageKindError>(())
//! ```

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, de::Error as _};
use serde_json::{Map, Value};

use crate::AgentMessage;

/// A kind of message that an application adds. Its fields should hold a `timestamp` in Unix milliseconds, as every message
/// does (R1.1).
pub trait MessageKind: Serialize + DeserializeOwned {
    /// What messages of this kind carry as `role`: any but `system`, `user`, `assistant` and `toolResult`.
    const ROLE: &'static str;
}

/// A message of an application's own kind: its role, and every field as it came.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CustomMessage {
    /// Any role but the four of [`Message`](crate::Message).
    pub role: String,
    /// All other fields, `timestamp` among them, in their order.
    pub fields: Map<String, Value>,
}

/// Why a value and a message of its kind could not be made of each other.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageKindError {
    /// The role is one of those that models know.
    #[error("`{role}` is a role of its own meaning; give the kind another one")]
    Reserved {
        /// The role of the kind.
        role: &'static str,
    },
    /// Only values with named fields can be messages.
    #[error("a message of the role `{role}` must have named fields")]
    NoFields {
        /// The role of the kind.
        role: &'static str,
    },
    /// The fields are not those of the kind.
    #[error("the message of the role `{role}` does not have the fields of its kind")]
    Fields {
        /// The role of the kind.
        role: &'static str,
        /// What is wrong with them.
        #[source]
        source: serde_json::Error,
    },
}

impl CustomMessage {
    /// A value as a message.
    ///
    /// # Errors
    /// When the kind's role is reserved, or the value has no named fields.
    pub fn of<K: MessageKind>(value: &K) -> Result<Self, MessageKindError> {
        let role = K::ROLE;
        if matches!(role, "system" | "user" | "assistant" | "toolResult") {
            return Err(MessageKindError::Reserved { role });
        }
        match serde_json::to_value(value).map_err(|source| MessageKindError::Fields { role, source })? {
            Value::Object(mut fields) => {
                fields.shift_remove("role");
                Ok(Self { role: role.to_owned(), fields })
            }
            _ => Err(MessageKindError::NoFields { role }),
        }
    }

    /// The value of a kind; nothing when the message is of another kind.
    ///
    /// # Errors
    /// When the role is the kind's and the fields are not: another program, or an older version, wrote it.
    pub fn read<K: MessageKind>(&self) -> Option<Result<K, MessageKindError>> {
        (self.role == K::ROLE).then(|| {
            let fields = Value::Object(self.fields.clone());
            K::deserialize(fields).map_err(|source| MessageKindError::Fields { role: K::ROLE, source })
        })
    }
}

impl AgentMessage {
    /// The value of an application's own kind; nothing when the message is of another kind.
    ///
    /// # Errors
    /// Those of [`CustomMessage::read`].
    pub fn as_kind<K: MessageKind>(&self) -> Option<Result<K, MessageKindError>> {
        match self {
            Self::Custom(message) => message.read(),
            Self::Model(_) => None,
        }
    }
}

impl From<CustomMessage> for AgentMessage {
    fn from(message: CustomMessage) -> Self {
        Self::Custom(Arc::new(message))
    }
}

impl Serialize for CustomMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(Some(self.fields.len() + 1))?;
        map.serialize_entry("role", &self.role)?;
        for (key, value) in &self.fields {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for CustomMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        match fields.shift_remove("role") {
            Some(Value::String(role)) => Ok(Self { role, fields }),
            _ => Err(D::Error::custom("a message needs a `role`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Note {
        text: String,
    }

    impl MessageKind for Note {
        const ROLE: &'static str = "note";
    }

    #[derive(Serialize, Deserialize)]
    struct Bare(u8);

    impl MessageKind for Bare {
        const ROLE: &'static str = "bare";
    }

    #[derive(Serialize, Deserialize)]
    struct Impostor {}

    impl MessageKind for Impostor {
        const ROLE: &'static str = "user";
    }

    #[test]
    fn a_kind_survives_writing_and_reading() -> Result<(), Box<dyn std::error::Error>> {
        let message: AgentMessage = CustomMessage::of(&Note { text: "x".into() })?.into();
        let again: AgentMessage = serde_json::from_str(&serde_json::to_string(&message)?)?;
        assert_eq!(again, message);
        assert_eq!(again.as_kind::<Note>().transpose()?, Some(Note { text: "x".into() }));
        assert!(again.as_kind::<Bare>().is_none(), "of another kind");
        Ok(())
    }

    #[test]
    fn a_message_with_other_fields_is_kept_and_said_to_be_wrong() -> Result<(), Box<dyn std::error::Error>> {
        let message: AgentMessage = serde_json::from_str(r#"{"role":"note","text":5}"#)?;
        let error = message.as_kind::<Note>().ok_or("of the kind")?.err().ok_or("not readable")?;
        assert_eq!(error.to_string(), "the message of the role `note` does not have the fields of its kind");
        assert_eq!(serde_json::to_string(&message)?, r#"{"role":"note","text":5}"#);
        Ok(())
    }

    #[test]
    fn only_values_with_fields_and_roles_of_their_own_are_messages() {
        assert!(matches!(CustomMessage::of(&Bare(1)), Err(MessageKindError::NoFields { role: "bare" })));
        assert!(matches!(CustomMessage::of(&Impostor {}), Err(MessageKindError::Reserved { role: "user" })));
    }
}
