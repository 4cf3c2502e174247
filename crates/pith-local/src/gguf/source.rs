//! A reader that knows how much is left, so that no damaged length asks for memory that the file cannot fill.

use std::{
    fs::File,
    io::{BufReader, Read as _},
};

/// What went wrong while reading; the path is added by the caller.
pub(super) enum Flaw {
    /// The system failed.
    Io(std::io::Error),
    /// The first four bytes are not `GGUF`.
    Magic,
    /// The content makes no sense.
    Content(String),
}

impl From<std::io::Error> for Flaw {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            return Self::Content("it breaks off in its header".to_owned());
        }
        Self::Io(error)
    }
}

/// The file, read front to back.
pub(super) struct Source {
    file: BufReader<File>,
    size: u64,
    at: u64,
}

impl Source {
    pub(super) fn new(file: File) -> Result<Self, Flaw> {
        let size = file.metadata()?.len();
        Ok(Self { file: BufReader::with_capacity(1 << 18, file), size, at: 0 })
    }

    /// Bytes read so far.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Bytes of the whole file.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Flaw> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Flaw> {
        Ok(u32::from_le_bytes(self.bytes()?))
    }

    pub(super) fn u64(&mut self) -> Result<u64, Flaw> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }

    /// A count of things of at least `each` bytes, refused when the file is too short for them.
    pub(super) fn count(&mut self, each: u64) -> Result<u64, Flaw> {
        let count = self.u64()?;
        if count.saturating_mul(each) > self.size.saturating_sub(self.at) {
            return Err(Flaw::Content(format!("it announces {count} entries, more than it can hold")));
        }
        Ok(count)
    }

    pub(super) fn text(&mut self) -> Result<String, Flaw> {
        let length = self.count(1)?;
        let mut bytes = Vec::new();
        self.file.by_ref().take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(Flaw::Content("it breaks off in its header".to_owned()));
        }
        self.at += length;
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(super) fn skip(&mut self, bytes: u64) -> Result<(), Flaw> {
        if bytes > self.size.saturating_sub(self.at) {
            return Err(Flaw::Content("it breaks off in its header".to_owned()));
        }
        let step = i64::try_from(bytes).map_err(|_| Flaw::Content("a length is out of range".to_owned()))?;
        self.file.seek_relative(step)?;
        self.at += bytes;
        Ok(())
    }
}
