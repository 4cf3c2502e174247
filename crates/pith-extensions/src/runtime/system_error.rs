//! Failures of the system as Node's programs expect them: an `Error` with `code`, `errno`, `syscall` and `path`.

use std::{borrow::Cow, io};

use rquickjs::{Ctx, Error, Exception};

/// A failure on its way into JavaScript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SystemError {
    pub(crate) message: String,
    /// `ENOENT` and the like.
    pub(crate) code: Option<String>,
    /// Negative, as Node gives it.
    pub(crate) errno: Option<i32>,
    pub(crate) syscall: Option<Cow<'static, str>>,
    pub(crate) path: Option<Box<str>>,
    pub(crate) dest: Option<Box<str>>,
}

impl SystemError {
    /// A failure that no system call made.
    pub(crate) fn of(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// A failure with a code of Node's own, `ERR_…` say.
    pub(crate) fn coded(code: &str, message: impl Into<String>) -> Self {
        Self { code: Some(code.into()), ..Self::of(message) }
    }

    /// What a system call said, in Node's words: `ENOENT: no such file or directory, open 'x'`.
    pub(crate) fn io(error: &io::Error, syscall: &'static str, path: Option<&str>, dest: Option<&str>) -> Self {
        let (code, words) = described(error);
        let mut message = format!("{code}: {words}, {syscall}");
        if let Some(path) = path {
            message.push_str(&format!(" '{path}'"));
        }
        if let Some(dest) = dest {
            message.push_str(&format!(" -> '{dest}'"));
        }
        Self {
            message,
            code: Some(code),
            errno: error.raw_os_error().map(|number| -number),
            syscall: Some(Cow::Borrowed(syscall)),
            path: path.map(Into::into),
            dest: dest.map(Into::into),
        }
    }

    /// A failure at an address, in Node's words: `connect ECONNREFUSED 127.0.0.1:80`.
    pub(crate) fn at(error: &io::Error, syscall: &'static str, address: &str) -> Self {
        let (code, words) = described(error);
        // Node names what is in the way of a server.
        let message = match (syscall, code.as_str()) {
            ("listen", _) => format!("{syscall} {code}: {words} {address}"),
            _ => format!("{syscall} {code} {address}"),
        };
        Self {
            message,
            code: Some(code),
            errno: error.raw_os_error().map(|number| -number),
            syscall: Some(Cow::Borrowed(syscall)),
            path: None,
            dest: None,
        }
    }

    /// A program that could not be started, in Node's words: `spawn x ENOENT`.
    pub(crate) fn spawn(error: &io::Error, file: &str, sync: bool) -> Self {
        let (code, _) = described(error);
        let syscall = format!("{} {file}", if sync { "spawnSync" } else { "spawn" });
        Self {
            message: format!("{syscall} {code}"),
            code: Some(code),
            errno: error.raw_os_error().map(|number| -number),
            syscall: Some(Cow::Owned(syscall)),
            path: Some(file.into()),
            dest: None,
        }
    }

    /// Throws it.
    pub(crate) fn throw(&self, ctx: &Ctx<'_>) -> Error {
        let Ok(error) = Exception::from_message(ctx.clone(), &self.message) else { return Error::Exception };
        let object = error.as_object();
        let set = || -> rquickjs::Result<()> {
            if let Some(code) = &self.code {
                object.set("code", code.as_str())?;
            }
            if let Some(errno) = self.errno {
                object.set("errno", errno)?;
            }
            if let Some(syscall) = &self.syscall {
                object.set("syscall", syscall.as_ref())?;
            }
            if let Some(path) = &self.path {
                object.set("path", &**path)?;
            }
            if let Some(dest) = &self.dest {
                object.set("dest", &**dest)?;
            }
            Ok(())
        };
        match set() {
            Ok(()) => error.throw(),
            Err(error) => error,
        }
    }
}

/// The name of an error and libuv's words for it.
fn described(error: &io::Error) -> (String, String) {
    #[cfg(unix)]
    if let Some(number) = error.raw_os_error() {
        let errno = nix::errno::Errno::from_raw(number);
        let code = format!("{errno:?}");
        let words = match errno {
            nix::errno::Errno::EPERM => "operation not permitted",
            nix::errno::Errno::EISDIR => "illegal operation on a directory",
            nix::errno::Errno::EEXIST => "file already exists",
            nix::errno::Errno::EMFILE => "too many open files",
            nix::errno::Errno::EBADF => "bad file descriptor",
            nix::errno::Errno::ENOTEMPTY => "directory not empty",
            nix::errno::Errno::ENOTDIR => "not a directory",
            nix::errno::Errno::EXDEV => "cross-device link not permitted",
            nix::errno::Errno::ELOOP => "too many symbolic links encountered",
            _ => return (code, errno.desc().to_ascii_lowercase()),
        };
        return (code, words.into());
    }
    let (code, words) = match error.kind() {
        io::ErrorKind::NotFound => ("ENOENT", "no such file or directory"),
        io::ErrorKind::PermissionDenied => ("EACCES", "permission denied"),
        io::ErrorKind::AlreadyExists => ("EEXIST", "file already exists"),
        io::ErrorKind::InvalidInput => ("EINVAL", "invalid argument"),
        io::ErrorKind::BrokenPipe => ("EPIPE", "broken pipe"),
        _ => return ("EIO".into(), error.to_string()),
    };
    (code.into(), words.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_missing_file_reads_as_in_node() {
        let error = io::Error::from_raw_os_error(2);
        let error = SystemError::io(&error, "open", Some("/x"), None);
        assert_eq!(error.message, "ENOENT: no such file or directory, open '/x'");
        assert_eq!((error.code.as_deref(), error.errno), (Some("ENOENT"), Some(-2)));
    }
}
