//! Bytes on their way between JavaScript and Rust: always copied, since JavaScript may change or free its own.
//!
//! The only place that looks into the engine's memory.
#![allow(
    unsafe_code,
    reason = "the engine lends its memory only through unsafe functions; nothing here runs JavaScript"
)]

use rquickjs::{ArrayBuffer, Ctx, Exception, FromJs, IntoJs, Object, TypedArray, Value};

/// A copy of the bytes of a `Uint8Array`, an `ArrayBuffer` or another view.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl<'js> FromJs<'js> for Bytes {
    fn from_js(ctx: &Ctx<'js>, value: Value<'js>) -> rquickjs::Result<Self> {
        let Some(object) = value.as_object() else {
            return Err(Exception::throw_type(ctx, "bytes are expected: a Uint8Array or an ArrayBuffer"));
        };
        if let Some(view) = object.as_typed_array::<u8>() {
            // SAFETY: no JavaScript runs before the copy is made.
            return Ok(Self(unsafe { view.as_bytes() }.unwrap_or_default().to_vec()));
        }
        if let Some(buffer) = object.as_array_buffer() {
            // SAFETY: as above.
            return Ok(Self(unsafe { buffer.as_bytes() }.unwrap_or_default().to_vec()));
        }
        let buffer: Option<ArrayBuffer<'js>> = object.get("buffer").ok();
        let (Some(buffer), Ok(start), Ok(length)) = (buffer, object.get("byteOffset"), object.get("byteLength")) else {
            return Err(Exception::throw_type(ctx, "bytes are expected: a Uint8Array or an ArrayBuffer"));
        };
        let (start, length): (usize, usize) = (start, length);
        // SAFETY: as above.
        let all = unsafe { buffer.as_bytes() }.unwrap_or_default();
        let end = start.saturating_add(length).min(all.len());
        Ok(Self(all.get(start..end).unwrap_or_default().to_vec()))
    }
}

impl<'js> IntoJs<'js> for Bytes {
    fn into_js(self, ctx: &Ctx<'js>) -> rquickjs::Result<Value<'js>> {
        // A copy in the engine's own memory, so that its limit counts it.
        Ok(TypedArray::<u8>::new_copy(ctx.clone(), self.0)?.into_value())
    }
}

/// A value, or `null` where Node gives `null`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrNull<T>(pub(crate) Option<T>);

impl<'js, T: IntoJs<'js>> IntoJs<'js> for OrNull<T> {
    fn into_js(self, ctx: &Ctx<'js>) -> rquickjs::Result<Value<'js>> {
        match self.0 {
            Some(value) => value.into_js(ctx),
            None => Ok(Value::new_null(ctx.clone())),
        }
    }
}

/// Writes bytes into a view that JavaScript holds; returns how many had room.
pub(crate) fn fill(view: &Object<'_>, offset: usize, bytes: &[u8]) -> usize {
    let Some(view) = view.as_typed_array::<u8>() else { return 0 };
    let Some(mut raw) = view.as_raw() else { return 0 };
    // SAFETY: the view is not detached, no JavaScript runs and no other reference into it lives while this one does.
    let room = unsafe { raw.as_mut() };
    let Some(room) = room.get_mut(offset..) else { return 0 };
    let length = room.len().min(bytes.len());
    if let (Some(to), Some(from)) = (room.get_mut(..length), bytes.get(..length)) {
        to.copy_from_slice(from);
    }
    length
}
