//! The file of a session, open for reading pieces of it and for adding to its end. Nothing in it is ever changed.

mod claim;
pub(crate) mod journal;
mod lock;
mod sync;
mod write;

use std::{
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::{OpenError, WriteError, tree::Span};

pub use claim::Claim;
use journal::Journal;
pub use lock::Owner;
use lock::{Lock, Refused};
use sync::Syncer;

/// An open session file, locked against other writers that know the lock.
pub(crate) struct SessionFile {
    path: PathBuf,
    reader: File,
    /// Absent while the file may only be read.
    writer: Option<File>,
    syncer: Option<Syncer>,
    /// Where the file ended when it was last looked at.
    size: u64,
    /// Whether the file ends within a line, which the next write must end first.
    within_line: bool,
    journal: Option<Journal>,
    _lock: Option<Lock>,
}

/// What became of the file since it was last looked at.
pub(crate) enum Growth {
    /// Nothing.
    None,
    /// Another program added to it; it was of this size before.
    Since(u64),
}

impl SessionFile {
    /// Opens a file that is there; without an owner to read it only, whoever may be writing to it.
    pub(crate) fn open(path: &Path, owner: Option<&Owner>) -> Result<Self, OpenError> {
        let read = |source| OpenError::Read { path: path.to_owned(), source };
        // Two paths to one file share one lock.
        let path = path.canonicalize().map_err(read)?;
        let read = |source| OpenError::Read { path: path.clone(), source };
        if !std::fs::metadata(&path).map_err(read)?.is_file() {
            return Err(OpenError::NotASession { path });
        }
        let lock = owner.map_or(Ok(None), |owner| Lock::acquire(&path, owner)).map_err(|refused| match refused {
            Refused::Held(owner) => OpenError::Locked { path: path.clone(), owner },
            Refused::Failed(source) => OpenError::Lock { path: path.clone(), source },
        })?;
        let reader = File::open(&path).map_err(read)?;
        let size = reader.metadata().map_err(read)?.len();
        Ok(Self { path, reader, writer: None, syncer: None, size, within_line: false, journal: None, _lock: lock })
    }

    /// Creates the file with this content. With `exclusive` it must not be there; without, it may be there and empty.
    pub(crate) fn create(path: &Path, exclusive: bool, content: &[u8], owner: &Owner) -> Result<Self, WriteError> {
        let failed = |source| WriteError::Create { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            create_private_folder(folder).map_err(failed)?;
        }
        let lock = Lock::acquire(path, owner).map_err(|refused| match refused {
            Refused::Held(owner) => WriteError::Locked { path: path.to_owned(), owner },
            Refused::Failed(source) => failed(source),
        })?;
        let mut options = OpenOptions::new();
        options.append(true).create_new(exclusive).create(!exclusive);
        private(&mut options);
        let writer = options.open(path).map_err(failed)?;
        let reader = File::open(path).map_err(failed)?;
        let before = reader.metadata().map_err(failed)?.len();
        if before != 0 {
            return Err(WriteError::Changed { path: path.to_owned() });
        }
        let mut file = Self {
            path: path.to_owned(),
            reader,
            writer: Some(writer),
            syncer: None,
            size: 0,
            within_line: false,
            journal: None,
            _lock: lock,
        };
        if let Err(error) = file.append(content) {
            if exclusive {
                // An empty file of ours would be in the way of the next attempt.
                let _ = std::fs::remove_file(path);
            }
            return Err(error);
        }
        sync_folder(path);
        Ok(file)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn reader(&self) -> &File {
        &self.reader
    }

    /// Where the file ended when it was last looked at, and whether within a line.
    pub(crate) fn end(&self) -> (u64, bool) {
        (self.size, self.within_line)
    }

    /// The same file, only to be read: others may write to it now.
    pub(crate) fn released(self) -> Self {
        Self { writer: None, syncer: None, journal: None, _lock: None, ..self }
    }

    /// Says where the file was read up to, and whether it ended within a line there.
    pub(crate) fn read_up_to(&mut self, size: u64, within_line: bool) {
        self.size = size;
        self.within_line = within_line;
    }

    /// The journal beside the file; none where it cannot be had.
    pub(crate) fn journal(&mut self) -> Option<&Journal> {
        if self.journal.is_none() {
            self.journal = Journal::new(&self.path).ok();
        }
        self.journal.as_ref()
    }

    /// A piece of the file. Bytes that are no text are replaced.
    pub(crate) fn read(&self, span: Span) -> io::Result<String> {
        let mut bytes = vec![0; span.length];
        read_exact_at(&self.reader, &mut bytes, span.offset)?;
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}

/// Whether a file begins as a session does.
pub(crate) fn is_session(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let mut line = Vec::new();
    let read = io::BufRead::read_until(&mut io::BufReader::new(io::Read::take(file, 64 << 10)), b'\n', &mut line);
    let value: Result<serde_json::Value, _> = serde_json::from_slice(&line);
    read.is_ok() && value.is_ok_and(|value| value.get("type").and_then(|kind| kind.as_str()) == Some("session"))
}

/// Writes a file beside `path` and puts it in its place when it is whole. What is no plain file, such as a pipe, is written
/// to as it stands.
pub(crate) fn write_over(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    let plain = std::fs::metadata(path).map_or(true, |about| about.is_file());
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let target = if plain { Path::new(&beside) } else { path };
    let mut out = io::BufWriter::new(replaceable(target)?);
    let written = write(&mut out).and_then(|()| {
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if plain {
            file.sync_data()?;
            std::fs::rename(target, path)?;
        }
        Ok(())
    });
    if written.is_err() && plain {
        let _ = std::fs::remove_file(target);
    }
    written
}

/// Opens a file of its owner's alone for writing it anew.
pub(crate) fn replaceable(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    private(&mut options);
    options.open(path)
}

/// Writes a whole new file, which must not be there, and waits until it is on the disk. A file that could not be written
/// whole is removed again.
pub(crate) fn write_new(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let failed = |source| WriteError::Create { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        create_private_folder(folder).map_err(failed)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    let mut out = io::BufWriter::new(options.open(path).map_err(failed)?);
    let written = write(&mut out).and_then(|()| out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data());
    if let Err(source) = written {
        let _ = std::fs::remove_file(path);
        return Err(failed(source));
    }
    sync_folder(path);
    Ok(())
}

/// Reads a file from a place on, whatever else is read from it meanwhile.
pub(crate) struct At<'f> {
    file: &'f File,
    offset: u64,
}

impl<'f> At<'f> {
    pub(crate) fn new(file: &'f File, offset: u64) -> Self {
        Self { file, offset }
    }
}

impl io::Read for At<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(self.file, bytes, self.offset)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(self.file, bytes, self.offset)?;
        self.offset += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = bytes.get_mut(read..).unwrap_or_default();
                offset += read as u64;
            }
        }
    }
    Ok(())
}

/// Makes new files readable by their owner alone.
fn private(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes the new file's name last. Systems that cannot sync a folder do so by themselves.
fn sync_folder(path: &Path) {
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        let _ = folder.sync_all();
    }
}
