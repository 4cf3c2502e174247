//! The little of an entry that the tree needs. The rest of the line is only checked to be JSON.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::{
    EntryId, NodeKind,
    tree::{Body, Index, Node},
};

/// What every entry has, and a message's role.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Envelope<'a> {
    #[serde(borrow)]
    pub(super) r#type: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(default)]
    pub(super) parent_id: Option<String>,
    #[serde(default)]
    pub(super) timestamp: Option<IgnoredAny>,
    #[serde(default)]
    message: Role,
}

impl<'a> Envelope<'a> {
    pub(super) fn parse(line: &'a [u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(line)
    }

    pub(super) fn into_node(self, parent: Option<Index>, body: Body) -> Node {
        let kind = NodeKind::new(&self.r#type, self.message.0.as_deref());
        Node { id: EntryId::from(&*self.id), parent, kind, body }
    }
}

/// The role of a message; nothing of anything else.
#[derive(Debug, Default)]
struct Role(Option<String>);

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RoleVisitor)
    }
}

struct RoleVisitor;

impl<'de> Visitor<'de> for RoleVisitor {
    type Value = Role;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Role, A::Error> {
        let mut role = None;
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            if key == "role" {
                role = map.next_value::<serde_json::Value>()?.as_str().map(str::to_owned);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Role(role))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Role, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Role(None))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Role, E> {
        Ok(Role(None))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Role, E> {
        Ok(Role(None))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Role, E> {
        Ok(Role(None))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Role, E> {
        Ok(Role(None))
    }

    fn visit_str<E>(self, _: &str) -> Result<Role, E> {
        Ok(Role(None))
    }

    fn visit_unit<E>(self) -> Result<Role, E> {
        Ok(Role(None))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn kind(line: &str) -> NodeKind {
        let body = Body::File(crate::tree::Span { offset: 0, length: 0 });
        Envelope::parse(line.as_bytes()).unwrap().into_node(None, body).kind
    }

    #[test]
    fn a_messages_role_is_read_and_everything_else_passed_over() {
        let line =
            r#"{"message":{"content":[{"role":"system"},1.5,null,"\ud83d"],"role":"user"},"type":"message","id":"a"}"#;
        assert_eq!(kind(line), NodeKind::Message(crate::Role::User));
        assert_eq!(kind(r#"{"type":"message","id":"a","message":{"role":1}}"#), NodeKind::Message(crate::Role::Other));
    }

    #[test]
    fn a_field_named_message_may_be_anything_in_other_types() {
        for value in ["1", "-1", "1.5", "true", "null", "\"x\"", "[1,[2]]", "{\"a\":1}"] {
            assert_eq!(kind(&format!(r#"{{"type":"new","id":"a","message":{value}}}"#)), NodeKind::Unknown);
        }
    }

    #[test]
    fn a_line_that_is_no_json_or_has_no_id_is_no_entry() {
        for line in
            ["", "{", r#"{"type":"message"}"#, r#"{"type":"custom","id":"a","data":tru}"#, r#"{"type":"x","id":"a"} x"#]
        {
            assert!(Envelope::parse(line.as_bytes()).is_err(), "{line}");
        }
    }
}
