//! Changes of files and folders, as they happen.

use std::{
    path::{Path, PathBuf},
    rc::Rc,
};

use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _, event::ModifyKind};
use rquickjs::{Array, Ctx, Function, IntoJs as _, Object};

use super::{super::spare, Want, admitted};
use crate::runtime::{Make, Message, Realm, Sender, SystemError};

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let system = Rc::clone(realm);
    // `watch(path, recursive, listener([event, name]))`: `{ close() }`.
    let watch = move |ctx: Ctx<'js>, path: String, recursive: bool, listener: Function<'js>| {
        let whole = admitted(&system, &path, Want::Read).map_err(|error| error.throw(&ctx))?;
        if let Err(error) = whole.metadata() {
            return Err(SystemError::io(&error, "watch", Some(&path), None).throw(&ctx));
        }
        spare::left().map_err(|error| SystemError::io(&error, "watch", Some(&path), None).throw(&ctx))?;
        let id = system.listen(&ctx, listener);
        let watcher = begin(whole, recursive, id, system.inbox()).map_err(|error| {
            system.unlisten(id);
            SystemError::of(format!("cannot watch `{path}`: {error}")).throw(&ctx)
        })?;
        let handle = Object::new(ctx.clone())?;
        let (realm, watcher) = (Rc::clone(&system), std::cell::RefCell::new(Some(watcher)));
        let close = move || {
            drop(watcher.take());
            realm.unlisten(id);
        };
        handle.set("close", Function::new(ctx, close)?)?;
        rquickjs::Result::Ok(handle)
    };
    area.set("watch", Function::new(ctx.clone(), watch)?)
}

fn begin(path: PathBuf, recursive: bool, listener: u64, inbox: Sender) -> notify::Result<RecommendedWatcher> {
    let base = path.clone();
    let heard = move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let Some(kind) = kind(event.kind) else { return };
        for path in &event.paths {
            let name = name_below(&base, path);
            let value: Make = Box::new(move |ctx, _| {
                let pair = Array::new(ctx.clone())?;
                pair.set(0, kind)?;
                pair.set(1, name)?;
                pair.into_js(ctx)
            });
            inbox.send(Message::Event { listener, value });
        }
    };
    let mut watcher = RecommendedWatcher::new(heard, Config::default())?;
    watcher.watch(&path, if recursive { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive })?;
    Ok(watcher)
}

/// Node knows two kinds: something became another thing, or its contents did.
fn kind(kind: EventKind) -> Option<&'static str> {
    match kind {
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => Some("rename"),
        EventKind::Modify(_) => Some("change"),
        EventKind::Any | EventKind::Access(_) | EventKind::Other => None,
    }
}

/// The name that Node gives: below the watched folder, or the file's own.
fn name_below(base: &Path, path: &Path) -> String {
    let below = path.strip_prefix(base).ok().filter(|rest| !rest.as_os_str().is_empty());
    let name = below.or_else(|| path.file_name().map(Path::new)).unwrap_or(path);
    name.to_string_lossy().into_owned()
}
