//! Files in older encodings than UTF-8: told while they are searched, and made text.
//!
//! The look costs little, since most bytes of most files are ASCII; only a file that proves to be no UTF-8 is read again.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read, Seek as _},
};

use crate::shared::encoding;

/// In bytes: larger files are searched as they are, since their text would have to be in memory.
const LARGEST: u64 = 32 * 1024 * 1024;

/// A file that is looked at while somebody reads it.
pub(super) struct Watched<'a> {
    file: &'a File,
    /// The beginning of a character at the end of what was read.
    open: Vec<u8>,
    is_no_utf_8: bool,
}

impl<'a> Watched<'a> {
    pub(super) fn new(file: &'a File) -> Self {
        Self { file, open: Vec::new(), is_no_utf_8: false }
    }

    /// Whether bytes were read that are no UTF-8.
    pub(super) fn is_no_utf_8(&self) -> bool {
        self.is_no_utf_8 || !self.open.is_empty()
    }

    fn look(&mut self, bytes: &[u8]) {
        if self.is_no_utf_8 || (self.open.is_empty() && bytes.is_ascii()) {
            return;
        }
        let whole = match self.open.is_empty() {
            true => Cow::Borrowed(bytes),
            false => Cow::Owned([&*self.open, bytes].concat()),
        };
        let (is_no_utf_8, open) = match std::str::from_utf8(&whole) {
            Ok(_) => (false, Vec::new()),
            Err(fault) => (fault.error_len().is_some(), whole.get(fault.valid_up_to()..).unwrap_or_default().to_vec()),
        };
        self.is_no_utf_8 = is_no_utf_8;
        self.open = if is_no_utf_8 { Vec::new() } else { open };
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.look(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}

/// The text of a file that is no UTF-8; `None` when it is no text either, or is too large to be made one.
pub(super) fn text(mut file: &File) -> io::Result<Option<String>> {
    if file.metadata()?.len() > LARGEST {
        return Ok(None);
    }
    file.rewind()?;
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(encoding::decode(&bytes).filter(|(_, encoding)| !encoding.is_utf_8()).map(|(text, _)| text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_no_utf_8(parts: &[&[u8]]) -> io::Result<bool> {
        let file = tempfile::tempfile()?;
        let mut watched = Watched::new(&file);
        parts.iter().for_each(|part| watched.look(part));
        Ok(watched.is_no_utf_8())
    }

    #[test]
    fn characters_may_be_read_in_parts() -> io::Result<()> {
        assert!(!is_no_utf_8(&[b"plain", b"caf\xc3", b"\xa9 \xe2", b"\x82", b"\xac"])?);
        assert!(is_no_utf_8(&[b"plain", b"caf\xe9 more"])?);
        assert!(is_no_utf_8(&[b"caf\xe9"])?);
        assert!(is_no_utf_8(&[b"caf\xe2", b"x", b"plain"])?);
        Ok(())
    }
}
