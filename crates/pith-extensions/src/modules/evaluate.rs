//! Evaluating a module from native code, at once: for our own modules, and for `require` of a module.

use std::rc::Rc;

use rquickjs::{Ctx, Exception, Module, Object, Persistent};

use crate::runtime::Realm;

/// The namespace of a module, by the engine's name for it; evaluated when it is not yet.
pub(crate) fn evaluate<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, name: &str) -> rquickjs::Result<Object<'js>> {
    if let Some(known) = realm.namespaces.borrow().get(name).cloned() {
        return known.restore(ctx);
    }
    let quoted = serde_json::Value::from(name);
    let entry = Module::declare(ctx.clone(), format!("pith:entry {name}"), format!("export * as all from {quoted};"))?;
    let (entry, done) = entry.eval()?;
    match done.result::<rquickjs::Value<'js>>() {
        Some(result) => {
            if result.is_err() {
                realm.rejections.remove(ctx, done.as_value());
            }
            result?;
        }
        None => {
            let words = format!("`{name}` awaits something while it loads; it can be imported, but not required");
            return Err(Exception::throw_message(ctx, &words));
        }
    }
    let all: Object<'js> = entry.namespace()?.get("all")?;
    realm.namespaces.borrow_mut().insert(name.to_owned(), Persistent::save(ctx, all.clone()));
    Ok(all)
}
