//! Compression, at once and piece by piece. Pure.

use std::{
    cell::RefCell,
    io::{self, Write as _},
    rc::Rc,
};

use brotli_decompressor::DecompressorWriter;
use flate2::{
    Compression,
    write::{DeflateDecoder, DeflateEncoder, GzEncoder, MultiGzDecoder, ZlibDecoder, ZlibEncoder},
};
use rquickjs::{Ctx, Error, Exception, Function, Object};

use crate::runtime::{Bytes, Realm, SystemError};

/// What one piece of input may become at most: a small file can be made to unfold without end.
const MOST: usize = 512 << 20;

/// Room for what Brotli unfolds in one step.
const STEP: usize = 64 << 10;

pub(super) fn area<'js>(ctx: &Ctx<'js>, _realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    area.set("run", Function::new(ctx.clone(), run)?)?;
    area.set("stream", Function::new(ctx.clone(), stream)?)?;
    area.set("crc32", Function::new(ctx.clone(), checksum)?)?;
    Ok(area)
}

/// What is ready, up to the limit: a few bytes of Brotli unfold to gigabytes.
#[derive(Default)]
struct Room(Vec<u8>);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

enum Codec {
    Gzip(GzEncoder<Room>),
    Gunzip(MultiGzDecoder<Room>),
    Deflate(ZlibEncoder<Room>),
    Inflate(ZlibDecoder<Room>),
    DeflateRaw(DeflateEncoder<Room>),
    InflateRaw(DeflateDecoder<Room>),
    BrotliDecompress(Box<DecompressorWriter<Room>>),
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
            Codec::BrotliDecompress($inner) => $do,
        }
    };
}

impl Codec {
    fn new(kind: &str, level: i32) -> Option<Self> {
        let level =
            u32::try_from(level).map_or_else(|_| Compression::default(), |level| Compression::new(level.min(9)));
        Some(match kind {
            "gzip" => Self::Gzip(GzEncoder::new(Room::default(), level)),
            "gunzip" => Self::Gunzip(MultiGzDecoder::new(Room::default())),
            "deflate" => Self::Deflate(ZlibEncoder::new(Room::default(), level)),
            "inflate" => Self::Inflate(ZlibDecoder::new(Room::default())),
            "deflateRaw" => Self::DeflateRaw(DeflateEncoder::new(Room::default(), level)),
            "inflateRaw" => Self::InflateRaw(DeflateDecoder::new(Room::default())),
            "brotliDecompress" => Self::BrotliDecompress(Box::new(DecompressorWriter::new(Room::default(), STEP))),
            _ => return None,
        })
    }

    /// Takes a piece, gives what is ready; at the end everything.
    fn push(&mut self, bytes: &[u8], end: bool) -> Result<Vec<u8>, SystemError> {
        each!(self, inner => inner.write_all(bytes)).map_err(|error| self.failure(&error))?;
        if end {
            match self {
                // It ended early when it still wants more.
                Self::BrotliDecompress(inner) => inner.close().map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidData => io::ErrorKind::UnexpectedEof.into(),
                    _ => error,
                }),
                Self::Gzip(inner) => inner.try_finish(),
                Self::Gunzip(inner) => inner.try_finish(),
                Self::Deflate(inner) => inner.try_finish(),
                Self::Inflate(inner) => inner.try_finish(),
                Self::DeflateRaw(inner) => inner.try_finish(),
                Self::InflateRaw(inner) => inner.try_finish(),
            }
            .map_err(|error| self.failure(&error))?;
        }
        Ok(std::mem::take(&mut each!(self, inner => inner.get_mut()).0))
    }

    /// In zlib's codes, which programs test for.
    fn failure(&self, error: &io::Error) -> SystemError {
        let (code, errno) = match (error.kind(), self) {
            (io::ErrorKind::FileTooLarge, _) => {
                return SystemError::coded("ERR_BUFFER_TOO_LARGE", "the unpacked data is too large");
            }
            (io::ErrorKind::UnexpectedEof | io::ErrorKind::WriteZero, _) => ("Z_BUF_ERROR", -5),
            (_, Self::BrotliDecompress(_)) => ("ERR_BROTLI_DECODER_ERROR_FORMAT", -2),
            _ => ("Z_DATA_ERROR", -3),
        };
        let message = match code {
            "Z_BUF_ERROR" => "unexpected end of file".to_owned(),
            "ERR_BROTLI_DECODER_ERROR_FORMAT" => "Decompression failed".to_owned(),
            _ => error.to_string(),
        };
        SystemError { errno: Some(errno), ..SystemError::coded(code, message) }
    }
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

/// Goes on from an earlier checksum.
fn checksum(bytes: Bytes, start: f64) -> f64 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start as u32);
    hasher.update(&bytes.0);
    hasher.finalize().into()
}
