//! What every realm has before an extension runs: our own functions for calls, the globals, the host's interface.

use std::rc::Rc;

use rquickjs::{CatchResultExt, Ctx, Function, Object, Persistent};

use super::{realm::Realm, thread::Functions};
use crate::modules;

/// Functions that run calls.
const CALLS: &str = "pith:js/runtime/calls.js";

/// Makes `require`.
const COMMONJS: &str = "pith:js/runtime/commonjs.js";

/// Evaluated in this order, each for what it does to the realm.
const STARTERS: &[&str] = &["pith:js/globals/install.js", "pith:js/api/host.js", "pith:js/testing/run.js"];

/// Prepares the realm; the error is in words.
pub(super) fn start(ctx: &Ctx<'_>, realm: &Rc<Realm>) -> Result<Functions, String> {
    let functions = functions(ctx, realm).catch(ctx).map_err(|error| error.to_string())?;
    for name in STARTERS.iter().filter(|name| modules::embedded(name).is_some()) {
        modules::evaluate(ctx, realm, name).catch(ctx).map_err(|error| format!("`{name}`: {error}"))?;
    }
    Ok(functions)
}

fn functions<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Functions> {
    let calls: Object<'js> = modules::evaluate(ctx, realm, CALLS)?;
    let make: Function<'js> = modules::evaluate(ctx, realm, COMMONJS)?.get("makeRequire")?;
    realm.make_require.replace(Some(Persistent::save(ctx, make)));
    let function = |name: &str| calls.get::<_, Function<'js>>(name).map(|function| Persistent::save(ctx, function));
    Ok(Functions { run: function("run")?, describe: function("describe")? })
}
