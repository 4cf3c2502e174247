//! From logits to an answer: which token next, and what the tokens so far mean.
//!
//! Comes in: logits, and the declared tools. Goes out: text that is certainly text, and calls that are certainly valid.
//! Knows nothing of threads, files or events.

mod call;
mod echo;
mod grammar;
mod repetition;
mod sampler;
mod watch;

pub(crate) use call::{Call, Progress};
pub(crate) use echo::Echo;
pub(crate) use grammar::Tools;
pub(crate) use repetition::repeats;
pub(crate) use sampler::Sampler;
pub(crate) use watch::{Form, OPEN_TAG, Sight, Watch};

/// What ends a call in tags, as it is put after the call's JSON.
pub(crate) const CLOSE_TAG: &str = "\n</tool_call>";
