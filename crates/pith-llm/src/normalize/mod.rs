//! A transcript made fit for one model (spec/core.md R5.10, R5.11): what another model left is taken out or rewritten, what
//! a provider would refuse is mended. Pure; untouched messages are shared, not copied.
//!
//! Passes, in order: [`images`](hide_images), foreign answers, pairing of calls and results. The other files are pieces that
//! the wires call themselves.

mod error_images;
mod foreign;
mod ids;
mod images;
mod pairing;
mod strict_schema;

use pith_types::{Message, Model};

pub use error_images::{SplitImages, split_error_images};
pub use ids::{IdRule, anthropic_id, completions_id, short_hash};
pub use images::hide_images;
pub use strict_schema::strict_schema;

/// The transcript as `model` can be given it. `rule` rewrites the ids of calls that came from another model; `now` (Unix
/// milliseconds) stamps results that had to be invented.
pub fn transform_messages(messages: &[Message], model: &Model, rule: Option<IdRule>, now: i64) -> Vec<Message> {
    let visible = hide_images(messages, model);
    let rewritten = foreign::rewrite_answers(&visible, model, rule);
    pairing::pair_results(&rewritten, now)
}
