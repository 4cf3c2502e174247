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
mod spare;
mod sqlite;
mod text;
mod timers;
mod url;
mod zlib;

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    rc::Rc,
    sync::{Arc, PoisonError, RwLock},
};

use rquickjs::{Ctx, Exception, Module, Object, module::Declared};

use crate::{
    modules::bytecode::{self, Source},
    runtime::Realm,
};

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
    ("sqlite", sqlite::area),
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
    let module = match code_of(area).and_then(|code| bytecode::read(ctx, &code)) {
        Some(module) => module,
        None => {
            let module = Module::declare(ctx.clone(), name, exporting(&functions)?)?;
            keep(area, bytecode::write(&module, Source::LeftOut));
            module
        }
    };
    module.meta()?.set("native", functions)?;
    Ok(module)
}

/// Text of a module that exports what it is given.
fn exporting(functions: &Object<'_>) -> rquickjs::Result<String> {
    let mut source = String::from("const all = import.meta.native;\nexport default all;\n");
    for key in functions.keys::<String>() {
        let key = key?;
        source.push_str(&format!("const _{key} = all.{key}; export {{ _{key} as {key} }};\n"));
    }
    Ok(source)
}

/// The engine's code of each area, which the first engine of the program makes for all.
static CODE: RwLock<BTreeMap<String, Arc<[u8]>>> = RwLock::new(BTreeMap::new());

fn code_of(area: &str) -> Option<Arc<[u8]>> {
    CODE.read().unwrap_or_else(PoisonError::into_inner).get(area).cloned()
}

fn keep(area: &str, code: Option<Vec<u8>>) {
    if let Some(code) = code {
        CODE.write().unwrap_or_else(PoisonError::into_inner).insert(area.to_owned(), code.into());
    }
}
