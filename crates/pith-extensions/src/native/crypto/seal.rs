//! Galois counter mode in pieces, as NIST SP 800-38D has it: a stream, and a seal over what went through it and what was
//! beside it. Made of the mode's two parts, since the usual implementations want the whole text at once.

use aes::cipher::{
    BlockCipherEncrypt, InnerIvInit as _, KeyInit, StreamCipher as _, StreamCipherCoreWrapper, StreamCipherError,
    array::Array, consts::U16,
};
use ctr::{CtrCore, flavors::Ctr32BE};
use ghash::{GHash, universal_hash::UniversalHash as _};

use super::cipher::Block;

/// The mode for any key.
pub(super) trait Seal {
    /// Takes what is sealed but not hidden, before everything else.
    fn beside(&mut self, bytes: &[u8]);

    /// Hides or shows a piece.
    fn apply(&mut self, bytes: &mut [u8], locks: bool) -> Result<(), StreamCipherError>;

    /// The seal over everything so far; ends it.
    fn tag(&mut self) -> [u8; 16];
}

pub(super) struct Sealed<C: BlockCipherEncrypt<BlockSize = U16>> {
    stream: StreamCipherCoreWrapper<CtrCore<C, Ctr32BE>>,
    hash: GHash,
    /// Hides the seal.
    mask: Block,
    beside: Vec<u8>,
    beside_is_taken: bool,
    /// Hidden text that fills no block yet.
    held: Vec<u8>,
    length: u64,
}

impl<C: BlockCipherEncrypt<BlockSize = U16> + KeyInit> Sealed<C> {
    pub(super) fn new(cipher: C, iv: &[u8]) -> Self {
        let mut key = Block::default();
        cipher.encrypt_block(&mut key);
        let mut first = Block::default();
        if let (12, Some(start)) = (iv.len(), first.get_mut(..12)) {
            start.copy_from_slice(iv);
            first[15] = 1;
        } else {
            let mut hash = GHash::new(&key);
            hash.update_padded(iv);
            hash.update(&[lengths(0, iv.len() as u64)]);
            first = hash.finalize();
        }
        let mut stream = StreamCipherCoreWrapper::from_core(CtrCore::inner_iv_init(cipher, &first));
        let mut mask = Block::default();
        stream.apply_keystream(&mut mask);
        let hash = GHash::new(&key);
        Self { stream, hash, mask, beside: Vec::new(), beside_is_taken: false, held: Vec::new(), length: 0 }
    }

    fn take_beside(&mut self) {
        if !std::mem::replace(&mut self.beside_is_taken, true) {
            self.hash.update_padded(&self.beside);
        }
    }

    fn hear(&mut self, hidden: &[u8]) {
        self.length += hidden.len() as u64;
        self.held.extend_from_slice(hidden);
        let (blocks, rest) = Array::slice_as_chunks(&self.held);
        self.hash.update(blocks);
        self.held = rest.to_vec();
    }
}

impl<C: BlockCipherEncrypt<BlockSize = U16> + KeyInit> Seal for Sealed<C> {
    fn beside(&mut self, bytes: &[u8]) {
        self.beside.extend_from_slice(bytes);
    }

    fn apply(&mut self, bytes: &mut [u8], locks: bool) -> Result<(), StreamCipherError> {
        self.take_beside();
        if !locks {
            self.hear(bytes);
        }
        self.stream.try_apply_keystream(bytes)?;
        if locks {
            self.hear(bytes);
        }
        Ok(())
    }

    fn tag(&mut self) -> [u8; 16] {
        self.take_beside();
        let mut hash = self.hash.clone();
        hash.update_padded(&self.held);
        hash.update(&[lengths(self.beside.len() as u64, self.length)]);
        let mut tag = hash.finalize();
        tag.iter_mut().zip(&self.mask).for_each(|(byte, mask)| *byte ^= mask);
        tag.into()
    }
}

/// Both lengths in bits, as the seal counts them.
fn lengths(beside: u64, text: u64) -> Block {
    let [beside, text] = [beside, text].map(|bytes| u128::from(bytes.wrapping_mul(8)));
    Block::from((beside << 64 | text).to_be_bytes())
}
