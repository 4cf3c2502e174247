//! The face for terminals: app events become lines, and nothing else; it prints nothing itself.

mod streaming;
mod tool_line;

pub use streaming::{Piece, StreamView};
