//! JSON as models write it: tool-call arguments that come in pieces, and are sometimes not quite JSON.
//!
//! [`parse_tool_call_arguments`] is the one final parse; everything incremental only shows what is there so far.

mod arguments;
mod best_effort;
mod complete;
mod incremental;
mod repair;
mod string;
#[cfg(test)]
mod tests;

pub use arguments::{ArgumentsStream, ParsedArguments, parse_tool_call_arguments};
pub use best_effort::parse_streaming_json;
pub(crate) use complete::is_complete_json;
pub use incremental::{Change, IncrementalParser, PathStep};
pub use repair::repair_json;
