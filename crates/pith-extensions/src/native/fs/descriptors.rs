//! Open files by number, as Node has them. Numbers are the extension's own: they are not the system's.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    rc::Rc,
};

use rquickjs::{Ctx, Function, Object, prelude::Opt};

use super::{
    super::spare::unless_last,
    Want, about, at,
    waiting::{self, Patient},
    whole::with_mode,
};
use crate::runtime::{Bytes, Realm, SystemError, fill};

/// The first number that is given out; lower ones stand for the standard streams.
const FIRST: i32 = 10;

/// Bytes that one read takes at most.
const PIECE: usize = 16 << 20;

/// Bits of Linux's `open`, which is what `fs.constants` says here on every system.
mod bits {
    pub(super) const WRITE_ONLY: u32 = 0o1;
    pub(super) const READ_WRITE: u32 = 0o2;
    pub(super) const CREATE: u32 = 0o100;
    pub(super) const EXCLUSIVE: u32 = 0o200;
    pub(super) const TRUNCATE: u32 = 0o1000;
    pub(super) const APPEND: u32 = 0o2000;
}

#[derive(Default)]
struct Open {
    files: RefCell<HashMap<i32, File>>,
    last: Cell<i32>,
}

impl Open {
    fn with<T>(&self, number: i32, work: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let mut files = self.files.borrow_mut();
        let file = files.get_mut(&number).ok_or_else(bad_number)?;
        work(file)
    }
}

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let open = Rc::new(Open::default());
    opening(ctx, realm, &open, area)?;
    moving_bytes(ctx, realm, &open, area)?;
    let files = Rc::clone(&open);
    let fstat = move |ctx: Ctx<'js>, number: i32| {
        let found = files.with(number, |file| file.metadata()).map_err(|error| thrown(&ctx, &error, "fstat"))?;
        about::described(&ctx, &found)
    };
    area.set("fstat", Function::new(ctx.clone(), fstat)?)?;
    let files = Rc::clone(&open);
    let truncate = move |ctx: Ctx<'js>, number: i32, length: f64| {
        files.with(number, |file| file.set_len(length as u64)).map_err(|error| thrown(&ctx, &error, "ftruncate"))
    };
    area.set("ftruncate", Function::new(ctx.clone(), truncate)?)?;
    let sync = move |ctx: Ctx<'js>, number: i32| {
        open.with(number, |file| file.sync_all()).map_err(|error| thrown(&ctx, &error, "fsync"))
    };
    area.set("fsync", Function::new(ctx.clone(), sync)?)
}

fn opening<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, open: &Rc<Open>, area: &Object<'js>) -> rquickjs::Result<()> {
    let (files, system) = (Rc::clone(open), Rc::clone(realm));
    let opened = move |ctx: Ctx<'js>, path: String, flags: u32, mode: Opt<u32>| {
        let writes = flags & (bits::WRITE_ONLY | bits::READ_WRITE) != 0;
        let want = if writes { Want::Write } else { Want::Read };
        let file = at(&ctx, &system, (&path, want, "open"), |path| {
            let mut options = OpenOptions::new();
            options.read(flags & bits::WRITE_ONLY == 0);
            options.write(writes && flags & bits::APPEND == 0).append(writes && flags & bits::APPEND != 0);
            options.create(writes && flags & bits::CREATE != 0).truncate(writes && flags & bits::TRUNCATE != 0);
            options.create_new(writes && flags & bits::EXCLUSIVE != 0 && flags & bits::CREATE != 0);
            with_mode(&mut options, mode.0);
            waiting::open(&mut options, path, &system).and_then(unless_last)
        })?;
        let number = files.last.get().max(FIRST - 1) + 1;
        files.last.set(number);
        files.files.borrow_mut().insert(number, file);
        rquickjs::Result::Ok(number)
    };
    area.set("open", Function::new(ctx.clone(), opened)?)?;
    let files = Rc::clone(open);
    let close = move |ctx: Ctx<'js>, number: i32| match files.files.borrow_mut().remove(&number) {
        Some(_) => Ok(()),
        None => Err(thrown(&ctx, &bad_number(), "close")),
    };
    area.set("close", Function::new(ctx.clone(), close)?)
}

/// Waits until a pipe has something to read; what is no pipe is read at once.
async fn ready(file: File) {
    #[cfg(unix)]
    if let Ok(file) = tokio::net::unix::pipe::Receiver::from_file(file) {
        _ = file.readable().await;
    }
    #[cfg(not(unix))]
    drop(file);
}

fn moving_bytes<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, open: &Rc<Open>, area: &Object<'js>) -> rquickjs::Result<()> {
    let (files, clock) = (Rc::clone(open), Rc::clone(realm));
    let read = move |ctx: Ctx<'js>, number: i32, to: Object<'js>, offset: usize, length: usize, position: f64| {
        let mut bytes = vec![0; length.min(PIECE)];
        let done = clock.standing_still(|| {
            files.with(number, |file| at_position(file, position, |file| Patient::new(file, &clock)?.read(&mut bytes)))
        });
        let length = done.map_err(|error| thrown(&ctx, &error, "read"))?;
        rquickjs::Result::Ok(fill(&to, offset, bytes.get(..length).unwrap_or_default()))
    };
    area.set("read", Function::new(ctx.clone(), read)?)?;
    let (files, waiter) = (Rc::clone(open), Rc::clone(realm));
    // A promise where reading may have to wait, nothing elsewhere.
    let readable = move |ctx: Ctx<'js>, number: i32| {
        let copy = files.with(number, |file| {
            let about = file.metadata()?;
            if about.is_file() || about.is_dir() { Ok(None) } else { file.try_clone().map(Some) }
        });
        match copy.map_err(|error| thrown(&ctx, &error, "read"))? {
            Some(file) => waiter
                .promise(&ctx, async move {
                    ready(file).await;
                    Ok(())
                })
                .map(Some),
            None => Ok(None),
        }
    };
    area.set("readable", Function::new(ctx.clone(), readable)?)?;
    let (files, system) = (Rc::clone(open), Rc::clone(realm));
    let write = move |ctx: Ctx<'js>, number: i32, from: Bytes, offset: usize, length: usize, position: f64| {
        let end = offset.saturating_add(length).min(from.0.len());
        let bytes = from.0.get(offset..end).unwrap_or_default();
        if let stream @ (1 | 2) = number {
            system.options().sink.output(if stream == 1 { 1 } else { 2 }, bytes);
            return Ok(bytes.len());
        }
        let done = files
            .with(number, |file| at_position(file, position, |file| Patient::new(file, &system)?.write_all(bytes)));
        done.map(|()| bytes.len()).map_err(|error| thrown(&ctx, &error, "write"))
    };
    area.set("write", Function::new(ctx.clone(), write)?)
}

/// Does something at a place of the file and comes back; a negative place is where the file stands.
fn at_position<T>(file: &mut File, position: f64, work: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    if position < 0.0 {
        return work(file);
    }
    let back = file.stream_position()?;
    file.seek(SeekFrom::Start(position as u64))?;
    let done = work(file);
    file.seek(SeekFrom::Start(back))?;
    done
}

fn bad_number() -> io::Error {
    #[cfg(unix)]
    return io::Error::from_raw_os_error(nix::errno::Errno::EBADF as i32);
    #[cfg(not(unix))]
    io::Error::from(io::ErrorKind::InvalidInput)
}

fn thrown(ctx: &Ctx<'_>, error: &io::Error, call: &'static str) -> rquickjs::Error {
    SystemError::io(error, call, None, None).throw(ctx)
}
