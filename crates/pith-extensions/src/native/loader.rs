//! What our own JavaScript asks of the host itself: another module at once, and to be callable from Rust.

use std::rc::Rc;

use rquickjs::{Ctx, Exception, Function, Object, Persistent};

use crate::{
    modules::{Asked, Target, evaluate},
    runtime::Realm,
};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let modules = Rc::clone(realm);
    let require_host = move |ctx: Ctx<'js>, name: String| {
        if name.starts_with("pith:") {
            return evaluate(&ctx, &modules, &name);
        }
        match modules.graph.target("pith:js/", &name, Asked::ByImport) {
            Ok(Target::Embedded(name)) => evaluate(&ctx, &modules, &name),
            _ => Err(Exception::throw_message(&ctx, &format!("there is no host module `{name}`"))),
        }
    };
    area.set("requireHost", Function::new(ctx.clone(), require_host)?)?;
    let entries = Rc::clone(realm);
    let expose = move |ctx: Ctx<'js>, name: String, function: Function<'js>| {
        entries.expose(name, Persistent::save(&ctx, function));
    };
    area.set("expose", Function::new(ctx.clone(), expose)?)?;
    let loading = Rc::clone(realm);
    area.set("loading", Function::new(ctx.clone(), move |on: bool| loading.graph.loading(on))?)?;
    let named = Rc::clone(realm);
    area.set("name", Function::new(ctx.clone(), move || named.graph.extension().to_owned())?)?;
    Ok(area)
}
