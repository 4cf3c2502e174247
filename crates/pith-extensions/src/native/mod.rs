//! What our own JavaScript can do beyond the language: one area for each kind of effect, each a module `pith:native/<area>`
//! with named exports. Extensions cannot import them; whatever reaches the system asks the gate first.

mod calls;
mod child;
mod console;
mod crypto;
mod dns;
mod fs;
mod host;
mod http;
mod loader;
mod modules;
mod net;
mod process;
mod text;
mod timers;
mod url;
mod zlib;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rquickjs::{Ctx, Exception, Module, Object, module::Declared};

use crate::runtime::Realm;

/// What the name of every native module begins with.
pub(crate) const PREFIX: &str = "pith:native/";

/// Makes the functions of one area.
type Area = for<'js> fn(&Ctx<'js>, &Rc<Realm>) -> rquickjs::Result<Object<'js>>;

/// Every area.
const AREAS: &[(&str, Area)] = &[
    ("calls", calls::area),
    ("child", child::area),
    ("console", console::area),
    ("crypto", crypto::area),
    ("dns", dns::area),
    ("fs", fs::area),
    ("host", host::area),
    ("http", http::area),
    ("loader", loader::area),
    ("modules", modules::area),
    ("net", net::area),
    ("process", process::area),
    ("text", text::area),
    ("timers", timers::area),
    ("url", url::area),
    ("zlib", zlib::area),
];

/// The module of an area: its functions by name, and all of them as the default.
pub(crate) fn module<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    name: &str,
    area: &str,
) -> rquickjs::Result<Module<'js, Declared>> {
    let Some((_, make)) = AREAS.iter().find(|(known, _)| *known == area) else {
        return Err(Exception::throw_message(ctx, &format!("there is no native module `{area}`")));
    };
    let functions = make(ctx, realm)?;
    let mut source = String::from("const all = import.meta.native;\nexport default all;\n");
    for key in functions.keys::<String>() {
        let key = key?;
        source.push_str(&format!("const _{key} = all.{key}; export {{ _{key} as {key} }};\n"));
    }
    let module = Module::declare(ctx.clone(), name, source)?;
    module.meta()?.set("native", functions)?;
    Ok(module)
}
