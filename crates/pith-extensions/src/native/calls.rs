//! How a call from Rust ends: our own JavaScript says so.

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};

use crate::runtime::{CallFailure, Realm};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let calls = Rc::clone(realm);
    let resolve = move |id: f64, json: Option<String>| calls.close_call(id as u64, Ok(json));
    area.set("resolve", Function::new(ctx.clone(), resolve)?)?;
    let calls = Rc::clone(realm);
    let reject = move |id: f64, name: String, message: String, stack: String| {
        calls.look_at_memory(&name, &message);
        let stack = calls.graph.written_lines(&stack);
        calls.close_call(id as u64, Err(CallFailure::Threw { name, message, stack }));
    };
    area.set("reject", Function::new(ctx.clone(), reject)?)?;
    let calls = Rc::clone(realm);
    let written = move |stack: String| calls.graph.written_lines(&stack);
    area.set("written", Function::new(ctx.clone(), written)?)?;
    let calls = Rc::clone(realm);
    let is_ending = move |name: String, message: String| {
        calls.look_at_memory(&name, &message);
        calls.slice.ending().is_some()
    };
    area.set("isEnding", Function::new(ctx.clone(), is_ending)?)?;
    Ok(area)
}
