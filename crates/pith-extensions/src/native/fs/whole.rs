//! Files as a whole: read, written, copied.

use std::{
    fs::{self, OpenOptions},
    io::{self, Read as _, Write as _},
    path::Path,
    rc::Rc,
};

use rquickjs::{Ctx, Function, Object, prelude::Opt};

use super::{
    super::spare::unless_last,
    Want, admitted, at, between,
    waiting::{self, Patient},
};
use crate::runtime::{Bytes, Realm};

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let files = Rc::clone(realm);
    let read = move |ctx: Ctx<'js>, path: String| {
        let most = files.options().limits.memory as u64;
        at(&ctx, &files, (&path, Want::Read, "open"), |path| read_whole(path, most, &files)).map(Bytes)
    };
    area.set("readFile", Function::new(ctx.clone(), read)?)?;
    let files = Rc::clone(realm);
    let write = move |ctx: Ctx<'js>, path: String, bytes: Bytes, flags: String, mode: Opt<u32>| {
        at(&ctx, &files, (&path, Want::Write, "open"), |path| {
            let mut options = OpenOptions::new();
            match flags.as_str() {
                "a" | "a+" | "as" => options.append(true).create(true),
                "wx" | "xw" | "wx+" => options.write(true).create_new(true),
                "ax" | "xa" | "ax+" => options.append(true).create_new(true),
                "r+" => options.write(true),
                _ => options.write(true).create(true).truncate(true),
            };
            with_mode(&mut options, mode.0);
            let file = waiting::open(&mut options, path, &files)?;
            Patient::new(&file, &files)?.write_all(&bytes.0)
        })
    };
    area.set("writeFile", Function::new(ctx.clone(), write)?)?;
    let files = Rc::clone(realm);
    let copy = move |ctx: Ctx<'js>, from: String, to: String, exclusive: Opt<bool>| {
        between(&ctx, &files, (&from, Want::Read), (&to, "copyfile"), |from, to| {
            if exclusive.0 == Some(true) && to.symlink_metadata().is_ok() {
                return Err(io::Error::from(io::ErrorKind::AlreadyExists));
            }
            if from.metadata()?.is_file() {
                return fs::copy(from, to).map(drop);
            }
            let bytes = read_whole(from, files.options().limits.memory as u64, &files)?;
            fs::write(to, bytes)
        })
    };
    area.set("copyFile", Function::new(ctx.clone(), copy)?)?;
    let files = Rc::clone(realm);
    // Whether reading it may have to wait; nothing that may not be read does.
    let waits = move |path: String| {
        let about = admitted(&files, &path, Want::Read).ok().and_then(|path| path.metadata().ok());
        about.is_some_and(|about| !about.is_file() && !about.is_dir())
    };
    area.set("waits", Function::new(ctx.clone(), waits)?)
}

/// Reads a file that the extension's memory can hold; pipes and the like are read as far, and as long as code may run.
fn read_whole(path: &Path, most: u64, realm: &Realm) -> io::Result<Vec<u8>> {
    let file = waiting::open(OpenOptions::new().read(true), path, realm).and_then(unless_last)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(is_a_directory());
    }
    if about.len() > most {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    let mut bytes = Vec::new();
    Patient::new(&file, realm)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_a_directory() -> io::Error {
    #[cfg(unix)]
    return io::Error::from_raw_os_error(nix::errno::Errno::EISDIR as i32);
    #[cfg(not(unix))]
    io::Error::from(io::ErrorKind::IsADirectory)
}

/// The rights that a file gets when it is made.
pub(super) fn with_mode(options: &mut OpenOptions, mode: Option<u32>) {
    #[cfg(unix)]
    if let Some(mode) = mode {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(mode);
    }
    #[cfg(not(unix))]
    let _ = (options, mode);
}
