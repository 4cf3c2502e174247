//! What the servers of this wire say when they refuse, as text.

/// Characters that are kept of a body.
const MAX_BODY: usize = 4000;

/// The text of an answer with this status.
pub(super) fn http_error(status: u16, body: &str) -> String {
    match body.trim() {
        "" => format!("{status} status code (no body)"),
        body => format!("{status} {}", body.chars().take(MAX_BODY).collect::<String>()),
    }
}
