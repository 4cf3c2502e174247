//! The kind of a failure, from what the server said (spec/providers.md 4).
//!
//! What is certain counts first: the vendor's own codes, then the status; the words of a text are the last resort. A wire
//! that knows better says the kind itself.

use pith_types::FailureKind;
use serde_json::Value;

use super::overflow::says_overflow;
use super::phrases::{any, has_number};
use super::retry::TRANSIENT_STATUSES;

/// What a server said when it refused, or broke off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Said<'a> {
    /// Who said it; some say some things in a way of their own.
    pub provider: &'a str,
    /// HTTP status, where the answer had one that says something.
    pub status: Option<u16>,
    /// The body, or the error object of a stream.
    pub body: &'a str,
}

/// The kind of a failure.
pub fn classify(said: Said<'_>) -> FailureKind {
    let object = serde_json::from_str::<Value>(said.body).unwrap_or_default();
    let text = said.body.to_lowercase();
    let codes = codes(&object);
    let coded = codes.iter().find_map(|code| by_code(code));
    // Google calls every limit a quota, that of a minute too.
    let passes = coded == Some(FailureKind::RateLimit) && is_of_a_moment(&text);
    let limited = !passes && any(include_str!("limit_phrases.txt"), &text);
    // In a stream the status stands in the error, if anywhere.
    let number = || codes.iter().find_map(|code| code.parse().ok().filter(|code| (400..600).contains(code)));
    match (coded, said.status.or_else(number)) {
        (Some(FailureKind::RateLimit), _) | (None, Some(429)) if limited => FailureKind::Quota,
        // Too many tokens a minute is no overflow, whatever the words.
        (_, Some(429)) if coded != Some(FailureKind::Quota) => FailureKind::RateLimit,
        (Some(FailureKind::InvalidRequest), status) => match by_status(status, &text, said.provider, limited) {
            FailureKind::ContextOverflow => FailureKind::ContextOverflow,
            _ => FailureKind::InvalidRequest,
        },
        (Some(kind), _) => kind,
        (None, status) => by_status(status, &text, said.provider, limited),
    }
}

/// Whether a limit is one of a minute or less, by the names that Google has for its limits, or by the wait that it asks for.
fn is_of_a_moment(text: &str) -> bool {
    !text.contains("perday") && ["perminute", "persecond", "\"retrydelay\""].iter().any(|word| text.contains(word))
}

/// Whether a server minds how many tools, or how large ones, it is to bind arguments to (spec/providers.md 2.6).
pub(crate) fn is_strict_limit(text: &str) -> bool {
    let text = text.to_lowercase();
    ["compiled grammar is too large", "too many strict tools", "too many parameters with union types"]
        .iter()
        .any(|phrase| text.contains(phrase))
}

/// The kind of a failure of which there is only a text.
pub(crate) fn classify_text(text: &str, provider: &str) -> FailureKind {
    let text = text.to_lowercase();
    by_status(None, &text, provider, any(include_str!("limit_phrases.txt"), &text))
}

fn by_status(status: Option<u16>, text: &str, provider: &str, limited: bool) -> FailureKind {
    if limited {
        return FailureKind::Quota;
    }
    let without_body = provider == "cerebras" && text.trim().is_empty() && matches!(status, Some(400 | 413));
    if status == Some(413) || without_body || says_overflow(text, provider) {
        return FailureKind::ContextOverflow;
    }
    match status {
        Some(401 | 407) => FailureKind::Authentication,
        Some(402) => FailureKind::Quota,
        Some(408 | 425) => FailureKind::Network,
        Some(409 | 500..) => FailureKind::Overloaded,
        _ => match (transient(text, status.is_none()), status) {
            (Some(kind), _) => kind,
            (None, Some(403)) => FailureKind::Authentication,
            (None, Some(400..)) => FailureKind::InvalidRequest,
            (None, _) => FailureKind::Protocol,
        },
    }
}

/// The kind of a failure that passes, by its words.
fn transient(text: &str, numbers: bool) -> Option<FailureKind> {
    if any(include_str!("rate_phrases.txt"), text) || (numbers && has_number(text, "429")) {
        return Some(FailureKind::RateLimit);
    }
    if any(include_str!("network_phrases.txt"), text) {
        return Some(FailureKind::Network);
    }
    let numbered = numbers && TRANSIENT_STATUSES.iter().any(|status| has_number(text, status));
    (numbered || any(include_str!("transient_phrases.txt"), text)).then_some(FailureKind::Overloaded)
}

/// Where vendors put the codes of an error: on top, in `error`, or in a list with one error in it.
fn codes(object: &Value) -> Vec<String> {
    let object = object.get(0).unwrap_or(object);
    let mut codes = Vec::new();
    for part in [object.get("error"), Some(object), object.get("detail")].into_iter().flatten() {
        for key in ["code", "type", "status", "__type", "error_code"] {
            match part.get(key) {
                Some(Value::String(code)) => codes.push(code.rsplit(['#', ':']).next().unwrap_or(code).to_lowercase()),
                Some(Value::Number(code)) => codes.push(code.to_string()),
                _ => {}
            }
        }
    }
    codes
}

fn by_code(code: &str) -> Option<FailureKind> {
    let mut lines = include_str!("codes.txt").lines().filter_map(|line| line.split_once(' '));
    let (kind, _) = lines.find(|(_, known)| *known == code)?;
    match kind {
        "authentication" => Some(FailureKind::Authentication),
        "quota" => Some(FailureKind::Quota),
        "rate_limit" => Some(FailureKind::RateLimit),
        "overloaded" => Some(FailureKind::Overloaded),
        "context_overflow" => Some(FailureKind::ContextOverflow),
        "refused" => Some(FailureKind::Refused),
        "invalid_request" => Some(FailureKind::InvalidRequest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kind(status: u16, body: &str) -> FailureKind {
        classify(Said { provider: "p", status: Some(status), body })
    }

    #[test]
    fn codes_count_before_the_status_and_the_status_before_words() {
        let coded = |code: &str| format!(r#"{{"type":"error","error":{{"type":"{code}","message":"no"}}}}"#);
        assert_eq!(kind(400, &coded("overloaded_error")), FailureKind::Overloaded);
        assert_eq!(kind(403, r#"{"__type":"com.amazon#ExpiredTokenException"}"#), FailureKind::Authentication);
        assert_eq!(kind(401, r#"{"error":"server is busy"}"#), FailureKind::Authentication);
        assert_eq!(kind(400, &coded("invalid_request_error")), FailureKind::InvalidRequest);
        assert_eq!(kind(502, "<html>"), FailureKind::Overloaded);
    }

    #[test]
    fn too_many_requests_are_never_too_large_a_context() {
        assert_eq!(kind(429, r#"{"error":{"message":"prompt is too long"}}"#), FailureKind::RateLimit);
        assert_eq!(kind(429, r#"{"message":"Too many tokens, please wait"}"#), FailureKind::RateLimit);
        assert_eq!(kind(429, r#"{"error":{"code":"insufficient_quota","message":"x"}}"#), FailureKind::Quota);
        assert_eq!(kind(429, r#"{"error":{"message":"You exceeded your current quota"}}"#), FailureKind::Quota);
    }

    #[test]
    fn a_quota_of_a_minute_passes_and_one_of_a_day_does_not() {
        let said = |quota: &str, wait: &str| {
            let failure =
                json!({"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]});
            let wait = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": wait});
            let message = "You exceeded your current quota, please check your plan and billing details.";
            json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": message, "details": [failure, wait]}})
        };
        let minute = said("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "34s").to_string();
        let day = said("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "34s").to_string();
        assert_eq!(kind(429, &minute), FailureKind::RateLimit);
        assert_eq!(kind(429, &day), FailureKind::Quota);
        let bare = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Quota exceeded"}}"#;
        assert_eq!(kind(429, bare), FailureKind::Quota);
    }

    #[test]
    fn a_context_that_is_too_large_is_known_by_many_words() {
        for (status, body) in [
            (400, r#"{"error":{"message":"litellm.ContextWindowExceededError: too big"}}"#),
            (422, r#"{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096"}"#),
            (400, r#"{"error":"Trying to keep the first 5300 tokens when context the overflows"}"#),
            (400, r#"{"error":{"message":"输入超出了模型的上下文长度"}}"#),
            (413, "<html>"),
            (400, r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 > 8"}}"#),
        ] {
            assert_eq!(kind(status, body), FailureKind::ContextOverflow, "{body}");
        }
        let empty = |provider| classify(Said { provider, status: Some(400), body: "" });
        assert_eq!(empty("cerebras"), FailureKind::ContextOverflow);
        assert_eq!(empty("other"), FailureKind::InvalidRequest);
    }

    #[test]
    fn words_decide_where_nothing_else_does() {
        for code in ["read ECONNRESET", "write EPIPE", "connect ETIMEDOUT 10.0.0.1:443"] {
            assert_eq!(classify_text(code, ""), FailureKind::Network, "{code}");
        }
        assert_eq!(classify_text("Rate limit reached", ""), FailureKind::RateLimit);
        assert_eq!(classify_text("error 503", ""), FailureKind::Overloaded);
        assert_eq!(classify_text("Provider finish_reason: odd", ""), FailureKind::Protocol);
    }
}
