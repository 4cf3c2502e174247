//! A file as text, every character of which knows its bytes.
//!
//! Text is for finding and showing; what an edit does not touch is copied from the bytes, so that no decoding can harm it,
//! whatever the encoding.

use std::ops::Range;

use crate::shared::encoding::{SAMPLE, TextEncoding};

/// Stands in the text for bytes that are no character of the encoding. No character, so that no `oldText` holds it.
pub(super) const NO_CHARACTER: char = '\u{fdd0}';

pub(super) struct Source {
    bytes: Vec<u8>,
    encoding: TextEncoding,
    text: String,
    map: Map,
}

/// From places in the text to places in the bytes.
enum Map {
    /// The text is the bytes after the byte order mark.
    Shifted(usize),
    /// For each byte of the text, and its end: where the character begins that it belongs to.
    Table(Vec<usize>),
}

impl Source {
    /// Reads the bytes as text; `None` if they are none.
    pub(super) fn new(bytes: Vec<u8>) -> Option<Self> {
        let sample = bytes.get(..SAMPLE).unwrap_or(&bytes);
        let encoding = TextEncoding::detect(sample, sample.len() == bytes.len())?;
        let start = encoding.bom().len();
        let body = bytes.get(start..).unwrap_or_default();
        let (text, map) = match std::str::from_utf8(body) {
            Ok(text) if encoding.is_utf_8() => (text.to_owned(), Map::Shifted(start)),
            _ if encoding.is_utf_8() => utf_8_with_faults(body, start),
            _ => decoded(body, start, encoding),
        };
        Some(Self { encoding, text, map, bytes })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// The bytes of a part of the text; `None` if it begins or ends inside of what belongs together.
    pub(super) fn bytes_of(&self, part: &Range<usize>) -> Option<Range<usize>> {
        match &self.map {
            Map::Shifted(by) => Some(part.start + by..part.end + by),
            Map::Table(table) => {
                let place = |at: usize| {
                    let begins = at == 0 || table.get(at) != table.get(at - 1);
                    table.get(at).copied().filter(|_| begins)
                };
                Some(place(part.start)?..place(part.end)?)
            }
        }
    }
}

fn utf_8_with_faults(body: &[u8], start: usize) -> (String, Map) {
    let (mut text, mut table, mut at) = (String::with_capacity(body.len()), Vec::new(), start);
    for chunk in body.utf8_chunks() {
        for c in chunk.valid().chars() {
            push(&mut text, &mut table, c, at);
            at += c.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            push(&mut text, &mut table, NO_CHARACTER, at);
            at += chunk.invalid().len();
        }
    }
    table.push(at);
    (text, Map::Table(table))
}

/// Decodes byte by byte, so that it is seen which bytes make which characters.
fn decoded(body: &[u8], start: usize, encoding: TextEncoding) -> (String, Map) {
    let (mut text, mut table, mut begin) = (String::with_capacity(body.len()), Vec::new(), start);
    let Some(mut decoder) = encoding.decoder() else { return (text, Map::Shifted(start)) };
    let mut piece = String::with_capacity(64);
    for (at, byte) in body.iter().enumerate() {
        piece.clear();
        let _ = decoder.decode_to_string(&[*byte], &mut piece, at + 1 == body.len());
        for c in piece.chars() {
            let c = if c == char::REPLACEMENT_CHARACTER { NO_CHARACTER } else { c };
            push(&mut text, &mut table, c, begin);
        }
        if !piece.is_empty() {
            begin = start + at + 1;
        }
    }
    table.push(start + body.len());
    (text, Map::Table(table))
}

fn push(text: &mut String, table: &mut Vec<usize>, c: char, at: usize) {
    text.push(c);
    table.resize(text.len(), at);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn part<'a>(source: &'a Source, of: &str) -> Option<&'a [u8]> {
        let at = source.text().find(of).unwrap();
        source.bytes_of(&(at..at + of.len())).map(|range| &source.bytes()[range])
    }

    #[test]
    fn characters_know_their_bytes_in_every_encoding() {
        let utf_8 = Source::new("\u{feff}a\u{e9}b".into()).unwrap();
        assert_eq!((utf_8.text(), part(&utf_8, "\u{e9}b")), ("a\u{e9}b", Some("\u{e9}b".as_bytes())));
        let latin = Source::new(b"caf\xe9 note\n".to_vec()).unwrap();
        assert_eq!((latin.text(), part(&latin, "f\u{e9}")), ("caf\u{e9} note\n", Some(&b"f\xe9"[..])));
        let wide = Source::new(b"\xff\xfea\0\x3d\xd8\0\xdeb\0".to_vec()).unwrap();
        assert_eq!((wide.text(), part(&wide, "\u{1f600}b")), ("a\u{1f600}b", Some(&b"\x3d\xd8\0\xdeb\0"[..])));
        let broken = Source::new(["\u{4e2d}\u{6587}\u{4e2d}\u{6587}".as_bytes(), b"\xffz"].concat()).unwrap();
        assert_eq!(part(&broken, "z"), Some(&b"z"[..]));
        assert_eq!(part(&broken, "\u{fdd0}"), Some(&b"\xff"[..]));
    }

    #[test]
    fn what_was_decoded_together_is_not_cut() {
        let odd = Source::new(b"\xff\xfea\0\x3d\xd8b\0".to_vec()).unwrap();
        assert_eq!(odd.text(), "a\u{fdd0}b");
        // The half character shows only with the next one, so that the two hang together.
        assert_eq!(part(&odd, "b"), None);
        assert_eq!(part(&odd, "a"), Some(&b"a\0"[..]));
    }

    #[test]
    fn binary_data_is_no_text() {
        assert!(Source::new(b"\x7fELF\0\0\x01".to_vec()).is_none());
    }
}
