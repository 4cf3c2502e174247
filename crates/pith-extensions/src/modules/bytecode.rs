//! Modules as the engine's own code, written and read.
#![allow(unsafe_code, reason = "the engine reads its code without checking it")]

use rquickjs::{
    Ctx, Module,
    module::{Declared, WriteOptions},
};

/// The code of a module that was just declared from its text.
pub(super) fn write(module: &Module<'_, Declared>) -> Option<Vec<u8>> {
    module.write(WriteOptions::default()).ok()
}

/// Declares a module from its code; nothing when the engine refuses it, which leaves no exception behind.
pub(super) fn read<'js>(ctx: &Ctx<'js>, code: &[u8]) -> Option<Module<'js, Declared>> {
    // SAFETY: the bytes come out of our own cache, whole by their checksum, from this version of the engine, whose
    // version is part of their key. They are copied while they are read.
    let read = unsafe { Module::load(ctx.clone(), code) };
    read.map_err(|_| drop(ctx.catch())).ok()
}
