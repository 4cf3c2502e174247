//! Evaluating a module from native code, at once: for our own modules, and for `require` of a module.

use std::rc::Rc;

use rquickjs::{Ctx, Exception, Module, Object, Persistent};

use super::loader;
use crate::runtime::Realm;

/// The namespace of a module, by the engine's name for it; evaluated when it is not yet.
pub(crate) fn evaluate<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, name: &str) -> rquickjs::Result<Object<'js>> {
    if let Some(known) = realm.namespaces.borrow().get(name).cloned() {
        return known.restore(ctx);
    }
    // A module of ours that nobody has imported yet is declared here; any other is reached through one that imports it.
    let fresh = if realm.graph.is_loaded(name) { None } else { loader::own(ctx, realm, name)? };
    let is_itself = fresh.is_some();
    let entry = match fresh {
        Some(module) => module,
        None => {
            let source = format!("export * as all from {};", serde_json::Value::from(name));
            Module::declare(ctx.clone(), format!("pith:entry {name}"), source)?
        }
    };
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
    let namespace = entry.namespace()?;
    let all: Object<'js> = if is_itself { namespace } else { namespace.get("all")? };
    realm.namespaces.borrow_mut().insert(name.to_owned(), Persistent::save(ctx, all.clone()));
    Ok(all)
}
