//! Code as the engine's own, written and read: modules, and the functions that CommonJS files are made into.
#![allow(unsafe_code, reason = "the engine reads its code without checking it, and gives functions to C alone")]

use std::{ffi::CString, mem::MaybeUninit, slice};

use rquickjs::{
    Ctx, Function, Module, Value,
    module::{Declared, WriteOptions},
    qjs,
};

/// Whether functions keep their text, which is what they say they are when they are made into text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Kept,
    /// `texts` finds it for whoever asks.
    LeftOut,
}

impl Source {
    fn options(self) -> WriteOptions {
        WriteOptions { strip_source: self == Self::LeftOut, ..WriteOptions::default() }
    }
}

/// The code of a module that was just declared from its text.
pub(crate) fn write(module: &Module<'_, Declared>, source: Source) -> Option<Vec<u8>> {
    module.write(source.options()).ok()
}

/// Declares a module of ours from its code.
pub(super) fn declare<'js>(ctx: &Ctx<'js>, code: &'static [u8]) -> rquickjs::Result<Module<'js, Declared>> {
    // SAFETY: the bytes are those that the same version of the engine wrote when the program was built. They are copied
    // while they are read.
    unsafe { Module::load(ctx.clone(), code) }
}

/// Declares a module from its code; nothing when the engine refuses it, which leaves no exception behind.
pub(crate) fn read<'js>(ctx: &Ctx<'js>, code: &[u8]) -> Option<Module<'js, Declared>> {
    // SAFETY: the bytes come out of our own cache, whole by their checksum, from this version of the engine, whose
    // version is part of their key. They are copied while they are read.
    let read = unsafe { Module::load(ctx.clone(), code) };
    read.map_err(|_| drop(ctx.catch())).ok()
}

/// A script, compiled and not run.
pub(super) struct Script<'js>(Value<'js>);

/// Compiles a script in sloppy mode.
pub(super) fn compile<'js>(ctx: &Ctx<'js>, path: &str, text: String) -> rquickjs::Result<Script<'js>> {
    let (length, path, text) = (text.len(), CString::new(path)?, CString::new(text)?);
    let flags = qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_COMPILE_ONLY;
    // SAFETY: the text ends with a zero byte, which its length does not count; both texts outlive the call. The value is
    // ours, and of this context.
    let value = unsafe {
        let raw = qjs::JS_Eval(ctx.as_raw().as_ptr(), text.as_ptr(), length as _, path.as_ptr(), flags as i32);
        Value::from_raw(ctx.clone(), raw)
    };
    thrown_or(value).map(Script)
}

/// The code of a script.
pub(super) fn write_script(script: &Script<'_>, source: Source) -> Option<Vec<u8>> {
    let ctx = script.0.ctx();
    let mut length = MaybeUninit::uninit();
    // SAFETY: the value is a compiled script of this context, and stays alive. What the engine gives is as long as it
    // says, and is copied before it is freed.
    unsafe {
        let context = ctx.as_raw().as_ptr();
        let bytes = qjs::JS_WriteObject(context, length.as_mut_ptr(), script.0.as_raw(), source.options().to_flag());
        if bytes.is_null() {
            drop(ctx.catch());
            return None;
        }
        let code = slice::from_raw_parts(bytes, length.assume_init() as usize).to_vec();
        qjs::js_free(context, bytes.cast());
        Some(code)
    }
}

/// A script from its code; nothing when the engine refuses it, which leaves no exception behind.
pub(super) fn read_script<'js>(ctx: &Ctx<'js>, code: &[u8]) -> Option<Script<'js>> {
    let flags = qjs::JS_READ_OBJ_BYTECODE | qjs::JS_READ_OBJ_ROM_DATA;
    // SAFETY: as for `read`. The value is ours, and of this context.
    let value = unsafe {
        let raw = qjs::JS_ReadObject(ctx.as_raw().as_ptr(), code.as_ptr(), code.len() as _, flags as i32);
        Value::from_raw(ctx.clone(), raw)
    };
    thrown_or(value).map(Script).map_err(|_| drop(ctx.catch())).ok()
}

/// Runs a script that is one function, and gives it.
pub(super) fn function<'js>(script: Script<'js>) -> rquickjs::Result<Function<'js>> {
    let ctx = script.0.ctx().clone();
    // SAFETY: the engine frees the script that it runs, so it is given a reference of its own.
    let value = unsafe {
        let raw = qjs::JS_DupValue(ctx.as_raw().as_ptr(), script.0.as_raw());
        Value::from_raw(ctx.clone(), qjs::JS_EvalFunction(ctx.as_raw().as_ptr(), raw))
    };
    thrown_or(value)?.get()
}

/// The value, unless it says that something was thrown.
fn thrown_or(value: Value<'_>) -> rquickjs::Result<Value<'_>> {
    // SAFETY: only the tag of a value that is alive is looked at.
    let tag = unsafe { qjs::JS_VALUE_GET_TAG(value.as_raw()) };
    if tag == qjs::JS_TAG_EXCEPTION { Err(rquickjs::Error::Exception) } else { Ok(value) }
}
