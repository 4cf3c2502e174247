//! The lines of a file with their places, in a buffer that is used again.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom},
};

use crate::tree::Span;

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

/// Reads lines.
pub(super) struct Lines<'a> {
    reader: BufReader<&'a File>,
    buffer: Vec<u8>,
    offset: u64,
    number: u64,
    within_line: bool,
}

/// One line, without its end.
pub(super) struct Line<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) offset: u64,
    /// From 1, counted from where reading began.
    pub(super) number: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(mut file: &'a File, from: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(from))?;
        let reader = BufReader::with_capacity(CHUNK, file);
        Ok(Self { reader, buffer: Vec::new(), offset: from, number: 0, within_line: false })
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let read = self.reader.read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        let offset = self.offset;
        self.offset += read as u64;
        self.number += 1;
        self.within_line = self.buffer.pop_if(|last| *last == b'\n').is_none();
        Ok(Some(Line { bytes: &self.buffer, offset, number: self.number }))
    }

    /// Where reading ended, and whether within a line.
    pub(super) fn end(&self) -> (u64, bool) {
        (self.offset, self.within_line)
    }
}

impl Line<'_> {
    pub(super) fn span(&self) -> Span {
        Span { offset: self.offset, length: self.bytes.len() }
    }
}
