//! Descriptors of the program that extensions may not take: without some to spare it could neither keep its session nor
//! ask a model.

use std::io;

/// How many are left to the program.
#[cfg(target_os = "linux")]
const SPARE: i32 = 64;

/// What was opened, unless it took one of the last: the system gives out the lowest number that is free.
pub(super) fn unless_last<T: Numbered>(opened: T) -> io::Result<T> {
    #[cfg(target_os = "linux")]
    if opened.number().is_some_and(|number| number >= most().saturating_sub(SPARE)) {
        return Err(io::Error::from_raw_os_error(nix::errno::Errno::EMFILE as i32));
    }
    Ok(opened)
}

/// Whether one more may be opened, for what does not tell the number it takes.
pub(super) fn left() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    std::fs::File::open("/dev/null").and_then(unless_last)?;
    Ok(())
}

/// What has a number among the descriptors.
pub(super) trait Numbered {
    /// The highest it has.
    fn number(&self) -> Option<i32>;
}

impl Numbered for std::fs::File {
    fn number(&self) -> Option<i32> {
        number(self)
    }
}

impl Numbered for tokio::net::TcpStream {
    fn number(&self) -> Option<i32> {
        number(self)
    }
}

impl Numbered for tokio::net::TcpListener {
    fn number(&self) -> Option<i32> {
        number(self)
    }
}

#[cfg(unix)]
impl Numbered for tokio::net::UnixStream {
    fn number(&self) -> Option<i32> {
        number(self)
    }
}

#[cfg(unix)]
impl Numbered for tokio::net::UnixListener {
    fn number(&self) -> Option<i32> {
        number(self)
    }
}

impl Numbered for &mut tokio::process::Child {
    fn number(&self) -> Option<i32> {
        let streams = [self.stdin.as_ref().and_then(number), self.stdout.as_ref().and_then(number)];
        streams.into_iter().chain([self.stderr.as_ref().and_then(number)]).flatten().max()
    }
}

#[cfg(unix)]
fn number(file: &impl std::os::fd::AsRawFd) -> Option<i32> {
    Some(file.as_raw_fd())
}

#[cfg(not(unix))]
fn number<T>(_: &T) -> Option<i32> {
    None
}

/// How many the program may have.
#[cfg(target_os = "linux")]
fn most() -> i32 {
    use std::sync::OnceLock;
    static MOST: OnceLock<i32> = OnceLock::new();
    *MOST.get_or_init(|| {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(i32::MAX)
    })
}
