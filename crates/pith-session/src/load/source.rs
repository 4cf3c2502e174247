//! Where the walk over a line takes its bytes from: a line that is held, or one that is too long for that and is read in
//! pieces. Both give the same.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Take},
};

use memchr::memchr2;

use crate::{file::At, tree::Span};

/// How much of a long line is read at once; in tests so little that everything lies across a border.
const PIECE: usize = if cfg!(test) { 5 } else { 64 * 1024 };

/// Bytes in their order.
pub(super) trait Source<'a> {
    /// The next byte, which stays.
    fn peek(&mut self) -> Option<u8>;

    /// Goes past the byte that was looked at.
    fn step(&mut self);

    /// What is left of a string behind its first quote, as it stands; the last quote is passed.
    fn string(&mut self) -> Option<Cow<'a, [u8]>>;

    /// Passes over the same.
    fn skip_string(&mut self) -> Option<()>;
}

/// A line that is held.
pub(super) struct Slice<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Slice<'a> {
    pub(super) fn new(line: &'a [u8]) -> Self {
        Self { line, at: 0 }
    }
}

impl<'a> Source<'a> for Slice<'a> {
    fn peek(&mut self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn step(&mut self) {
        self.at += 1;
    }

    fn string(&mut self) -> Option<Cow<'a, [u8]>> {
        let start = self.at;
        self.skip_string()?;
        self.line.get(start..self.at - 1).map(Cow::Borrowed)
    }

    fn skip_string(&mut self) -> Option<()> {
        loop {
            self.at += memchr2(b'"', b'\\', self.line.get(self.at..)?)?;
            if self.line.get(self.at) == Some(&b'"') {
                self.at += 1;
                return Some(());
            }
            self.at += 2;
        }
    }
}

/// A piece of a file, read as it is walked over.
pub(super) struct Stream<'f> {
    reader: BufReader<Take<At<'f>>>,
    failed: io::Result<()>,
}

impl<'f> Stream<'f> {
    pub(super) fn new(file: &'f File, span: Span) -> Self {
        let piece = At::new(file, span.offset).take(span.length as u64);
        Self { reader: BufReader::with_capacity(PIECE, piece), failed: Ok(()) }
    }

    /// Whether everything could be read.
    pub(super) fn end(self) -> io::Result<()> {
        self.failed
    }

    fn string_into(&mut self, mut kept: Option<&mut Vec<u8>>) -> Option<()> {
        let mut keep = |bytes: &[u8]| {
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(bytes);
            }
        };
        let mut is_escaped = false;
        loop {
            let held = fill(&mut self.reader, &mut self.failed)?;
            let first = *held.first()?;
            if std::mem::take(&mut is_escaped) {
                keep(&[first]);
                self.reader.consume(1);
                continue;
            }
            let end = memchr2(b'"', b'\\', held).unwrap_or(held.len());
            keep(held.get(..end)?);
            match held.get(end).copied() {
                None => self.reader.consume(end),
                Some(b'"') => {
                    self.reader.consume(end + 1);
                    return Some(());
                }
                Some(escape) => {
                    keep(&[escape]);
                    is_escaped = true;
                    self.reader.consume(end + 1);
                }
            }
        }
    }
}

impl Source<'static> for &mut Stream<'_> {
    fn peek(&mut self) -> Option<u8> {
        fill(&mut self.reader, &mut self.failed)?.first().copied()
    }

    fn step(&mut self) {
        self.reader.consume(1);
    }

    fn string(&mut self) -> Option<Cow<'static, [u8]>> {
        let mut string = Vec::new();
        self.string_into(Some(&mut string))?;
        Some(Cow::Owned(string))
    }

    fn skip_string(&mut self) -> Option<()> {
        self.string_into(None)
    }
}

/// What is held of the piece, after more was read where nothing was left.
fn fill<'r>(reader: &'r mut BufReader<Take<At<'_>>>, failed: &mut io::Result<()>) -> Option<&'r [u8]> {
    match reader.fill_buf() {
        Ok(held) => Some(held),
        Err(error) => {
            *failed = Err(error);
            None
        }
    }
}
