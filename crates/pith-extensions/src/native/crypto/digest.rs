//! Digests and message authentication, at once and piece by piece.

use std::{cell::RefCell, rc::Rc};

use md5::{Digest as _, Md5};
use ring::{digest, hmac};
use rquickjs::{Ctx, Exception, Function, IntoJs as _, Object, Value};
use sha2::{Sha224, Sha512_224};

use crate::runtime::Bytes;

pub(super) fn add<'js>(ctx: &Ctx<'js>, area: &Object<'js>) -> rquickjs::Result<()> {
    area.set("hash", Function::new(ctx.clone(), hash)?)?;
    area.set("hmac", Function::new(ctx.clone(), authenticate)?)?;
    area.set("newHash", Function::new(ctx.clone(), new_hash)?)?;
    area.set("newHmac", Function::new(ctx.clone(), new_hmac)?)
}

/// A digest that grows. Cloned for `copy`.
#[derive(Clone)]
enum Running {
    Ring(digest::Context),
    Md5(Md5),
    Sha224(Sha224),
    Sha512224(Sha512_224),
    Hmac(hmac::Context),
}

impl Running {
    fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Ring(context) => context.update(bytes),
            Self::Md5(context) => context.update(bytes),
            Self::Sha224(context) => context.update(bytes),
            Self::Sha512224(context) => context.update(bytes),
            Self::Hmac(context) => context.update(bytes),
        }
    }

    fn finish(self) -> Vec<u8> {
        match self {
            Self::Ring(context) => context.finish().as_ref().to_vec(),
            Self::Md5(context) => context.finalize().to_vec(),
            Self::Sha224(context) => context.finalize().to_vec(),
            Self::Sha512224(context) => context.finalize().to_vec(),
            Self::Hmac(context) => context.sign().as_ref().to_vec(),
        }
    }
}

fn running(ctx: &Ctx<'_>, algorithm: &str) -> rquickjs::Result<Running> {
    let algorithm = match algorithm {
        "md5" => return Ok(Running::Md5(Md5::new())),
        "sha224" => return Ok(Running::Sha224(Sha224::new())),
        "sha512-224" => return Ok(Running::Sha512224(Sha512_224::new())),
        "sha1" => &digest::SHA1_FOR_LEGACY_USE_ONLY,
        "sha256" => &digest::SHA256,
        "sha384" => &digest::SHA384,
        "sha512" => &digest::SHA512,
        "sha512-256" => &digest::SHA512_256,
        _ => return Err(unknown(ctx, algorithm)),
    };
    Ok(Running::Ring(digest::Context::new(algorithm)))
}

fn unknown(ctx: &Ctx<'_>, algorithm: &str) -> rquickjs::Error {
    Exception::throw_message(ctx, &format!("the digest `{algorithm}` is not offered here"))
}

fn hash(ctx: Ctx<'_>, algorithm: String, bytes: Bytes) -> rquickjs::Result<Bytes> {
    let mut running = running(&ctx, &algorithm)?;
    running.update(&bytes.0);
    Ok(Bytes(running.finish()))
}

fn key(ctx: &Ctx<'_>, algorithm: &str, key: &[u8]) -> rquickjs::Result<hmac::Key> {
    let algorithm = match algorithm {
        "sha1" => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
        "sha256" => hmac::HMAC_SHA256,
        "sha384" => hmac::HMAC_SHA384,
        "sha512" => hmac::HMAC_SHA512,
        _ => return Err(unknown(ctx, algorithm)),
    };
    Ok(hmac::Key::new(algorithm, key))
}

fn authenticate(ctx: Ctx<'_>, algorithm: String, secret: Bytes, bytes: Bytes) -> rquickjs::Result<Bytes> {
    let key = key(&ctx, &algorithm, &secret.0)?;
    Ok(Bytes(hmac::sign(&key, &bytes.0).as_ref().to_vec()))
}

fn new_hash<'js>(ctx: Ctx<'js>, algorithm: String) -> rquickjs::Result<Value<'js>> {
    let running = running(&ctx, &algorithm)?;
    handle(&ctx, running)
}

fn new_hmac<'js>(ctx: Ctx<'js>, algorithm: String, secret: Bytes) -> rquickjs::Result<Value<'js>> {
    let key = key(&ctx, &algorithm, &secret.0)?;
    handle(&ctx, Running::Hmac(hmac::Context::with_key(&key)))
}

/// `{ update(bytes), digest(), copy() }`; used up by `digest`.
fn handle<'js>(ctx: &Ctx<'js>, running: Running) -> rquickjs::Result<Value<'js>> {
    let state = Rc::new(RefCell::new(Some(running)));
    let used_up = |ctx: &Ctx<'_>| Exception::throw_message(ctx, "the digest was already made");
    let handle = Object::new(ctx.clone())?;
    let updated = Rc::clone(&state);
    let update = move |ctx: Ctx<'js>, bytes: Bytes| match updated.borrow_mut().as_mut() {
        Some(running) => {
            running.update(&bytes.0);
            Ok(())
        }
        None => Err(used_up(&ctx)),
    };
    handle.set("update", Function::new(ctx.clone(), update)?)?;
    let finished = Rc::clone(&state);
    let digest = move |ctx: Ctx<'js>| {
        let running = finished.borrow_mut().take();
        running.map(|running| Bytes(running.finish())).ok_or_else(|| used_up(&ctx))
    };
    handle.set("digest", Function::new(ctx.clone(), digest)?)?;
    let copied = state;
    let copy = move |ctx: Ctx<'js>| {
        let running = copied.borrow().clone();
        match running {
            Some(running) => self::handle(&ctx, running),
            None => Err(used_up(&ctx)),
        }
    };
    handle.set("copy", Function::new(ctx.clone(), copy)?)?;
    handle.into_js(ctx)
}
