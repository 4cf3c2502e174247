//! The wires: one folder each, and the one list of them.
//!
//! What all wires share stands beside the folders: `answer` grows the message, `drive` moves bytes from the transport
//! through a wire's decoder, `address` says where a request goes, `head` makes its headers, `flags` reads `compat`,
//! `constrained` binds the decoding of arguments, `halves` joins characters that were cut in two,
//! `refusal` reads what OpenAI's kind of server says when it refuses.

mod address;
mod answer;
pub mod anthropic_messages;
pub mod azure_openai_responses;
pub mod bedrock_converse_stream;
mod constrained;
mod drive;
mod flags;
mod functions;
pub mod google_generative_ai;
pub mod google_vertex;
mod halves;
mod head;
mod missed_calls;
pub mod mistral_conversations;
pub mod openai_completions;
pub mod openai_responses;
#[cfg(test)]
mod played;
mod refusal;
mod scrub;
pub mod stream_proxy;

use std::sync::Arc;

use crate::Api;

/// Every wire of this crate that goes over a network.
pub fn all() -> Vec<Arc<dyn Api>> {
    vec![
        Arc::new(anthropic_messages::AnthropicMessages::default()),
        Arc::new(azure_openai_responses::AzureOpenAiResponses),
        Arc::new(bedrock_converse_stream::BedrockConverseStream),
        Arc::new(google_generative_ai::GoogleGenerativeAi),
        Arc::new(google_vertex::GoogleVertex),
        Arc::new(mistral_conversations::MistralConversations),
        Arc::new(openai_completions::OpenAiCompletions),
        Arc::new(openai_responses::OpenAiResponses),
    ]
}
