//! The little of an entry that the tree needs, found by walking over its line once. The walk follows JSON's grammar closely
//! enough that a torn or mixed-up line is noticed; what is inside texts is only passed over, since a long session is read
//! through at each start.

use std::{borrow::Cow, fs::File, io};

use super::source::{Slice, Source, Stream};
use crate::{
    EntryId, LEAF_RECORD, NodeKind,
    tree::{Body, Index, Node, Span},
};

/// What every entry has, and a message's role.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Envelope<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) parent_id: Option<Cow<'a, str>>,
    pub(super) has_time: bool,
    entry_type: Cow<'a, str>,
    role: Option<Cow<'a, str>>,
    is_leaf_record: bool,
}

impl<'a> Envelope<'a> {
    /// Reads a line; nothing when it is no JSON object, or has no `type` or `id`.
    pub(super) fn parse(line: &'a [u8]) -> Option<Self> {
        Self::walk(Slice::new(line))
    }

    fn walk(source: impl Source<'a>) -> Option<Self> {
        let mut walk = Walk { source, marker: std::marker::PhantomData };
        let mut envelope = Self::default();
        let mut named = (false, false);
        walk.object(|walk, key| {
            match &*key {
                b"type" => (envelope.entry_type, named.0) = (walk.text()?, true),
                b"id" => (envelope.id, named.1) = (walk.text()?, true),
                b"parentId" if walk.peek()? == b'n' => walk.value()?,
                b"parentId" => envelope.parent_id = Some(walk.text()?),
                b"message" if walk.peek()? == b'{' => envelope.role = walk.role()?,
                b"customType" if walk.peek()? == b'"' => envelope.is_leaf_record = walk.text()? == LEAF_RECORD,
                b"timestamp" => {
                    envelope.has_time = true;
                    walk.value()?;
                }
                _ => walk.value()?,
            }
            Some(())
        })?;
        (walk.peek().is_none() && named == (true, true)).then_some(envelope)
    }

    /// Reads a piece of a file that is too long to be held.
    pub(super) fn parse_long(file: &File, span: Span) -> io::Result<Option<Envelope<'static>>> {
        let mut stream = Stream::new(file, span);
        let envelope = Envelope::walk(&mut stream);
        stream.end().map(|()| envelope)
    }

    pub(super) fn kind(&self) -> NodeKind {
        match NodeKind::new(&self.entry_type, self.role.as_deref()) {
            NodeKind::Custom if self.is_leaf_record => NodeKind::LeafRecord,
            kind => kind,
        }
    }

    pub(super) fn into_node(self, parent: Option<Index>, body: Body) -> Node {
        Node { id: EntryId::from(&*self.id), parent, kind: self.kind(), body }
    }
}

/// A place in a line. Every step is nothing when the line is no JSON there.
struct Walk<'a, S> {
    source: S,
    marker: std::marker::PhantomData<&'a ()>,
}

impl<'a, S: Source<'a>> Walk<'a, S> {
    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.source.peek()? {
                b' ' | b'\t' | b'\r' | b'\n' => self.source.step(),
                byte => return Some(byte),
            }
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.source.step())
    }

    /// An object; `member` is given each key, without its quotes, and walks over its value.
    fn object(&mut self, mut member: impl FnMut(&mut Self, Cow<'a, [u8]>) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.peek()? == b'}' {
            return self.expect(b'}');
        }
        loop {
            self.expect(b'"')?;
            let key = self.source.string()?;
            self.expect(b':')?;
            member(self, key)?;
            if self.peek()? == b'}' {
                return self.expect(b'}');
            }
            self.expect(b',')?;
        }
    }

    /// The role of a message.
    fn role(&mut self) -> Option<Option<Cow<'a, str>>> {
        let mut role = None;
        self.object(|walk, key| {
            if &*key == b"role" && walk.peek()? == b'"' {
                role = Some(walk.text()?);
                return Some(());
            }
            walk.value()
        })?;
        Some(role)
    }

    /// Any value.
    fn value(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            match self.peek()? {
                b'"' => {
                    self.source.step();
                    self.source.skip_string()?;
                }
                b'{' => {
                    self.source.step();
                    if self.peek()? == b'}' {
                        self.source.step();
                    } else {
                        open.push(b'}');
                        self.key()?;
                        continue;
                    }
                }
                b'[' => {
                    self.source.step();
                    if self.peek()? == b']' {
                        self.source.step();
                    } else {
                        open.push(b']');
                        continue;
                    }
                }
                _ => self.word()?,
            }
            // What follows a value: the ends of what it stands in, or the next one.
            loop {
                let Some(end) = open.last().copied() else { return Some(()) };
                match self.peek()? {
                    b',' => {
                        self.source.step();
                        if end == b'}' {
                            self.key()?;
                        }
                        break;
                    }
                    byte if byte == end => {
                        self.source.step();
                        open.pop();
                    }
                    _ => return None,
                }
            }
        }
    }

    fn key(&mut self) -> Option<()> {
        self.expect(b'"')?;
        self.source.skip_string()?;
        self.expect(b':')
    }

    /// A string's text.
    fn text(&mut self) -> Option<Cow<'a, str>> {
        self.expect(b'"')?;
        let raw = self.source.string()?;
        if raw.contains(&b'\\') {
            let quoted = format!("\"{}\"", std::str::from_utf8(&raw).ok()?);
            return pith_types::parse_json::<String>(&quoted).ok().map(Cow::Owned);
        }
        Some(match raw {
            Cow::Borrowed(raw) => String::from_utf8_lossy(raw),
            Cow::Owned(raw) => Cow::Owned(String::from_utf8_lossy(&raw).into_owned()),
        })
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Option<()> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let mut beginning = [0; 6];
        let mut length = 0;
        while let Some(byte) = self.source.peek().filter(is_part) {
            if let Some(place) = beginning.get_mut(length) {
                *place = byte;
            }
            length += 1;
            self.source.step();
        }
        let word = beginning.get(..length).unwrap_or(&beginning);
        let is_number = word.first().is_some_and(|first| first.is_ascii_digit() || *first == b'-');
        (is_number || matches!(word, b"true" | b"false" | b"null")).then_some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::Role;

    /// The envelope of a line, which is the same whether the line is held or read in pieces.
    fn parse(line: &str) -> Option<Envelope<'_>> {
        let held = Envelope::parse(line.as_bytes());
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, format!("before{line}behind").as_bytes()).unwrap();
        let in_pieces = Envelope::parse_long(&file, Span { offset: 6, length: line.len() }).unwrap();
        assert_eq!(held, in_pieces, "{line}");
        held
    }

    fn kind(line: &str) -> NodeKind {
        let body = Body::File { offset: 0, length: 0 };
        parse(line).unwrap().into_node(None, body).kind
    }

    #[test]
    fn names_are_found_in_any_order_and_only_at_the_top() {
        let line = r#" { "data" : {"id":"no","type":"no"}, "parentId" : "b\u00e9" , "id":"a\"", "x":[1,-2.5e+3,true,[],{}], "type":"custom" } "#;
        let envelope = parse(line).unwrap();
        assert_eq!((&*envelope.id, envelope.parent_id.as_deref()), ("a\"", Some("bé")));
        assert_eq!(kind(line), NodeKind::Custom);
        assert_eq!(Envelope::parse(br#"{"type":"x","id":"a","parentId":null}"#).unwrap().parent_id, None);
    }

    #[test]
    fn a_messages_role_is_read_and_everything_else_passed_over() {
        let line =
            r#"{"message":{"content":[{"role":"system"},1.5,null,"\ud83d"],"role":"user"},"type":"message","id":"a"}"#;
        assert_eq!(kind(line), NodeKind::Message(Role::User));
        for message in [r#"{"role":1}"#, "{}", r#"{"role":"new"}"#] {
            let line = format!(r#"{{"type":"message","id":"a","message":{message}}}"#);
            assert_eq!(kind(&line), NodeKind::Message(Role::Other));
        }
    }

    #[test]
    fn a_field_named_message_may_be_anything_in_other_types() {
        for value in ["1", "-1", "1.5", "true", "null", "\"x\"", "[1,[2]]", "{\"a\":1}"] {
            assert_eq!(kind(&format!(r#"{{"type":"new","id":"a","message":{value}}}"#)), NodeKind::Unknown);
        }
    }

    #[test]
    fn a_line_that_is_no_json_or_lacks_a_name_is_no_entry() {
        for line in [
            "",
            "{",
            "[]",
            "{}",
            r#"{"type":"message"}"#,
            r#"{"id":"message"}"#,
            r#"{"type":"x","id":5}"#,
            r#"{"type":"x","id":"a","parentId":5}"#,
            r#"{"type":"custom","id":"a","data":tru}"#,
            r#"{"type":"custom","id":"a","data":[1 2]}"#,
            r#"{"type":"custom","id":"a","data":[1}"#,
            r#"{"type":"custom","id":"a","data":{1}}"#,
            r#"{"type":"custom","id":"a",}"#,
            r#"{"type":"x","id":"a"} x"#,
            r#"{"type":"x","id":"a","data":"open}"#,
            r#"{"type":"x","id":"a","mess{"type":"x","id":"b"}"#,
        ] {
            assert!(parse(line).is_none(), "{line}");
        }
    }

    #[test]
    fn every_beginning_of_a_line_is_torn() {
        let line =
            r#"{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":[{"a":"\\"},[1]]}}"#;
        assert!(parse(line).is_some());
        for end in 0..line.len() {
            assert!(parse(line.get(..end).unwrap()).is_none(), "{end}");
        }
    }

    #[test]
    fn deep_nesting_is_walked_over() {
        let deep = format!(r#"{{"type":"x","id":"a","data":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(kind(&deep), NodeKind::Unknown);
    }
}
