//! Compression, at once and piece by piece. Pure.

use std::{
    cell::RefCell,
    io::{self, Write as _},
    rc::Rc,
};

use flate2::{
    Compression,
    write::{DeflateDecoder, DeflateEncoder, GzEncoder, MultiGzDecoder, ZlibDecoder, ZlibEncoder},
};
use rquickjs::{Ctx, Error, Exception, Function, Object};

use crate::runtime::{Bytes, Realm, SystemError};

/// What one piece of input may become at most: a small file can be made to unfold without end.
const MOST: usize = 512 << 20;

/// Input is given in slices, so that the limit is met soon after it is passed.
const SLICE: usize = 64 << 10;

pub(super) fn area<'js>(ctx: &Ctx<'js>, _realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    area.set("run", Function::new(ctx.clone(), run)?)?;
    area.set("stream", Function::new(ctx.clone(), stream)?)?;
    Ok(area)
}

enum Codec {
    Gzip(GzEncoder<Vec<u8>>),
    Gunzip(MultiGzDecoder<Vec<u8>>),
    Deflate(ZlibEncoder<Vec<u8>>),
    Inflate(ZlibDecoder<Vec<u8>>),
    DeflateRaw(DeflateEncoder<Vec<u8>>),
    InflateRaw(DeflateDecoder<Vec<u8>>),
}

/// Does the same for every kind.
macro_rules! each {
    ($codec:expr, $inner:ident => $do:expr) => {
        match $codec {
            Codec::Gzip($inner) => $do,
            Codec::Gunzip($inner) => $do,
            Codec::Deflate($inner) => $do,
            Codec::Inflate($inner) => $do,
            Codec::DeflateRaw($inner) => $do,
            Codec::InflateRaw($inner) => $do,
        }
    };
}

impl Codec {
    fn new(kind: &str, level: i32) -> Option<Self> {
        let level =
            u32::try_from(level).map_or_else(|_| Compression::default(), |level| Compression::new(level.min(9)));
        Some(match kind {
            "gzip" => Self::Gzip(GzEncoder::new(Vec::new(), level)),
            "gunzip" => Self::Gunzip(MultiGzDecoder::new(Vec::new())),
            "deflate" => Self::Deflate(ZlibEncoder::new(Vec::new(), level)),
            "inflate" => Self::Inflate(ZlibDecoder::new(Vec::new())),
            "deflateRaw" => Self::DeflateRaw(DeflateEncoder::new(Vec::new(), level)),
            "inflateRaw" => Self::InflateRaw(DeflateDecoder::new(Vec::new())),
            _ => return None,
        })
    }

    /// Takes a piece, gives what is ready; at the end everything.
    fn push(&mut self, bytes: &[u8], end: bool) -> Result<Vec<u8>, SystemError> {
        for slice in bytes.chunks(SLICE) {
            each!(self, inner => inner.write_all(slice)).map_err(|error| failure(&error))?;
            if each!(self, inner => inner.get_ref().len()) > MOST {
                return Err(SystemError::coded("ERR_BUFFER_TOO_LARGE", "the unpacked data is too large"));
            }
        }
        if end {
            each!(self, inner => inner.try_finish()).map_err(|error| failure(&error))?;
        }
        Ok(std::mem::take(each!(self, inner => inner.get_mut())))
    }
}

/// In zlib's codes, which programs test for.
fn failure(error: &io::Error) -> SystemError {
    let (code, errno) = match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::WriteZero => ("Z_BUF_ERROR", -5),
        _ => ("Z_DATA_ERROR", -3),
    };
    let message = if code == "Z_BUF_ERROR" { "unexpected end of file".to_owned() } else { error.to_string() };
    SystemError { errno: Some(errno), ..SystemError::coded(code, message) }
}

fn unknown(ctx: &Ctx<'_>, kind: &str) -> Error {
    Exception::throw_message(ctx, &format!("the compression `{kind}` is not offered here"))
}

fn run(ctx: Ctx<'_>, kind: String, bytes: Bytes, level: i32) -> rquickjs::Result<Bytes> {
    let mut codec = Codec::new(&kind, level).ok_or_else(|| unknown(&ctx, &kind))?;
    codec.push(&bytes.0, true).map(Bytes).map_err(|error| error.throw(&ctx))
}

/// `{ push(bytes, end) }`.
fn stream<'js>(ctx: Ctx<'js>, kind: String, level: i32) -> rquickjs::Result<Object<'js>> {
    let codec = RefCell::new(Codec::new(&kind, level).ok_or_else(|| unknown(&ctx, &kind))?);
    let out = Object::new(ctx.clone())?;
    let push = move |ctx: Ctx<'js>, bytes: Bytes, end: bool| {
        codec.borrow_mut().push(&bytes.0, end).map(Bytes).map_err(|error| error.throw(&ctx))
    };
    out.set("push", Function::new(ctx, push)?)?;
    Ok(out)
}
