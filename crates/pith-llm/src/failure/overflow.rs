//! Whether the context was too large for the model (spec/core.md R5.12, spec/providers.md 4.1).

use pith_types::{AssistantMessage, FailureKind, StopReason};

use super::phrases::{any, has_number};

/// Whether an answer failed, or came to nothing, because the context was too large.
///
/// `window` is the model's, in tokens, where it is known: some servers drop what does not fit and say nothing.
pub fn is_context_overflow(message: &AssistantMessage, window: Option<u64>) -> bool {
    if let (StopReason::Error, Some(failure)) = (message.stop_reason, &message.failure) {
        return failure.kind == FailureKind::ContextOverflow;
    }
    match (&message.stop_reason, &message.error_message) {
        (StopReason::Error, Some(text)) => says_overflow(&text.to_lowercase(), &message.provider),
        _ => window.is_some_and(|window| window > 0 && overran(message, window)),
    }
}

pub(super) fn says_overflow(text: &str, provider: &str) -> bool {
    let throttled = text.starts_with("throttling error:") || text.starts_with("service unavailable:");
    if throttled || text.contains("rate limit") || text.contains("too many requests") {
        return false;
    }
    let without_body = text.contains("(no body)") && (has_number(text, "400") || has_number(text, "413"));
    any(include_str!("overflow_phrases.txt"), text) || is_too_large(text) || (provider == "cerebras" && without_body)
}

/// HTTP's own status for it, at the start of the text.
fn is_too_large(text: &str) -> bool {
    let bare = text.strip_prefix("413").is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    let named = text.split_once(" api error (413)").is_some_and(|(name, _)| !name.contains(char::is_whitespace));
    bare || named
}

fn overran(message: &AssistantMessage, window: u64) -> bool {
    let prompt = message.usage.input + message.usage.cache_read;
    match message.stop_reason {
        StopReason::Stop => prompt > window,
        StopReason::Length => message.usage.output == 0 && prompt as f64 >= 0.99 * window as f64,
        _ => false,
    }
}

/// Whether an answer was cut although more was wanted than it has: with a smaller context it may be whole.
pub fn is_recoverable_length(message: &AssistantMessage, desired_output: u64) -> bool {
    message.stop_reason == StopReason::Length && desired_output > 0 && message.usage.output < desired_output
}
