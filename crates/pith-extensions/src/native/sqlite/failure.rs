//! What goes wrong in a database, as Node's programs expect it: an error with a code, SQLite's number, and words for it.

use rquickjs::{Ctx, Error, Exception};

use crate::runtime::SystemError;

/// Why something was not done.
pub(super) enum Failure {
    /// SQLite says no.
    Sqlite(rusqlite::Error),
    /// The gate says no.
    System(SystemError),
    /// It is thrown already.
    Thrown(Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<SystemError> for Failure {
    fn from(error: SystemError) -> Self {
        Self::System(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Thrown(error)
    }
}

impl Failure {
    /// Throws it. A refusal of the gate is what counts when SQLite could not go on for it.
    pub(super) fn throw(self, ctx: &Ctx<'_>, refused: Option<SystemError>) -> Error {
        match (self, refused) {
            (Self::Thrown(error), _) => error,
            (Self::System(error), _) | (Self::Sqlite(_), Some(error)) => error.throw(ctx),
            (Self::Sqlite(error), None) => thrown(ctx, &error),
        }
    }
}

/// The error of something that is asked of a closed database.
pub(super) fn closed(ctx: &Ctx<'_>) -> Error {
    SystemError::coded("ERR_INVALID_STATE", "database is not open").throw(ctx)
}

fn thrown(ctx: &Ctx<'_>, error: &rusqlite::Error) -> Error {
    let (code, message) = match error {
        rusqlite::Error::SqliteFailure(failure, message) => (Some(failure.extended_code), message.clone()),
        rusqlite::Error::SqlInputError { error, msg, .. } => (Some(error.extended_code), Some(msg.clone())),
        other => (None, Some(other.to_string())),
    };
    let words = code.map_or("SQL logic error", words);
    let message = message.unwrap_or_else(|| words.to_owned());
    let Ok(exception) = Exception::from_message(ctx.clone(), &message) else { return Error::Exception };
    let object = exception.as_object();
    let set = || -> rquickjs::Result<()> {
        object.set("code", "ERR_SQLITE_ERROR")?;
        object.set("errcode", code.unwrap_or(rusqlite::ffi::SQLITE_ERROR))?;
        object.set("errstr", words)
    };
    match set() {
        Ok(()) => exception.throw(),
        Err(error) => error,
    }
}

/// SQLite's own words for a number.
fn words(code: i32) -> &'static str {
    match code & 0xff {
        rusqlite::ffi::SQLITE_PERM => "access permission denied",
        rusqlite::ffi::SQLITE_ABORT => "query aborted",
        rusqlite::ffi::SQLITE_BUSY => "database is locked",
        rusqlite::ffi::SQLITE_LOCKED => "database table is locked",
        rusqlite::ffi::SQLITE_NOMEM => "out of memory",
        rusqlite::ffi::SQLITE_READONLY => "attempt to write a readonly database",
        rusqlite::ffi::SQLITE_INTERRUPT => "interrupted",
        rusqlite::ffi::SQLITE_IOERR => "disk I/O error",
        rusqlite::ffi::SQLITE_CORRUPT => "database disk image is malformed",
        rusqlite::ffi::SQLITE_FULL => "database or disk is full",
        rusqlite::ffi::SQLITE_CANTOPEN => "unable to open database file",
        rusqlite::ffi::SQLITE_PROTOCOL => "locking protocol",
        rusqlite::ffi::SQLITE_SCHEMA => "database schema has changed",
        rusqlite::ffi::SQLITE_TOOBIG => "string or blob too big",
        rusqlite::ffi::SQLITE_CONSTRAINT => "constraint failed",
        rusqlite::ffi::SQLITE_MISMATCH => "datatype mismatch",
        rusqlite::ffi::SQLITE_MISUSE => "bad parameter or other API misuse",
        rusqlite::ffi::SQLITE_AUTH => "authorization denied",
        rusqlite::ffi::SQLITE_RANGE => "column index out of range",
        rusqlite::ffi::SQLITE_NOTADB => "file is not a database",
        _ => "SQL logic error",
    }
}
