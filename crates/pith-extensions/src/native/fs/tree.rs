//! Folders and names: listed, made, moved, linked, removed.

use std::{
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
    rc::Rc,
};

use rquickjs::{Ctx, Function, Object, prelude::Opt};

use super::{Want, at, between};
use crate::runtime::Realm;

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    reading(ctx, realm, area)?;
    changing(ctx, realm, area)?;
    moving(ctx, realm, area)
}

fn reading<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let files = Rc::clone(realm);
    let list = move |ctx: Ctx<'js>, path: String| at(&ctx, &files, (&path, Want::Read, "scandir"), |path| listed(path));
    area.set("readdir", Function::new(ctx.clone(), list)?)?;
    let files = Rc::clone(realm);
    let readlink = move |ctx: Ctx<'js>, path: String| {
        at(&ctx, &files, (&path, Want::Read, "readlink"), |path| fs::read_link(path).map(text))
    };
    area.set("readlink", Function::new(ctx.clone(), readlink)?)?;
    let files = Rc::clone(realm);
    let realpath = move |ctx: Ctx<'js>, path: String| {
        at(&ctx, &files, (&path, Want::Read, "realpath"), |path| fs::canonicalize(path).map(text))
    };
    area.set("realpath", Function::new(ctx.clone(), realpath)?)
}

fn changing<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let files = Rc::clone(realm);
    let mkdir = move |ctx: Ctx<'js>, path: String, mode: Opt<u32>| {
        at(&ctx, &files, (&path, Want::Write, "mkdir"), |path| make(path, mode.0))
    };
    area.set("mkdir", Function::new(ctx.clone(), mkdir)?)?;
    let files = Rc::clone(realm);
    let rmdir =
        move |ctx: Ctx<'js>, path: String| at(&ctx, &files, (&path, Want::Write, "rmdir"), |path| fs::remove_dir(path));
    area.set("rmdir", Function::new(ctx.clone(), rmdir)?)?;
    let files = Rc::clone(realm);
    let unlink = move |ctx: Ctx<'js>, path: String| {
        at(&ctx, &files, (&path, Want::Write, "unlink"), |path| fs::remove_file(path))
    };
    area.set("unlink", Function::new(ctx.clone(), unlink)?)?;
    let files = Rc::clone(realm);
    let mkdtemp = move |ctx: Ctx<'js>, prefix: String| {
        at(&ctx, &files, (&prefix, Want::Write, "mkdtemp"), |whole| {
            let made = temporary(whole)?;
            let end: String = made.chars().rev().take(6).collect();
            Ok(format!("{prefix}{}", end.chars().rev().collect::<String>()))
        })
    };
    area.set("mkdtemp", Function::new(ctx.clone(), mkdtemp)?)
}

fn moving<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let files = Rc::clone(realm);
    let rename = move |ctx: Ctx<'js>, from: String, to: String| {
        between(&ctx, &files, (&from, Want::Write), (&to, "rename"), |from, to| fs::rename(from, to))
    };
    area.set("rename", Function::new(ctx.clone(), rename)?)?;
    let files = Rc::clone(realm);
    let link = move |ctx: Ctx<'js>, from: String, to: String| {
        between(&ctx, &files, (&from, Want::Read), (&to, "link"), |from, to| fs::hard_link(from, to))
    };
    area.set("link", Function::new(ctx.clone(), link)?)?;
    let files = Rc::clone(realm);
    let symlink = move |ctx: Ctx<'js>, target: String, path: String| {
        at(&ctx, &files, (&path, Want::Write, "symlink"), |path| link_to(Path::new(&target), path))
    };
    area.set("symlink", Function::new(ctx.clone(), symlink)?)
}

/// Names and kinds, one after the other, sorted by name so that nothing depends on the disk.
fn listed(path: &Path) -> io::Result<Vec<String>> {
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| (entry.file_name().to_string_lossy().into_owned(), kind(entry.file_type()))))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries.into_iter().flat_map(|(name, kind)| [name, kind.to_owned()]).collect())
}

fn kind(found: io::Result<FileType>) -> &'static str {
    let Ok(found) = found else { return "unknown" };
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if found.is_fifo() {
            return "fifo";
        } else if found.is_socket() {
            return "socket";
        } else if found.is_char_device() {
            return "char";
        } else if found.is_block_device() {
            return "block";
        }
    }
    if found.is_dir() {
        "dir"
    } else if found.is_symlink() {
        "symlink"
    } else if found.is_file() {
        "file"
    } else {
        "unknown"
    }
}

fn make(path: &Path, mode: Option<u32>) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    if let Some(mode) = mode {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.recursive(false);
    builder.create(path)
}

/// Makes a folder whose name nobody could know; gives its path.
fn temporary(prefix: &Path) -> io::Result<String> {
    let prefix = prefix.to_string_lossy();
    loop {
        let end: String = uuid::Uuid::new_v4().simple().to_string().chars().take(6).collect();
        let path = format!("{prefix}{end}");
        match make(Path::new(&path), Some(0o700)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
}

#[cfg(unix)]
fn link_to(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(windows)]
fn link_to(target: &Path, path: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, path)
}

fn text(path: PathBuf) -> String {
    path.to_string_lossy().into_owned()
}
