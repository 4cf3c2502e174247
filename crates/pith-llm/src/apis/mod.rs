//! The wires: one folder each, and the one list of them.
//!
//! What all wires share stands beside the folders: `answer` grows the message, `drive` moves bytes from the transport
//! through a wire's decoder, `address` says where a request goes.

mod address;
mod answer;
pub mod anthropic_messages;
pub mod bedrock_converse_stream;
mod constrained;
mod drive;
mod flags;
mod head;
mod missed_calls;
pub mod openai_completions;
mod scrub;

use std::sync::Arc;

use crate::Api;

/// Every wire of this crate that goes over a network.
pub fn all() -> Vec<Arc<dyn Api>> {
    vec![
        Arc::new(anthropic_messages::AnthropicMessages::default()),
        Arc::new(bedrock_converse_stream::BedrockConverseStream),
        Arc::new(openai_completions::OpenAiCompletions),
    ]
}
