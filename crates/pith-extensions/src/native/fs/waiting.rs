//! Pipes, terminals and devices: whoever reads or writes there may have to wait for somebody else.
//!
//! They are opened so that the system never lets the thread wait. What has to be waited for is waited for here, as long as
//! the extension's code may run: nobody at the other end of a pipe is a loop without end.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

use crate::runtime::Realm;

/// How often is looked whether the time is over.
#[cfg(unix)]
const LOOK_MS: u8 = 50;

/// An open file, whatever it is.
pub(super) struct Patient<'a> {
    file: &'a File,
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is waited for there"))]
    realm: &'a Realm,
    /// Whether it is neither a file nor a folder.
    waits: bool,
}

impl<'a> Patient<'a> {
    pub(super) fn new(file: &'a File, realm: &'a Realm) -> io::Result<Self> {
        let about = file.metadata()?;
        Ok(Self { file, realm, waits: !about.is_file() && !about.is_dir() })
    }
}

/// Opens it; a pipe that nobody reads yet is waited for when it is to be written.
pub(super) fn open(options: &mut OpenOptions, path: &Path, realm: &Realm) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(nix::libc::O_NONBLOCK);
        loop {
            match options.open(path) {
                Err(error) if error.raw_os_error() == Some(nix::libc::ENXIO) && is_pipe(path) => pause(&mut [], realm)?,
                opened => return opened,
            };
        }
    }
    #[cfg(not(unix))]
    {
        let _ = realm;
        options.open(path)
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    path.metadata().is_ok_and(|about| about.file_type().is_fifo())
}

/// Waits a moment for one of these; whether one is there. Fails when the time is over.
#[cfg(unix)]
fn pause(files: &mut [nix::poll::PollFd<'_>], realm: &Realm) -> io::Result<bool> {
    match nix::poll::poll(files, LOOK_MS) {
        Ok(0) | Err(nix::errno::Errno::EINTR) if realm.slice.is_over() => {
            Err(io::Error::from_raw_os_error(nix::libc::ETIMEDOUT))
        }
        Ok(0) | Err(nix::errno::Errno::EINTR) => Ok(false),
        Ok(_) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

impl Patient<'_> {
    #[cfg(unix)]
    fn wait(&self, wanted: nix::poll::PollFlags) -> io::Result<()> {
        use std::os::fd::AsFd as _;
        let mut files = [nix::poll::PollFd::new(self.file.as_fd(), wanted)];
        while self.waits && !pause(&mut files, self.realm)? {}
        Ok(())
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            // Asked before: a pipe without a writer reads as one that has ended.
            #[cfg(unix)]
            self.wait(nix::poll::PollFlags::POLLIN)?;
            match self.file.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.waits => {}
                read => return read,
            }
        }
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.file.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.waits => {
                    #[cfg(unix)]
                    self.wait(nix::poll::PollFlags::POLLOUT)?;
                }
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
