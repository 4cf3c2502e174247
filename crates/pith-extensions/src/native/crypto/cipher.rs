//! Ciphers of the family AES, piece by piece: in blocks (CBC, ECB), as a stream (CTR), and as a stream with a seal (GCM).
//!
//! Lengths of keys and vectors are checked by our JavaScript, which knows the ciphers by name.

use std::{cell::RefCell, rc::Rc};

use aes::{
    Aes128, Aes192, Aes256,
    cipher::{
        BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, InnerIvInit as _, KeyInit,
        StreamCipher, array::Array, consts::U16,
    },
};
use rquickjs::{Ctx, Exception, Function, Object};

use super::seal::{Seal, Sealed};
use crate::runtime::{Bytes, SystemError};

/// What every cipher here works on.
pub(super) type Block = Array<u8, U16>;

const SIZE: usize = 16;

pub(super) fn add<'js>(ctx: &Ctx<'js>, area: &Object<'js>) -> rquickjs::Result<()> {
    area.set("newCipher", Function::new(ctx.clone(), new_cipher)?)
}

/// Blocks, one behind the other.
trait Chain {
    fn apply(&mut self, blocks: &mut [Block]);
}

struct Locking<M>(M);

impl<M: BlockModeEncrypt<BlockSize = U16>> Chain for Locking<M> {
    fn apply(&mut self, blocks: &mut [Block]) {
        self.0.encrypt_blocks(blocks);
    }
}

struct Opening<M>(M);

impl<M: BlockModeDecrypt<BlockSize = U16>> Chain for Opening<M> {
    fn apply(&mut self, blocks: &mut [Block]) {
        self.0.decrypt_blocks(blocks);
    }
}

/// Each block for itself.
struct Unchained<C> {
    cipher: C,
    locks: bool,
}

impl<C: BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt<BlockSize = U16>> Chain for Unchained<C> {
    fn apply(&mut self, blocks: &mut [Block]) {
        if self.locks {
            self.cipher.encrypt_blocks(blocks);
        } else {
            self.cipher.decrypt_blocks(blocks);
        }
    }
}

enum Work {
    Blocks(Box<dyn Chain>),
    Stream(Box<dyn StreamCipher>),
    Sealed(Box<dyn Seal>),
}

/// A cipher on its way.
struct Running {
    work: Work,
    locks: bool,
    /// Input that fills no block yet; when padding is taken off, also the last whole block.
    held: Vec<u8>,
}

impl Running {
    fn new(mode: &str, locks: bool, key: &[u8], iv: &[u8]) -> Option<Self> {
        let work = match key.len() {
            16 => work(mode, locks, Aes128::new_from_slice(key).ok()?, iv),
            24 => work(mode, locks, Aes192::new_from_slice(key).ok()?, iv),
            32 => work(mode, locks, Aes256::new_from_slice(key).ok()?, iv),
            _ => None,
        };
        Some(Self { work: work?, locks, held: Vec::new() })
    }

    fn update(&mut self, mut bytes: Vec<u8>, padded: bool) -> Result<Vec<u8>, SystemError> {
        match &mut self.work {
            Work::Stream(stream) => stream.try_apply_keystream(&mut bytes).map_err(|_| too_long())?,
            Work::Sealed(seal) => seal.apply(&mut bytes, self.locks).map_err(|_| too_long())?,
            Work::Blocks(chain) => {
                self.held.append(&mut bytes);
                let mut ready = self.held.len() / SIZE * SIZE;
                // The last block may hold padding, which only the end tells.
                if !self.locks && padded && ready == self.held.len() {
                    ready = ready.saturating_sub(SIZE);
                }
                let rest = self.held.split_off(ready);
                bytes = std::mem::replace(&mut self.held, rest);
                chain.apply(Array::slice_as_chunks_mut(&mut bytes).0);
            }
        }
        Ok(bytes)
    }

    fn finish(&mut self, padded: bool) -> Result<Vec<u8>, SystemError> {
        let Work::Blocks(chain) = &mut self.work else { return Ok(Vec::new()) };
        let mut last = std::mem::take(&mut self.held);
        if self.locks && padded {
            let missing = SIZE - last.len() % SIZE;
            last.resize(last.len() + missing, missing as u8);
        }
        let wrong_length = !last.len().is_multiple_of(SIZE) || (!self.locks && padded && last.is_empty());
        if wrong_length {
            return Err(SystemError::coded(
                "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH",
                "error:1C80006B:Provider routines::wrong final block length",
            ));
        }
        chain.apply(Array::slice_as_chunks_mut(&mut last).0);
        if !self.locks && padded {
            let count = last.last().copied().map_or(0, usize::from);
            let kept = last.len().checked_sub(count).filter(|_| (1..=SIZE).contains(&count));
            match kept.filter(|kept| last.iter().skip(*kept).all(|byte| usize::from(*byte) == count)) {
                Some(kept) => last.truncate(kept),
                None => {
                    let words = "error:1C800064:Provider routines::bad decrypt";
                    return Err(SystemError::coded("ERR_OSSL_BAD_DECRYPT", words));
                }
            }
        }
        Ok(last)
    }
}

fn too_long() -> SystemError {
    SystemError::of("more data than this cipher may take with one vector")
}

fn work<C>(mode: &str, locks: bool, cipher: C, iv: &[u8]) -> Option<Work>
where
    C: BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt<BlockSize = U16> + KeyInit + 'static,
{
    let block = Block::slice_as_array(iv);
    Some(match mode {
        "cbc" if locks => Work::Blocks(Box::new(Locking(cbc::Encryptor::inner_iv_init(cipher, block?)))),
        "cbc" => Work::Blocks(Box::new(Opening(cbc::Decryptor::inner_iv_init(cipher, block?)))),
        "ecb" => Work::Blocks(Box::new(Unchained { cipher, locks })),
        "ctr" => {
            let core = ctr::CtrCore::<C, ctr::flavors::Ctr128BE>::inner_iv_init(cipher, block?);
            Work::Stream(Box::new(aes::cipher::StreamCipherCoreWrapper::from_core(core)))
        }
        "gcm" => Work::Sealed(Box::new(Sealed::new(cipher, iv))),
        _ => return None,
    })
}

/// `{ update(bytes, padded), aad(bytes), finish(padded), tag() }`; the seal comes after the end.
fn new_cipher<'js>(ctx: Ctx<'js>, mode: String, locks: bool, key: Bytes, iv: Bytes) -> rquickjs::Result<Object<'js>> {
    let Some(running) = Running::new(&mode, locks, &key.0, &iv.0) else {
        return Err(Exception::throw_message(&ctx, &format!("the cipher `{mode}` cannot be used with these lengths")));
    };
    let state = Rc::new(RefCell::new(running));
    let out = Object::new(ctx.clone())?;
    let running = Rc::clone(&state);
    let update = move |ctx: Ctx<'js>, bytes: Bytes, padded: bool| {
        running.borrow_mut().update(bytes.0, padded).map(Bytes).map_err(|error| error.throw(&ctx))
    };
    out.set("update", Function::new(ctx.clone(), update)?)?;
    let running = Rc::clone(&state);
    let aad = move |bytes: Bytes| {
        if let Work::Sealed(seal) = &mut running.borrow_mut().work {
            seal.beside(&bytes.0);
        }
    };
    out.set("aad", Function::new(ctx.clone(), aad)?)?;
    let running = Rc::clone(&state);
    let finish = move |ctx: Ctx<'js>, padded: bool| {
        running.borrow_mut().finish(padded).map(Bytes).map_err(|error| error.throw(&ctx))
    };
    out.set("finish", Function::new(ctx.clone(), finish)?)?;
    let tag = move || match &mut state.borrow_mut().work {
        Work::Sealed(seal) => Bytes(seal.tag().to_vec()),
        Work::Blocks(_) | Work::Stream(_) => Bytes::default(),
    };
    out.set("tag", Function::new(ctx, tag)?)?;
    Ok(out)
}
