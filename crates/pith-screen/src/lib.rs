//! The face for terminals: app events become lines, and nothing else; it prints nothing itself.

mod asking;
mod choice;
mod flow;
mod notice;
mod streaming;
mod tool_line;
mod tree_rows;

pub use asking::{Answered, Asking, Told};
pub use choice::{Choice, Pick, yes_or_no};
pub use flow::Flow;
pub use notice::{message_text, notice};
pub use streaming::{Piece, StreamView};
pub use tree_rows::{TreeEntry, TreeRow, tree_rows};
