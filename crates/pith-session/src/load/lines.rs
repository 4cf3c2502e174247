//! The lines of a file with their places, in a buffer that is used again. Of a very long line only the beginning is held;
//! the rest is read again by whoever needs it.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _},
};

use memchr::memchr;

use super::{
    envelope::Envelope,
    salvage::{self, Names},
};
use crate::{
    file::{self, At},
    tree::Span,
};

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

/// How much of a line is held; in tests so little that most lines are longer.
const HELD: usize = if cfg!(test) { 128 } else { 1024 * 1024 };

/// Reads lines.
pub(super) struct Lines<'a> {
    file: &'a File,
    reader: BufReader<At<'a>>,
    buffer: Vec<u8>,
    offset: u64,
    number: u64,
    within_line: bool,
}

/// One line, without its end.
pub(crate) struct Line<'a> {
    file: &'a File,
    /// The line, or its beginning when it is very long.
    held: &'a [u8],
    span: Span,
    /// From 1, counted from where reading began.
    pub(super) number: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(file: &'a File, from: u64) -> Self {
        let reader = BufReader::with_capacity(CHUNK, At::new(file, from));
        Self { file, reader, buffer: Vec::new(), offset: from, number: 0, within_line: false }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let mut read = self.reader.by_ref().take(HELD as u64).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        let mut is_ended = self.buffer.pop_if(|last| *last == b'\n').is_some();
        if !is_ended {
            let (passed, ended) = pass_line(&mut self.reader)?;
            read += passed;
            is_ended = ended;
        }
        let span = Span { offset: self.offset, length: read - usize::from(is_ended) };
        self.offset += read as u64;
        self.number += 1;
        self.within_line = !is_ended;
        Ok(Some(Line { file: self.file, held: &self.buffer, span, number: self.number }))
    }

    /// Where reading ended, and whether within a line.
    pub(super) fn end(&self) -> (u64, bool) {
        (self.offset, self.within_line)
    }
}

/// Reads past the end of a line; gives how far that was, and whether there was an end.
fn pass_line(reader: &mut BufReader<At<'_>>) -> io::Result<(usize, bool)> {
    let mut passed = 0;
    loop {
        let held = reader.fill_buf()?;
        let (length, is_ended) = memchr(b'\n', held).map_or((held.len(), false), |end| (end + 1, true));
        reader.consume(length);
        passed += length;
        if is_ended || length == 0 {
            return Ok((passed, is_ended));
        }
    }
}

impl<'a> Line<'a> {
    pub(super) fn span(&self) -> Span {
        self.span
    }

    /// How many bytes it has.
    pub(crate) fn length(&self) -> usize {
        self.span.length
    }

    /// The whole line, whatever that takes.
    pub(crate) fn whole(&self) -> io::Result<Cow<'a, [u8]>> {
        if self.is_held() {
            return Ok(Cow::Borrowed(self.held));
        }
        let mut bytes = vec![0; self.span.length];
        file::read_exact_at(self.file, &mut bytes, self.span.offset)?;
        Ok(Cow::Owned(bytes))
    }

    pub(super) fn is_blank(&self) -> bool {
        self.is_held() && self.held.trim_ascii().is_empty()
    }

    /// What the tree needs of the entry on this line; nothing when it holds none.
    pub(super) fn envelope(&self) -> io::Result<Option<Envelope<'a>>> {
        if self.is_held() { Ok(Envelope::parse(self.held)) } else { Envelope::parse_long(self.file, self.span) }
    }

    /// An entry that stands whole behind a broken beginning, and its place.
    pub(super) fn entry_at_end(&self) -> io::Result<Option<(Span, Envelope<'a>)>> {
        if self.is_held() {
            return Ok(salvage::entry_at_end(self.held).map(|(start, envelope)| (self.from(start), envelope)));
        }
        let mut starts = salvage::Beginnings::new(self.file, self.span);
        while let Some(start) = starts.next()? {
            let span = self.from(start);
            if let Some(envelope) = Envelope::parse_long(self.file, span)?.filter(|envelope| envelope.has_time) {
                return Ok(Some((span, envelope)));
            }
        }
        Ok(None)
    }

    /// The names on a line that is broken, as far as they can be read.
    pub(super) fn names(&self) -> Names {
        salvage::names(self.held)
    }

    fn is_held(&self) -> bool {
        self.held.len() == self.span.length
    }

    fn from(&self, start: usize) -> Span {
        Span { offset: self.span.offset + start as u64, length: self.span.length - start }
    }
}
