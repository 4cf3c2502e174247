//! What is watched while a database works: the files that a statement names, settings that reach beyond the database, and the
//! extension's clock. SQLite asks functions that know nothing, so that the extension at work stands here, for its thread.

use std::{cell::RefCell, path::absolute, rc::Rc};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

use crate::{
    rights::Right,
    runtime::{Realm, SystemError},
};

/// Settings that count for the whole process, or for files outside the database: saying nothing of them, they stay as they are.
const NOT_ITS_OWN: &[&str] =
    &["hard_heap_limit", "soft_heap_limit", "mmap_size", "temp_store_directory", "data_store_directory"];

thread_local! {
    static AT_WORK: RefCell<Option<AtWork>> = const { RefCell::new(None) };
}

/// The extension whose statement runs on this thread, and what it was refused.
struct AtWork {
    realm: Rc<Realm>,
    refused: Option<SystemError>,
}

/// Stands while a statement runs. None runs within another: no JavaScript is called meanwhile.
pub(super) struct Guarded;

impl Guarded {
    pub(super) fn begin(realm: &Rc<Realm>) -> Self {
        AT_WORK.set(Some(AtWork { realm: Rc::clone(realm), refused: None }));
        Self
    }

    /// What the gate said no to.
    pub(super) fn refused(&self) -> Option<SystemError> {
        AT_WORK.with_borrow_mut(|at_work| at_work.as_mut()?.refused.take())
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        AT_WORK.set(None);
    }
}

/// Whether the statement has to be broken off.
pub(super) fn is_over() -> bool {
    AT_WORK.with_borrow(|at_work| at_work.as_ref().is_some_and(|at_work| at_work.realm.slice.is_over()))
}

/// Says whether a statement may do one of the things that it is going to do.
pub(super) fn authorize(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Attach { filename } => attach(Some(filename)),
        // Another file, by a name that is known only when the statement runs.
        AuthAction::Unknown { code: rusqlite::ffi::SQLITE_ATTACH, .. } => attach(None),
        AuthAction::Pragma { pragma_name, pragma_value: Some(_) }
            if NOT_ITS_OWN.iter().any(|name| name.eq_ignore_ascii_case(pragma_name)) =>
        {
            Authorization::Ignore
        }
        _ => Authorization::Allow,
    }
}

/// Another file beside the database. Where its name is not known, the right to all files is needed.
fn attach(name: Option<&str>) -> Authorization {
    let file = match name {
        Some(name) => match file_of(name) {
            Some(file) => file,
            None => return Authorization::Allow,
        },
        None => "/".to_owned(),
    };
    AT_WORK.with_borrow_mut(|at_work| {
        let Some(at_work) = at_work else { return Authorization::Deny };
        // SQLite sees a relative name from the folder of the process, wherever the extension has gone.
        let Ok(whole) = absolute(&file) else { return Authorization::Deny };
        let asked = at_work.realm.ask(Right::Read(whole.clone())).and_then(|()| at_work.realm.ask(Right::Write(whole)));
        match asked {
            Ok(()) => Authorization::Allow,
            Err(refused) => {
                at_work.refused = Some(refused);
                Authorization::Deny
            }
        }
    })
}

/// The file that a name of SQLite means, which may be an address; none for what lies in memory.
fn file_of(name: &str) -> Option<String> {
    let path = match name.strip_prefix("file:") {
        None => name.to_owned(),
        Some(address) => {
            let end = address.find(['?', '#']).unwrap_or(address.len());
            let path = &address[..end];
            // A host may stand before the path; only this machine's is taken by SQLite.
            let path = path.strip_prefix("//").map_or(path, |rest| rest.find('/').map_or("", |at| &rest[at..]));
            unescaped(path)
        }
    };
    (!path.is_empty() && path != super::IN_MEMORY).then_some(path)
}

/// Without the escapes of an address.
fn unescaped(path: &str) -> String {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |at: usize| tail.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = tail.get(2..).unwrap_or_default();
            }
            _ => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_an_address_is_found_and_what_is_in_memory_is_none() {
        assert_eq!(file_of("a/b.db").as_deref(), Some("a/b.db"));
        assert_eq!(file_of("file:b.db?mode=ro#x").as_deref(), Some("b.db"));
        assert_eq!(file_of("file:///tmp/a%20b.db").as_deref(), Some("/tmp/a b.db"));
        assert_eq!(file_of("file://localhost/x.db").as_deref(), Some("/x.db"));
        for nothing in ["", ":memory:", "file::memory:", "file:?mode=memory"] {
            assert_eq!(file_of(nothing), None, "{nothing}");
        }
    }
}
