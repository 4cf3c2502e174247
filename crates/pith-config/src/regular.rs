//! Reads files that people may have put anything in the place of: a pipe would be waited for, a device read for ever, and a
//! file of gigabytes would fill the memory. Each of these is an error that says what is there instead.
//!
//! In come a path and how much is taken at most, out come bytes. What they mean is the business of others.

use std::{
    fs::{File, FileType, Metadata, OpenOptions},
    io::{self, Read as _},
    path::Path,
};

/// Bytes of a file that a person writes, of settings or of a prompt, at most.
pub const LARGEST: u64 = 16 * 1024 * 1024;

/// All of a regular file as text: UTF-8, or UTF-16 behind a byte order mark, which some editors write.
///
/// # Errors
/// When it cannot be read, is no regular file, is neither, or has more than [`LARGEST`] bytes.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_regular(path, LARGEST)?;
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error())),
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> io::Result<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "its byte order mark says UTF-16, which it is not");
    if !rest.is_empty() {
        return Err(broken());
    }
    String::from_utf16(&units).map_err(|_| broken())
}

/// All of a regular file.
///
/// # Errors
/// When it cannot be read, is no regular file, or has more than `most` bytes.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (bytes, size) = read_beginning(path, most)?;
    if size > most {
        let told = format!("it has {size} bytes, and at most {most} are read");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, told));
    }
    Ok(bytes)
}

/// The first bytes of a regular file, and how many it has.
///
/// # Errors
/// When it cannot be read, or is no regular file.
pub fn read_beginning(path: &Path, most: u64) -> io::Result<(Vec<u8>, u64)> {
    check(std::fs::metadata(path)?.file_type())?;
    let file = open(path)?;
    let metadata = file.metadata()?;
    check(metadata.file_type())?;
    take(file, &metadata, most)
}

/// Reads on past what the file said of its size: files of the system say 0, and others grow.
fn take(file: File, metadata: &Metadata, most: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len().min(most)).unwrap_or_default());
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes)? as u64;
    bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok((bytes, metadata.len().max(read)))
}

/// Should a pipe have taken the file's place since it was looked at, opening it does not wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::fcntl::OFlag::O_NONBLOCK.bits());
    options.open(path)
}

fn check(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        return Ok(());
    }
    let found = if kind.is_dir() { "a folder" } else { special(kind) };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {found}; put a file in its place")))
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () => "something special",
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "something special"
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_refused_or_cut_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        let refused = read_regular(&path, 4).unwrap_err();
        assert_eq!(refused.to_string(), "it has 5 bytes, and at most 4 are read");
        assert_eq!(read_beginning(&path, 2).unwrap(), (b"12".to_vec(), 5));
        assert_eq!(read_regular(&folder.path().join("none"), 5).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn text_is_utf_8_or_utf_16_behind_a_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let wide = |order: fn(u16) -> [u8; 2]| {
            "\u{feff}{\"a\": \"\u{e9}\"}".encode_utf16().flat_map(order).collect::<Vec<_>>()
        };
        for bytes in ["{\"a\": \"\u{e9}\"}".into(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(read_text(&path).unwrap(), "{\"a\": \"\u{e9}\"}");
        }
        for bytes in [&b"\xff"[..], b"\xff\xfea", b"\xff\xfe\0\xd8"] {
            std::fs::write(&path, bytes).unwrap();
            assert!(read_text(&path).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_no_file_is_named_and_never_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_regular(folder.path(), 5).unwrap_err().to_string(), "it is a folder; put a file in its place");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_sockets_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRUSR).unwrap();
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, word) in [(pipe.as_path(), "a pipe"), (&socket, "a socket"), (Path::new("/dev/zero"), "a device")] {
            assert!(read_regular(path, 5).unwrap_err().to_string().contains(word), "{word}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_the_system_has_no_size_and_is_read_all_the_same() {
        let name = read_regular(Path::new("/proc/self/comm"), 1024).unwrap();
        assert!(!name.is_empty());
    }
}
