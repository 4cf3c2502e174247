//! Modules of ours as the engine's own code, kept together: whatever one of them needs is read with it in one piece.
//!
//! A pack is named for the module that was asked for first. It holds what had to be compiled then; what a later runtime
//! misses in it is compiled and becomes a pack of its own.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use rquickjs::{Ctx, Exception, Module};

use super::{
    bytecode::{self, Source},
    cache::Cache,
    embedded::{DIGEST, embedded},
};

/// The packs that one runtime has opened.
#[derive(Default)]
pub(super) struct Packs {
    /// Code that was read and not yet asked for.
    waiting: RefCell<HashMap<String, Vec<u8>>>,
    /// What the pack that is being made has so far.
    fresh: RefCell<Vec<(String, Vec<u8>)>>,
    /// Modules that are being compiled, one inside the other.
    depth: Cell<usize>,
}

impl Packs {
    /// A module of ours, declared.
    pub(super) fn module<'js>(&self, ctx: &Ctx<'js>, cache: &Cache, name: &str) -> rquickjs::Result<Module<'js>> {
        if let Some(module) = self.waiting(ctx, name) {
            return Ok(module);
        }
        let outermost = self.depth.get() == 0;
        let key = || Cache::key("library", &format!("{DIGEST} {name}"));
        if outermost && let Some(parts) = cache.get(&key()) {
            self.open(parts);
            if let Some(module) = self.waiting(ctx, name) {
                return Ok(module);
            }
        }
        let unknown = || Exception::throw_message(ctx, &format!("there is no module `{name}`"));
        let source = embedded(name).ok_or_else(unknown)?;
        self.depth.set(self.depth.get() + 1);
        let declared = Module::declare(ctx.clone(), name, source.as_bytes());
        self.depth.set(self.depth.get() - 1);
        if let Some(code) = declared.as_ref().ok().and_then(|module| bytecode::write(module, Source::LeftOut)) {
            self.fresh.borrow_mut().push((name.to_owned(), code));
        }
        if outermost {
            let fresh = self.fresh.take();
            let parts: Vec<&[u8]> = fresh.iter().flat_map(|(name, code)| [name.as_bytes(), code.as_slice()]).collect();
            cache.put(&key(), &parts);
        }
        declared
    }

    fn waiting<'js>(&self, ctx: &Ctx<'js>, name: &str) -> Option<Module<'js>> {
        let code = self.waiting.borrow_mut().remove(name)?;
        bytecode::read(ctx, &code)
    }

    fn open(&self, parts: Vec<Vec<u8>>) {
        let mut waiting = self.waiting.borrow_mut();
        let mut parts = parts.into_iter();
        while let (Some(name), Some(code)) = (parts.next(), parts.next()) {
            if let Ok(name) = String::from_utf8(name) {
                waiting.insert(name, code);
            }
        }
    }
}
