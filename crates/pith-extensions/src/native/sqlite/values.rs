//! Values on their way into a statement, and rows on their way out of it.

use rquickjs::{Array, BigInt, Ctx, Exception, FromJs as _, IntoJs as _, Object, TypedArray, Value};
use rusqlite::{
    Connection, Row, Statement,
    types::{Value as Cell, ValueRef},
};

use super::failure::Failure;
use crate::runtime::{Bytes, OrNull};

/// The largest whole number that JavaScript's numbers tell from its neighbours.
const LARGEST: i64 = (1 << 53) - 1;

/// Binds values to the places of a statement; an absent one leaves its place empty.
pub(super) fn bind(statement: &mut Statement<'_>, bound: &Array<'_>) -> Result<(), Failure> {
    statement.clear_bindings();
    for (index, value) in bound.iter::<Value<'_>>().enumerate() {
        let value = value?;
        if !value.is_undefined() {
            statement.raw_bind_parameter(index + 1, cell(&value)?)?;
        }
    }
    Ok(())
}

/// Numbers are bound as Node binds them, always as floating ones: the column says what they become.
fn cell(value: &Value<'_>) -> rquickjs::Result<Cell> {
    if value.is_null() {
        return Ok(Cell::Null);
    }
    if let Some(number) = value.as_number() {
        return Ok(Cell::Real(number));
    }
    if let Some(text) = value.as_string() {
        return Ok(Cell::Text(text.to_string()?));
    }
    if let Some(number) = value.as_big_int() {
        return Ok(Cell::Integer(number.clone().to_i64()?));
    }
    Bytes::from_js(value.ctx(), value.clone()).map(|bytes| Cell::Blob(bytes.0))
}

/// How rows are given.
struct Shape {
    /// Whole numbers become bigints.
    big: bool,
    /// A row is an array and no object.
    arrays: bool,
}

/// Runs a statement whose values are bound: `rows` is `"none"` (what was changed), `"first"` or `"all"`.
pub(super) fn run<'js>(
    ctx: &Ctx<'js>,
    connection: &Connection,
    statement: &mut Statement<'_>,
    how: &Object<'js>,
) -> Result<Value<'js>, Failure> {
    let shape = Shape { big: how.get("big")?, arrays: how.get("arrays")? };
    let wanted: String = how.get("rows")?;
    let mut rows = statement.raw_query();
    match wanted.as_str() {
        "first" => {
            let row = rows.next()?.map(|row| shape.row(ctx, row)).transpose()?;
            Ok(row.unwrap_or_else(|| Value::new_undefined(ctx.clone())))
        }
        "all" => {
            let out = Array::new(ctx.clone())?;
            while let Some(row) = rows.next()? {
                out.set(out.len(), shape.row(ctx, row)?)?;
            }
            Ok(out.into_value())
        }
        _ => {
            while rows.next()?.is_some() {}
            let out = Object::new(ctx.clone())?;
            let changes = i64::try_from(connection.changes()).unwrap_or(i64::MAX);
            out.set("lastInsertRowid", shape.whole(ctx, connection.last_insert_rowid())?)?;
            out.set("changes", shape.whole(ctx, changes)?)?;
            Ok(out.into_value())
        }
    }
}

impl Shape {
    fn row<'js>(&self, ctx: &Ctx<'js>, row: &Row<'_>) -> Result<Value<'js>, Failure> {
        let names = row.as_ref();
        if self.arrays {
            let out = Array::new(ctx.clone())?;
            for index in 0..names.column_count() {
                out.set(index, self.value(ctx, row.get_ref(index)?)?)?;
            }
            return Ok(out.into_value());
        }
        let out = Object::new(ctx.clone())?;
        out.set_prototype(None)?;
        for index in 0..names.column_count() {
            out.set(names.column_name(index)?, self.value(ctx, row.get_ref(index)?)?)?;
        }
        Ok(out.into_value())
    }

    fn value<'js>(&self, ctx: &Ctx<'js>, cell: ValueRef<'_>) -> rquickjs::Result<Value<'js>> {
        match cell {
            ValueRef::Null => Ok(Value::new_null(ctx.clone())),
            ValueRef::Integer(number) => self.whole(ctx, number),
            ValueRef::Real(number) => Ok(Value::new_number(ctx.clone(), number)),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_js(ctx),
            ValueRef::Blob(bytes) => Ok(TypedArray::<u8>::new_copy(ctx.clone(), bytes)?.into_value()),
        }
    }

    fn whole<'js>(&self, ctx: &Ctx<'js>, number: i64) -> rquickjs::Result<Value<'js>> {
        if self.big {
            return Ok(BigInt::from_i64(ctx.clone(), number)?.into_value());
        }
        if number.abs() > LARGEST {
            return Err(too_large(ctx, number));
        }
        Ok(Value::new_number(ctx.clone(), number as f64))
    }
}

fn too_large(ctx: &Ctx<'_>, number: i64) -> rquickjs::Error {
    let message = format!("Value is too large to be represented as a JavaScript number: {number}");
    let error = Exception::throw_range(ctx, &message);
    let thrown = ctx.catch();
    match thrown.as_object().map(|thrown| thrown.set("code", "ERR_OUT_OF_RANGE")) {
        Some(Ok(())) => ctx.throw(thrown),
        _ => error,
    }
}

/// What a statement's columns are called, and where they come from.
pub(super) fn described<'js>(ctx: &Ctx<'js>, statement: &Statement<'_>) -> Result<Array<'js>, Failure> {
    let out = Array::new(ctx.clone())?;
    let kinds = statement.columns();
    for (index, (column, kind)) in statement.columns_with_metadata().zip(kinds).enumerate() {
        let row = Object::new(ctx.clone())?;
        row.set_prototype(None)?;
        row.set("column", OrNull(column.origin_name()))?;
        row.set("database", OrNull(column.database_name()))?;
        row.set("name", column.name())?;
        row.set("table", OrNull(column.table_name()))?;
        row.set("type", OrNull(kind.decl_type()))?;
        out.set(index, row)?;
    }
    Ok(out)
}
