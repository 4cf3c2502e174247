//! What every realm has before an extension runs: our own functions for calls, the globals, the host's interface.

use std::rc::Rc;

use rquickjs::{CatchResultExt, Ctx, Function, Object, Persistent};

use super::{realm::Realm, thread::Functions};
use crate::modules;

/// Begins a realm, and gives functions to whoever evaluates it.
const START: &str = "pith:js/runtime/start.js";

/// Functions that tests call.
#[cfg(test)]
const TESTING: &str = "pith:js/testing/run.js";

/// Prepares the realm; the error is in words.
pub(super) fn start(ctx: &Ctx<'_>, realm: &Rc<Realm>) -> Result<Functions, String> {
    let functions = functions(ctx, realm).catch(ctx).map_err(|error| error.to_string())?;
    #[cfg(test)]
    modules::evaluate(ctx, realm, TESTING).catch(ctx).map_err(|error| error.to_string())?;
    Ok(functions)
}

fn functions<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Functions> {
    let start: Object<'js> = modules::evaluate(ctx, realm, START)?;
    let function = |name: &str| start.get::<_, Function<'js>>(name).map(|function| Persistent::save(ctx, function));
    Ok(Functions { run: function("run")?, describe: function("describe")? })
}
