//! Between text and tokens.
//!
//! Comes in: the tokenizer of a GGUF file. Goes out: tokens for text, bytes for tokens, and which tokens end an answer.
//! Text of a conversation never becomes a control token, whatever it says; only the scaffold of a chat template does.

mod piece;
mod utf8;
mod vocabulary;

pub(crate) use piece::Piece;
#[cfg(test)]
pub(crate) use piece::join;
pub(crate) use utf8::Utf8;
pub(crate) use vocabulary::Vocabulary;
