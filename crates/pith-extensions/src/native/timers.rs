//! Timers: a function is called later, once or again and again, on behalf of who started it.

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};

use crate::runtime::Realm;

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let timers = Rc::clone(realm);
    let start = move |ctx: Ctx<'js>, ms: f64, repeats: bool, function: Function<'js>| {
        timers.start_timer(&ctx, ms, repeats, function) as f64
    };
    area.set("start", Function::new(ctx.clone(), start)?)?;
    let timers = Rc::clone(realm);
    area.set("stop", Function::new(ctx.clone(), move |id: f64| timers.stop_timer(id as u64))?)?;
    Ok(area)
}
