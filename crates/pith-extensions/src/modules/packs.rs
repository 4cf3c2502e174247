//! Modules of ours as the engine's own code, kept together: whatever one of them needs is read with it in one piece.
//!
//! A pack is named for the module that was asked for first. It holds what had to be compiled then; what a later runtime
//! misses in it is compiled and becomes a pack of its own.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    sync::Arc,
};

use rquickjs::{Ctx, Exception, Module};

use super::{
    bytecode::{self, Source},
    cache::{Cache, Pack},
    embedded::{DIGEST, embedded},
    shared_packs::Parts,
};

/// The packs that one runtime has opened.
#[derive(Default)]
pub(super) struct Packs {
    /// Code that was read and not yet asked for.
    waiting: RefCell<HashMap<String, (Parts, usize)>>,
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
        let key = outermost.then(|| Cache::key("library", &format!("{DIGEST} {name}")));
        let mut maker = None;
        match key.as_ref().map(|key| cache.pack(key)) {
            Some(Pack::There(parts)) => {
                self.open(&parts);
                if let Some(module) = self.waiting(ctx, name) {
                    return Ok(module);
                }
            }
            Some(Pack::Mine(duty)) => maker = duty,
            None => {}
        }
        let unknown = || Exception::throw_message(ctx, &format!("there is no module `{name}`"));
        let source = embedded(name).ok_or_else(unknown)?;
        self.depth.set(self.depth.get() + 1);
        let declared = Module::declare(ctx.clone(), name, source.as_bytes());
        self.depth.set(self.depth.get() - 1);
        if let Some(code) = declared.as_ref().ok().and_then(|module| bytecode::write(module, Source::LeftOut)) {
            self.fresh.borrow_mut().push((name.to_owned(), code));
        }
        if let Some(key) = key {
            let parts: Parts =
                self.fresh.take().into_iter().flat_map(|(name, code)| [name.into_bytes(), code]).collect();
            // Those who wait have it before it is on disk; one that failed is made by the next.
            if let (Some(maker), true) = (maker, declared.is_ok()) {
                maker.give(Arc::clone(&parts));
            }
            cache.put(&key, &parts.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
        declared
    }

    fn waiting<'js>(&self, ctx: &Ctx<'js>, name: &str) -> Option<Module<'js>> {
        let (parts, place) = self.waiting.borrow_mut().remove(name)?;
        bytecode::read(ctx, parts.get(place)?)
    }

    fn open(&self, parts: &Parts) {
        let mut waiting = self.waiting.borrow_mut();
        for (place, name) in parts.iter().enumerate().step_by(2) {
            if let Ok(name) = std::str::from_utf8(name) {
                waiting.insert(name.to_owned(), (Arc::clone(parts), place + 1));
            }
        }
    }
}
