//! Lines that an extension prints. Never to standard output: in some modes that belongs to a protocol.

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};

use crate::runtime::{Level, Realm};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let sink = Rc::clone(realm);
    let write = move |level: String, text: String| {
        let level = match level.as_str() {
            "debug" | "trace" => Level::Debug,
            "warn" => Level::Warn,
            "error" => Level::Error,
            _ => Level::Info,
        };
        // Traces among the text get the lines of the files as they were written.
        let text = if text.contains("    at ") { sink.graph.written_lines(&text) } else { text };
        sink.options().sink.console(level, &text);
    };
    area.set("write", Function::new(ctx.clone(), write)?)?;
    Ok(area)
}
