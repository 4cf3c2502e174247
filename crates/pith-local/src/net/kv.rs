//! Keys and values of every token read so far.
//!
//! They are kept in half precision, per layer and head, one token after the other, so that cutting is truncating. The
//! saved form is the tokens and the raw halves, closed by a hash; whatever does not match it is not loaded.

use half::f16;
use sha2::{Digest as _, Sha256};

use super::Shape;

const MAGIC: &[u8; 8] = b"PITHKV01";
/// Length of the hash at the end of the saved form.
const HASH: usize = 32;

/// Keys and values, and the tokens they belong to.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct KvCache {
    tokens: Vec<u32>,
    /// Per layer and head, keys before values: one run of `head` halves per token.
    lanes: Vec<Vec<f16>>,
    head: usize,
}

impl KvCache {
    pub(crate) fn new(shape: &Shape) -> Self {
        Self { tokens: Vec::new(), lanes: vec![Vec::new(); shape.layers * shape.kv_heads * 2], head: shape.head }
    }

    /// The tokens that were read.
    pub(crate) fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Makes room for this many tokens in all, so that later growth copies nothing.
    pub(crate) fn reserve(&mut self, tokens: usize) {
        let more = tokens.saturating_sub(self.tokens.len()) * self.head;
        self.lanes.iter_mut().for_each(|lane| lane.reserve_exact(more));
    }

    /// Forgets everything after the first `tokens` tokens.
    pub(crate) fn cut(&mut self, tokens: usize) {
        self.tokens.truncate(tokens);
        self.settle();
    }

    /// Takes the tokens over whose keys and values have just been added to every lane.
    pub(super) fn commit(&mut self, tokens: &[u32]) {
        self.tokens.extend_from_slice(tokens);
        debug_assert!(self.lanes.iter().all(|lane| lane.len() == self.tokens.len() * self.head));
    }

    /// Drops what an unfinished chunk left behind.
    pub(super) fn settle(&mut self) {
        let length = self.tokens.len() * self.head;
        self.lanes.iter_mut().for_each(|lane| lane.truncate(length));
    }

    /// The lanes of one layer: keys and values of its first head, of its second, and so on.
    pub(super) fn layer(&mut self, layer: usize, kv_heads: usize) -> &mut [Vec<f16>] {
        &mut self.lanes[layer * kv_heads * 2..(layer + 1) * kv_heads * 2]
    }

    /// The saved form.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let halves = self.tokens.len() * self.head * self.lanes.len();
        let mut bytes = Vec::with_capacity(32 + self.tokens.len() * 4 + halves * 2 + HASH);
        bytes.extend_from_slice(MAGIC);
        for size in [self.tokens.len(), self.lanes.len(), self.head] {
            bytes.extend_from_slice(&(size as u64).to_le_bytes());
        }
        for token in &self.tokens {
            bytes.extend_from_slice(&token.to_le_bytes());
        }
        for lane in &self.lanes {
            bytes.extend(lane.iter().flat_map(|value| value.to_le_bytes()));
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend_from_slice(&hash);
        bytes
    }

    /// Reads the saved form; nothing when it is damaged, or not of a network of this shape.
    pub(crate) fn from_bytes(shape: &Shape, bytes: &[u8]) -> Option<Self> {
        let (content, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
        if Sha256::digest(content).as_slice() != hash {
            return None;
        }
        let content = content.strip_prefix(MAGIC)?;
        let (sizes, content) = content.split_at_checked(24)?;
        let mut sizes = sizes.as_chunks::<8>().0.iter().map(|size| usize::try_from(u64::from_le_bytes(*size)).ok());
        let (tokens, lanes, head) = (sizes.next()??, sizes.next()??, sizes.next()??);
        let mut cache = Self::new(shape);
        if lanes != cache.lanes.len() || head != cache.head {
            return None;
        }
        let (ids, halves) = content.split_at_checked(tokens.checked_mul(4)?)?;
        let per_lane = tokens.checked_mul(head)?.checked_mul(2)?;
        if halves.len() != per_lane.checked_mul(lanes)? {
            return None;
        }
        cache.tokens = ids.as_chunks::<4>().0.iter().map(|id| u32::from_le_bytes(*id)).collect();
        for (lane, bytes) in cache.lanes.iter_mut().zip(halves.chunks_exact(per_lane.max(1))) {
            *lane = bytes.as_chunks::<2>().0.iter().map(|two| f16::from_le_bytes(*two)).collect();
        }
        Some(cache)
    }
}
