//! Databases of SQLite, in files and in memory: what `node:sqlite` is made of. Everything is done at once, on the extension's
//! own thread; every file passes the gate, and a query without end stops with the extension's own clock.

mod failure;
mod gate;
mod values;

use std::{cell::RefCell, path::PathBuf, rc::Rc, time::Duration};

use rquickjs::{Array, Ctx, Function, Object, Value};
use rusqlite::{Connection, OpenFlags, backup::Backup, config::DbConfig};

use self::{
    failure::{Failure, closed},
    gate::Guarded,
    values::{bind, described, run},
};
use crate::{
    rights::Right,
    runtime::{OrNull, Realm, SystemError},
};

/// Statements that a database keeps ready.
const KEPT: usize = 64;

/// Steps of SQLite's machine between two looks at the clock: about a millisecond.
const BETWEEN_LOOKS: i32 = 20_000;

/// Bytes that all databases of the process may hold in memory. They are not the engine's, so that its limit does not see them.
const MEMORY: u64 = 512 << 20;

/// Pages that a copy moves in one go.
const PAGES: i32 = 256;

/// The name of a database that is no file.
const IN_MEMORY: &str = ":memory:";

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let system = Rc::clone(realm);
    let open = move |ctx: Ctx<'js>, path: String, settings: Object<'js>| opened(&ctx, &system, &path, &settings);
    area.set("open", Function::new(ctx.clone(), open)?)?;
    Ok(area)
}

/// An open database, until it is closed.
struct Database {
    realm: Rc<Realm>,
    connection: RefCell<Option<Connection>>,
}

impl Database {
    /// Does something with the connection while the gate and the clock watch.
    fn with<'js, T>(
        &self,
        ctx: &Ctx<'js>,
        work: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> rquickjs::Result<T> {
        let connection = self.connection.borrow();
        let Some(connection) = connection.as_ref() else { return Err(closed(ctx)) };
        let guarded = Guarded::begin(&self.realm);
        work(connection).map_err(|failure| failure.throw(ctx, guarded.refused()))
    }
}

/// `{ exec, prepare, query, columns, expanded, inTransaction, location, backup, close }`.
fn opened<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, path: &str, settings: &Object<'js>) -> rquickjs::Result<Object<'js>> {
    let read_only: bool = settings.get("readOnly")?;
    let connection = connected(realm, path, read_only)
        .and_then(|connection| ready(realm, connection, settings))
        .map_err(|failure| failure.throw(ctx, None))?;
    let database = Rc::new(Database { realm: Rc::clone(realm), connection: RefCell::new(Some(connection)) });
    let out = Object::new(ctx.clone())?;
    statements(ctx, &database, &out)?;
    whole(ctx, &database, &out)?;
    Ok(out)
}

/// The connection, when the gate lets it be made.
fn connected(realm: &Rc<Realm>, path: &str, read_only: bool) -> Result<Connection, Failure> {
    let mut flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags |= if read_only {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    } else {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    };
    if path.is_empty() || path == IN_MEMORY {
        return Ok(Connection::open_with_flags(path, flags)?);
    }
    let whole = admitted(realm, path, read_only)?;
    let open = || Connection::open_with_flags(&whole, flags);
    let connection = realm.standing_still(open)?;
    Ok(connection)
}

/// The path as the system sees it, when it may be used so. It is absolute, and so is no address for SQLite.
fn admitted(realm: &Realm, path: &str, read_only: bool) -> Result<PathBuf, SystemError> {
    let whole = realm.path(path);
    realm.ask(Right::Read(whole.clone()))?;
    if !read_only {
        realm.ask(Right::Write(whole.clone()))?;
    }
    Ok(whole)
}

/// Sets what Node sets, and who watches.
fn ready(realm: &Realm, mut connection: Connection, settings: &Object<'_>) -> Result<Connection, Failure> {
    let foreign_keys = settings.get("foreignKeys")?;
    let double_quotes = settings.get("doubleQuotes")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, foreign_keys)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, double_quotes)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, double_quotes)?;
    // The clock does not reach a wait for another process; it is no longer than one stretch of code may be.
    let timeout = Duration::from_millis(settings.get::<_, f64>("timeout")?.max(0.0) as u64);
    connection.busy_timeout(timeout.min(realm.options().limits.slice))?;
    connection.pragma_update(None, "hard_heap_limit", MEMORY as i64)?;
    connection.set_prepared_statement_cache_capacity(KEPT);
    connection.progress_handler(BETWEEN_LOOKS, Some(gate::is_over))?;
    connection.authorizer(Some(gate::authorize))?;
    Ok(connection)
}

/// Statements: their names, their runs, what they say of themselves.
fn statements<'js>(ctx: &Ctx<'js>, database: &Rc<Database>, out: &Object<'js>) -> rquickjs::Result<()> {
    let open = Rc::clone(database);
    let exec = move |ctx: Ctx<'js>, sql: String| open.with(&ctx, |connection| Ok(connection.execute_batch(&sql)?));
    out.set("exec", Function::new(ctx.clone(), exec)?)?;
    let open = Rc::clone(database);
    let prepare = move |ctx: Ctx<'js>, sql: String| {
        open.with(&ctx, |connection| {
            let first = first_of(connection, &sql)?;
            let Some(first) = first else { return Ok(Value::new_null(ctx.clone())) };
            let statement = connection.prepare_cached(first)?;
            let names = Array::new(ctx.clone())?;
            for index in 1..=statement.parameter_count() {
                names.set(index - 1, OrNull(statement.parameter_name(index)))?;
            }
            let out = Object::new(ctx.clone())?;
            out.set("sql", first)?;
            out.set("names", names)?;
            Ok(out.into_value())
        })
    };
    out.set("prepare", Function::new(ctx.clone(), prepare)?)?;
    let open = Rc::clone(database);
    let query = move |ctx: Ctx<'js>, sql: String, bound: Array<'js>, how: Object<'js>| {
        open.with(&ctx, |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            bind(&mut statement, &bound)?;
            run(&ctx, connection, &mut statement, &how)
        })
    };
    out.set("query", Function::new(ctx.clone(), query)?)?;
    let open = Rc::clone(database);
    let columns = move |ctx: Ctx<'js>, sql: String| {
        open.with(&ctx, |connection| described(&ctx, &*connection.prepare_cached(&sql)?))
    };
    out.set("columns", Function::new(ctx.clone(), columns)?)?;
    let open = Rc::clone(database);
    let expanded = move |ctx: Ctx<'js>, sql: String, bound: Array<'js>| {
        open.with(&ctx, |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            bind(&mut statement, &bound)?;
            Ok(OrNull(statement.expanded_sql()))
        })
    };
    out.set("expanded", Function::new(ctx.clone(), expanded)?)
}

/// The database as a whole.
fn whole<'js>(ctx: &Ctx<'js>, database: &Rc<Database>, out: &Object<'js>) -> rquickjs::Result<()> {
    let open = Rc::clone(database);
    let in_transaction = move |ctx: Ctx<'js>| open.with(&ctx, |connection| Ok(!connection.is_autocommit()));
    out.set("inTransaction", Function::new(ctx.clone(), in_transaction)?)?;
    let open = Rc::clone(database);
    let location = move |ctx: Ctx<'js>, name: String| {
        open.with(&ctx, |connection| {
            let sql = "SELECT file FROM pragma_database_list WHERE name = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([name])?;
            let file = rows.next()?.map(|row| row.get::<_, Option<String>>(0)).transpose()?.flatten();
            Ok(OrNull(file.filter(|file| !file.is_empty())))
        })
    };
    out.set("location", Function::new(ctx.clone(), location)?)?;
    let open = Rc::clone(database);
    let backup = move |ctx: Ctx<'js>, path: String| {
        open.with(&ctx, |connection| {
            let mut copy = connected(&open.realm, &path, false)?;
            let running = Backup::new(connection, &mut copy)?;
            running.run_to_completion(PAGES, Duration::from_millis(1), None)?;
            Ok(running.progress().pagecount)
        })
    };
    out.set("backup", Function::new(ctx.clone(), backup)?)?;
    let open = Rc::clone(database);
    let close = move |ctx: Ctx<'js>| match open.connection.take() {
        // What is still to be written is written: that is the disk's time.
        Some(connection) => {
            open.realm.standing_still(|| drop(connection));
            Ok(())
        }
        None => Err(closed(&ctx)),
    };
    out.set("close", Function::new(ctx.clone(), close)?)
}

/// The first statement of a text, as Node takes it, whatever comes after it; nothing when there is none.
fn first_of<'s>(connection: &Connection, sql: &'s str) -> Result<Option<&'s str>, Failure> {
    match connection.prepare_cached(sql) {
        Ok(_) => Ok(Some(sql)),
        Err(rusqlite::Error::Empty) => Ok(None),
        Err(error) => {
            let mut parts = sql.match_indices(';').map(|(at, _)| &sql[..=at]).filter(|part| part.len() < sql.len());
            parts.find(|part| connection.prepare(part).is_ok()).map(Some).ok_or_else(|| error.into())
        }
    }
}
