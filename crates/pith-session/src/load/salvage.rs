//! What can still be read from a line that is broken.

use std::{fs::File, io};

use memchr::memmem;

use super::envelope::Envelope;
use crate::{EntryId, file, tree::Span};

/// How an entry begins, in whatever program wrote it.
const BEGINNING: &[u8] = br#"{"type":"#;

/// How much of a long line is searched at once; in tests so little that everything lies across a border.
const PIECE: usize = if cfg!(test) { 11 } else { 64 * 1024 };

/// The names on a broken line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// The entry's own.
    pub(super) id: Option<EntryId>,
    /// The one it follows: unknown, a root, or an entry.
    pub(super) parent: Option<Option<EntryId>>,
}

/// An entry that stands whole behind a broken beginning: where it begins, and its envelope. So it looks when a write was
/// cut off and the next one went on in the same line.
pub(super) fn entry_at_end(line: &[u8]) -> Option<(usize, Envelope<'_>)> {
    let mut starts = memmem::find_iter(line, BEGINNING).filter(|start| *start > 0);
    // A block inside the broken message may be whole too, but has no time of its own.
    let parse = |start: usize| {
        let envelope = Envelope::parse(line.get(start..)?)?;
        envelope.has_time.then_some((start, envelope))
    };
    starts.find_map(parse)
}

/// The places in a long line where an entry could begin, but for its start.
pub(super) struct Beginnings<'f> {
    file: &'f File,
    line: Span,
    /// How much of the line was searched.
    searched: usize,
    /// Places that were found and not given yet, the last first.
    found: Vec<usize>,
}

impl<'f> Beginnings<'f> {
    pub(super) fn new(file: &'f File, line: Span) -> Self {
        Self { file, line, searched: 1, found: Vec::new() }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<usize>> {
        while self.found.is_empty() && self.searched + BEGINNING.len() <= self.line.length {
            // The end of one piece is the beginning of the next.
            let length = (PIECE + BEGINNING.len()).min(self.line.length - self.searched);
            let mut piece = vec![0; length];
            file::read_exact_at(self.file, &mut piece, self.line.offset + self.searched as u64)?;
            self.found = memmem::find_iter(&piece, BEGINNING).map(|at| self.searched + at).collect();
            self.found.reverse();
            self.searched += length + 1 - BEGINNING.len();
        }
        Ok(self.found.pop())
    }
}

/// Reads `id` and `parentId` of the outermost object, up to where the line breaks.
pub(super) fn names(line: &[u8]) -> Names {
    let text = String::from_utf8_lossy(line);
    let mut names = Names::default();
    let tokens = Tokens { rest: text.trim_start() };
    let mut depth = 0_usize;
    let mut key: Option<String> = None;
    let mut is_value = false;
    for token in tokens {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Colon => is_value = true,
            Token::Comma => {
                key = None;
                is_value = false;
            }
            Token::Text(text) if depth == 1 && !is_value => key = Some(text),
            Token::Text(text) if depth == 1 => match key.as_deref() {
                Some("id") => names.id = Some(EntryId::from(text)),
                Some("parentId") => names.parent = Some(Some(EntryId::from(text))),
                _ => {}
            },
            Token::Word("null") if depth == 1 && is_value && key.as_deref() == Some("parentId") => {
                names.parent = Some(None);
            }
            Token::Text(_) | Token::Word(_) => {}
        }
    }
    names
}

enum Token<'a> {
    Open,
    Close,
    Colon,
    Comma,
    Text(String),
    Word(&'a str),
}

/// Tokens of JSON, ending where it ends to be any.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let (token, length) = match first {
            '{' | '[' => (Token::Open, 1),
            '}' | ']' => (Token::Close, 1),
            ':' => (Token::Colon, 1),
            ',' => (Token::Comma, 1),
            '"' => {
                let mut values = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
                (Token::Text(values.next()?.ok()?), values.byte_offset())
            }
            _ => {
                let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
                let length = end.unwrap_or(self.rest.len());
                (Token::Word(self.rest.get(..length).filter(|word| !word.is_empty())?), length)
            }
        };
        self.rest = self.rest.get(length..)?;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> (Option<String>, Option<Option<String>>) {
        let names = names(line.as_bytes());
        let text = |id: EntryId| id.as_str().to_owned();
        (names.id.map(text), names.parent.map(|parent| parent.map(text)))
    }

    #[test]
    fn the_names_of_a_torn_line_are_read_as_far_as_it_goes() {
        let line =
            r#"{"type":"message","id":"a1","parentId":"b2","timestamp":"t","message":{"role":"user","id":"no"}}"#;
        assert_eq!(found(line.get(..80).unwrap_or_default()), (Some("a1".into()), Some(Some("b2".into()))));
        assert_eq!(found(line.get(..40).unwrap_or_default()), (Some("a1".into()), None));
        assert_eq!(found(line.get(..20).unwrap_or_default()), (None, None));
        assert_eq!(
            found(r#"{"parentId":null,"message":{"x":[1,-2.5e3,true]},"id":"z","q"#),
            (Some("z".into()), Some(None))
        );
        assert_eq!(found("garbage"), (None, None));
        assert_eq!(found(""), (None, None));
    }

    #[test]
    fn a_whole_entry_behind_a_broken_beginning_is_found() {
        let line = br#"{"type":"message","id":"a","mess{"type":"custom","id":"b","timestamp":"t","customType":"x"}"#;
        let found = entry_at_end(line).map(|(start, envelope)| (start, envelope.id.into_owned()));
        assert_eq!(found, Some((32, "b".to_owned())));
        assert!(entry_at_end(br#"{"type":"message","id":"a","content":[{"type":"toolCall","id":"c"}"#).is_none());
    }
}
