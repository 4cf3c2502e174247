//! Digests, message authentication, keys from passwords, ciphers and random bytes. Pure but for the last.

mod cipher;
mod derive;
mod digest;
mod seal;

use std::rc::Rc;

use ring::rand::SecureRandom as _;
use rquickjs::{Ctx, Exception, Function, Object};

use crate::runtime::{Bytes, Realm};

/// More random bytes than anyone needs at once.
const MOST_RANDOM: usize = 64 << 20;

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    area.set("random", Function::new(ctx.clone(), random)?)?;
    digest::add(ctx, &area)?;
    derive::add(ctx, realm, &area)?;
    cipher::add(ctx, &area)?;
    Ok(area)
}

fn random(ctx: Ctx<'_>, length: usize) -> rquickjs::Result<Bytes> {
    if length > MOST_RANDOM {
        return Err(Exception::throw_range(&ctx, "too many random bytes at once"));
    }
    let mut bytes = vec![0; length];
    match ring::rand::SystemRandom::new().fill(&mut bytes) {
        Ok(()) => Ok(Bytes(bytes)),
        Err(_) => Err(Exception::throw_message(&ctx, "the system gives no random bytes")),
    }
}
