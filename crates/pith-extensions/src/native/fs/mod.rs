//! Files and folders. Everything is done at once, on the extension's own thread, for as long as its code may run; paths are seen from the extension's own
//! working directory, and every path passes the gate. Failures read as Node's.

mod about;
mod descriptors;
mod tree;
mod waiting;
mod watch;
mod whole;

use std::{
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    rc::Rc,
};

use rquickjs::{Ctx, Object};

use crate::{
    rights::Right,
    runtime::{Realm, SystemError},
};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    whole::add(ctx, realm, &area)?;
    about::add(ctx, realm, &area)?;
    tree::add(ctx, realm, &area)?;
    descriptors::add(ctx, realm, &area)?;
    watch::add(ctx, realm, &area)?;
    Ok(area)
}

/// What a call wants to do with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Read,
    Write,
}

/// The path as the system sees it, when it may be used so.
fn admitted(realm: &Realm, path: &str, want: Want) -> Result<PathBuf, SystemError> {
    if path.contains('\0') {
        return Err(SystemError::coded("ERR_INVALID_ARG_VALUE", "a path may not hold null bytes"));
    }
    let whole = of_extensions(realm.path(path));
    let right = match want {
        Want::Read => Right::Read(whole.clone()),
        Want::Write => Right::Write(whole.clone()),
    };
    realm.ask(right).map(|()| whole)
}

/// The standard streams belong to the program where they are no terminal: what is written there goes where all lines of
/// extensions go, and there is nothing to read.
fn of_extensions(path: PathBuf) -> PathBuf {
    const INPUT: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
    const OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if OUTPUT.iter().any(|name| path == Path::new(name)) && !io::stdout().is_terminal() {
        return "/dev/stderr".into();
    }
    if INPUT.iter().any(|name| path == Path::new(name)) && !io::stdin().is_terminal() {
        return "/dev/null".into();
    }
    path
}

/// Does something with one path, no clock running, and throws what went wrong.
fn at<'js, T>(
    ctx: &Ctx<'js>,
    realm: &Realm,
    (path, want, call): (&str, Want, &'static str),
    work: impl FnOnce(&PathBuf) -> io::Result<T>,
) -> rquickjs::Result<T> {
    let whole = admitted(realm, path, want).map_err(|error| error.throw(ctx))?;
    let done = realm.standing_still(|| work(&whole));
    done.map_err(|error| SystemError::io(&error, call, Some(path), None).throw(ctx))
}

/// The same with two paths.
fn between<'js, T>(
    ctx: &Ctx<'js>,
    realm: &Realm,
    (from, want): (&str, Want),
    (to, call): (&str, &'static str),
    work: impl FnOnce(&PathBuf, &PathBuf) -> io::Result<T>,
) -> rquickjs::Result<T> {
    let throw = |error: SystemError| error.throw(ctx);
    let whole_from = admitted(realm, from, want).map_err(throw)?;
    let whole_to = admitted(realm, to, Want::Write).map_err(throw)?;
    let done = realm.standing_still(|| work(&whole_from, &whole_to));
    done.map_err(|error| SystemError::io(&error, call, Some(from), Some(to)).throw(ctx))
}
