//! Keeps secrets out of texts that people and files get to see: some servers repeat the key they refuse.

use crate::{Secret, WireRequest};

/// Shorter values are no secrets, and would be found in any text.
const LEAST_LENGTH: usize = 6;

/// What stands in place of a secret.
const REDACTED: &str = "[redacted]";

/// Headers whose values are not secret, and would be missed in a text.
const OPEN_HEADERS: [&str; 4] = ["accept", "anthropic-version", "content-type", "user-agent"];

/// The texts of a request that must not be shown: what its headers hold, and what it is signed with.
pub(super) fn secrets_of(wire: &WireRequest) -> Vec<Secret> {
    let secret = |value: &Secret| {
        // A scheme such as `Bearer` stands before the key itself.
        let text = value.reveal().rsplit(' ').next().unwrap_or_default();
        (text.len() >= LEAST_LENGTH).then(|| Secret::new(text))
    };
    let headers = wire.headers.iter().filter(|(name, _)| !OPEN_HEADERS.contains(&name.as_str()));
    let signing = wire.signing.iter().flat_map(|signing| {
        [Some(&signing.access_key), Some(&signing.secret_key), signing.session_token.as_ref()].into_iter().flatten()
    });
    headers.map(|(_, value)| value).chain(signing).filter_map(secret).collect()
}

/// The text with every secret replaced.
pub(super) fn scrub(text: &str, secrets: &[Secret]) -> String {
    secrets.iter().fold(text.to_owned(), |text, secret| {
        if text.contains(secret.reveal()) { text.replace(secret.reveal(), REDACTED) } else { text }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_replaced_wherever_it_stands() {
        let headers = [
            ("authorization".to_owned(), Secret::new("Bearer sk-123456")),
            ("x-short".to_owned(), Secret::new("12")),
            ("content-type".to_owned(), Secret::new("application/json")),
        ];
        let secrets = secrets_of(&WireRequest { headers: headers.to_vec(), ..WireRequest::default() });
        let text = scrub("bad key sk-123456 (Bearer sk-123456) in application/json 12", &secrets);
        assert_eq!(text, "bad key [redacted] (Bearer [redacted]) in application/json 12");
    }
}
