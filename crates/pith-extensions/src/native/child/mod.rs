//! Programs that an extension starts: beside its own code, or waited for with the whole thread.

mod command;
mod orphan;
mod running;
mod waited;

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};

use crate::runtime::Realm;

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let starter = Rc::clone(realm);
    let spawn = move |ctx: Ctx<'js>, options: Object<'js>| running::spawn(&ctx, &starter, &options);
    area.set("spawn", Function::new(ctx.clone(), spawn)?)?;
    let starter = Rc::clone(realm);
    let spawn_sync = move |ctx: Ctx<'js>, options: Object<'js>| waited::spawn(&ctx, &starter, &options);
    area.set("spawnSync", Function::new(ctx.clone(), spawn_sync)?)?;
    Ok(area)
}
