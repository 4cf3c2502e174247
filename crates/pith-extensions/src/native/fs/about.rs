//! What the system knows of a file: kind, size, times, rights.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
    rc::Rc,
    time::SystemTime,
};

use rquickjs::{Ctx, Function, Object, prelude::Opt};

use super::{Want, at};
use crate::runtime::Realm;

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let files = Rc::clone(realm);
    let stat = move |ctx: Ctx<'js>, path: String| {
        let found = at(&ctx, &files, (&path, Want::Read, "stat"), |path| fs::metadata(path))?;
        described(&ctx, &found)
    };
    area.set("stat", Function::new(ctx.clone(), stat)?)?;
    let files = Rc::clone(realm);
    let lstat = move |ctx: Ctx<'js>, path: String| {
        let found = at(&ctx, &files, (&path, Want::Read, "lstat"), |path| fs::symlink_metadata(path))?;
        described(&ctx, &found)
    };
    area.set("lstat", Function::new(ctx.clone(), lstat)?)?;
    let files = Rc::clone(realm);
    let access = move |ctx: Ctx<'js>, path: String, mode: Opt<u32>| {
        at(&ctx, &files, (&path, Want::Read, "access"), |path| accessible(path, mode.0.unwrap_or(0)))
    };
    area.set("access", Function::new(ctx.clone(), access)?)?;
    let files = Rc::clone(realm);
    let chmod = move |ctx: Ctx<'js>, path: String, mode: u32| {
        at(&ctx, &files, (&path, Want::Write, "chmod"), |path| change_mode(path, mode))
    };
    area.set("chmod", Function::new(ctx.clone(), chmod)?)?;
    let files = Rc::clone(realm);
    let utimes = move |ctx: Ctx<'js>, path: String, accessed: f64, modified: f64| {
        at(&ctx, &files, (&path, Want::Write, "utime"), |path| {
            let times = fs::FileTimes::new().set_accessed(time_of(accessed)).set_modified(time_of(modified));
            fs::File::options().read(true).open(path)?.set_times(times)
        })
    };
    area.set("utimes", Function::new(ctx.clone(), utimes)?)
}

/// The fields of Node's `Stats`, times in milliseconds.
pub(super) fn described<'js>(ctx: &Ctx<'js>, found: &Metadata) -> rquickjs::Result<Object<'js>> {
    let stats = Object::new(ctx.clone())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let whole: [(&str, u64); 7] = [
            ("dev", found.dev()),
            ("ino", found.ino()),
            ("nlink", found.nlink()),
            ("rdev", found.rdev()),
            ("blksize", found.blksize()),
            ("blocks", found.blocks()),
            ("uid", u64::from(found.uid())),
        ];
        for (field, value) in whole {
            stats.set(field, value as f64)?;
        }
        stats.set("mode", found.mode())?;
        stats.set("gid", found.gid())?;
        stats.set("ctimeMs", found.ctime() as f64 * 1000.0 + found.ctime_nsec() as f64 / 1e6)?;
    }
    #[cfg(not(unix))]
    {
        for field in ["dev", "ino", "nlink", "rdev", "blksize", "blocks", "uid", "gid"] {
            stats.set(field, 0)?;
        }
        let kind = if found.is_dir() { 0o040_777 } else { 0o100_666 };
        stats.set("mode", kind)?;
        stats.set("ctimeMs", milliseconds(found.modified()))?;
    }
    stats.set("size", found.len() as f64)?;
    stats.set("atimeMs", milliseconds(found.accessed()))?;
    stats.set("mtimeMs", milliseconds(found.modified()))?;
    stats.set("birthtimeMs", milliseconds(found.created().or_else(|_| found.modified())))?;
    Ok(stats)
}

fn milliseconds(time: io::Result<SystemTime>) -> f64 {
    let since = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => after.as_secs_f64() * 1000.0,
        Err(before) => -before.duration().as_secs_f64() * 1000.0,
    };
    time.map_or(0.0, since)
}

fn time_of(seconds: f64) -> SystemTime {
    let span = std::time::Duration::try_from_secs_f64(seconds.abs()).unwrap_or_default();
    if seconds < 0.0 { SystemTime::UNIX_EPOCH - span } else { SystemTime::UNIX_EPOCH + span }
}

#[cfg(unix)]
fn accessible(path: &Path, mode: u32) -> io::Result<()> {
    let flags = nix::unistd::AccessFlags::from_bits_truncate(mode.cast_signed());
    nix::unistd::access(path, flags).map_err(|errno| io::Error::from_raw_os_error(errno as i32))
}

#[cfg(not(unix))]
fn accessible(path: &Path, mode: u32) -> io::Result<()> {
    let read_only = fs::metadata(path)?.permissions().readonly();
    if mode & 2 != 0 && read_only { Err(io::ErrorKind::PermissionDenied.into()) } else { Ok(()) }
}

#[cfg(unix)]
fn change_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn change_mode(path: &Path, mode: u32) -> io::Result<()> {
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_readonly(mode & 0o200 == 0);
    fs::set_permissions(path, permissions)
}
