//! Adding to the end of the file: one write for what belongs together, taken back when it fails half-way.

use std::{
    fs::OpenOptions,
    io::{self, Write as _},
};

use super::{Growth, SessionFile, sync::Syncer};
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

    /// Sees to it that what was written will soon outlast a power failure.
    pub(crate) fn sync_soon(&mut self) {
        if let (None, Some(writer)) = (&self.syncer, &self.writer) {
            self.syncer = Syncer::new(writer).ok();
        }
        if let Some(syncer) = &self.syncer {
            syncer.request();
        }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::{fs, path::Path};

    use super::*;
    use crate::Owner;

    const LINES: &[u8] = b"{\"one\":1}\n{\"two\":2}\n";

    fn file(folder: &Path) -> SessionFile {
        let owner = Owner { pid: 1, host: String::new(), started_ms: 0 };
        SessionFile::create(&folder.join("s.jsonl"), true, b"header\n", &owner).unwrap()
    }

    /// What stands in the file when a write of [`LINES`] got only so far as `written`, and after the next one.
    fn after_failing(written: &[u8]) -> (String, String) {
        let folder = tempfile::tempdir().unwrap();
        let mut file = file(folder.path());
        let mut other = OpenOptions::new().append(true).open(file.path()).unwrap();
        other.write_all(written).unwrap();
        file.take_back(file.size, LINES);
        let undone = fs::read_to_string(file.path()).unwrap();
        assert!(matches!(file.growth(), Ok(Growth::None)));
        let span = file.append(b"next\n").unwrap().unwrap();
        assert_eq!(file.read(span).unwrap(), "next\n");
        (undone, fs::read_to_string(file.path()).unwrap())
    }

    #[test]
    fn a_write_that_failed_half_way_is_taken_back() {
        for written in [0, 1, 9, 10, LINES.len()] {
            let (undone, next) = after_failing(LINES.get(..written).unwrap());
            assert_eq!((undone.as_str(), next.as_str()), ("header\n", "header\nnext\n"), "{written}");
        }
    }

    #[test]
    fn what_another_program_wrote_is_never_taken_back() {
        for foreign in [&b"{\"one\":2"[..], &[LINES, b"x"].concat()] {
            let (kept, next) = after_failing(foreign);
            assert!(kept.ends_with(std::str::from_utf8(foreign).unwrap()), "{kept}");
            assert_eq!(next, format!("{kept}\nnext\n"));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = file(folder.path());
        file.writer = Some(OpenOptions::new().append(true).open("/dev/full").unwrap());
        let error = file.append(LINES).unwrap_err();
        assert!(error.to_string().contains("s.jsonl"), "{error}");
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains("No space left"), "{cause}");
    }
}
