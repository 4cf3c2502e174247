//! Adding to the end of the file: one write for what belongs together, taken back when it fails half-way.

use std::{
    fs::OpenOptions,
    io::{self, Write as _},
};

use super::{Growth, SessionFile};
use crate::{WriteError, tree::Span};

impl SessionFile {
    /// Looks whether another program has added to the file.
    ///
    /// # Errors
    /// When the file is gone, is another one by now, or is shorter than it was.
    pub(crate) fn growth(&self) -> Result<Growth, WriteError> {
        let changed = || WriteError::Changed { path: self.path.clone() };
        let failed = |source| WriteError::Write { path: self.path.clone(), source };
        let ours = self.reader.metadata().map_err(failed)?;
        match std::fs::metadata(&self.path) {
            Ok(named) if same_file(&ours, &named) => {}
            Ok(_) => return Err(changed()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(changed()),
            Err(error) => return Err(failed(error)),
        }
        match ours.len() {
            size if size < self.size => Err(changed()),
            size if size > self.size => Ok(Growth::Since(self.size)),
            _ => Ok(Growth::None),
        }
    }

    /// Adds whole lines in one write, and says where they are now. Where the file ends within a line, that is ended
    /// first. The place is unknown when another program wrote at the same moment.
    ///
    /// # Errors
    /// When they could not be written whole; the file is then as it was before.
    pub(crate) fn append(&mut self, lines: &[u8]) -> Result<Option<Span>, WriteError> {
        let before = self.size;
        let lead: &[u8] = if self.within_line { b"\n" } else { b"" };
        let bytes = [lead, lines].concat();
        if let Err(source) = self.write(&bytes) {
            self.take_back(before, &bytes);
            return Err(WriteError::Write { path: self.path.clone(), source });
        }
        self.within_line = false;
        let end = before + bytes.len() as u64;
        let now = self.reader.metadata().map_or(end, |metadata| metadata.len());
        if now != end {
            return Ok(None);
        }
        self.size = end;
        Ok(Some(Span { offset: before + lead.len() as u64, length: lines.len() }))
    }

    /// Waits until what was written will outlast a power failure. Where that cannot be had, the data is still written.
    pub(crate) fn sync(&self) {
        if let Some(writer) = &self.writer {
            let _ = writer.sync_data();
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(OpenOptions::new().append(true).open(&self.path)?),
        };
        writer.write_all(bytes)
    }

    /// Undoes a write that failed half-way, when what is at the end is certainly its beginning.
    fn take_back(&mut self, before: u64, bytes: &[u8]) {
        let Ok(now) = self.reader.metadata().map(|metadata| metadata.len()) else { return };
        let written = usize::try_from(now.saturating_sub(before)).unwrap_or(usize::MAX);
        if written == 0 {
            return;
        }
        let mut tail = vec![0; written.min(bytes.len())];
        let ours = bytes
            .get(..written)
            .is_some_and(|begun| super::read_exact_at(&self.reader, &mut tail, before).is_ok() && tail == begun);
        let undone = ours && self.writer.as_ref().is_some_and(|writer| writer.set_len(before).is_ok());
        if !undone {
            self.size = now;
            self.within_line = true;
        }
    }
}

#[cfg(unix)]
fn same_file(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere a file that is open cannot be replaced.
#[cfg(not(unix))]
fn same_file(_one: &std::fs::Metadata, _other: &std::fs::Metadata) -> bool {
    true
}
