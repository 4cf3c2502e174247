//! Masks what has the form of a secret: keys of known services, tokens after `Bearer`, private keys, and values of
//! variables that are called a key, token, secret or password.

use std::borrow::Cow;

/// How keys of known services begin, and how many characters follow at least.
const BEGINNINGS: &[(&str, usize)] = &[
    ("sk-", 16),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("hf_", 20),
    ("npm_", 20),
    ("pypi-", 20),
    ("gsk_", 20),
    ("xai-", 20),
    ("eyJ", 40),
];

/// What the name of a variable ends with whose value is a secret.
const NAMES: &[&str] = &["key", "token", "secret", "password", "passwd", "credential"];

/// Characters of a value from which on it can be a secret.
const SHORTEST: usize = 8;

const MASK: &str = "•••• masked";

/// The text without its secrets.
pub(super) fn mask(text: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = if starts_word(text, at) { secret(rest) } else { None };
        match length {
            Some((before, length)) => {
                masked.push_str(text.get(kept..at + before).unwrap_or_default());
                masked.push_str(MASK);
                at += before + length;
                kept = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(masked)
}

fn starts_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    before.is_none_or(|before| !before.is_alphanumeric() && before != '_')
}

/// A secret at the beginning of a text: what stands before it, and its own length.
fn secret(text: &str) -> Option<(usize, usize)> {
    if text.starts_with("-----BEGIN ") && text.lines().next().is_some_and(|line| line.contains("PRIVATE KEY")) {
        let end = text.find("-----END ").and_then(|end| Some(end + text.get(end + 9..)?.find("-----")? + 14));
        return Some((0, end.unwrap_or(text.len()).min(text.len())));
    }
    for (beginning, least) in BEGINNINGS {
        if let Some(rest) = text.strip_prefix(beginning) {
            let length = token(rest);
            return (length >= *least).then_some((0, beginning.len() + length));
        }
    }
    for word in ["Bearer ", "bearer "] {
        if let Some(rest) = text.strip_prefix(word) {
            let length = token(rest);
            return (length >= 16).then_some((word.len(), length));
        }
    }
    assigned(text)
}

/// The value that is given to a name which ends like a secret's.
fn assigned(text: &str) -> Option<(usize, usize)> {
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
    let lower = text.get(..name)?.to_ascii_lowercase();
    if !NAMES.iter().any(|end| lower.ends_with(end)) {
        return None;
    }
    let rest = text.get(name..)?;
    let value = rest.trim_start_matches(['"', '\'', ' ']);
    let value = value.strip_prefix([':', '='])?.trim_start_matches(['"', '\'', ' ']);
    let length = token(value);
    let looks_so = value.get(..length)?.bytes().any(|byte| byte.is_ascii_digit());
    (length >= SHORTEST && looks_so).then_some((text.len() - value.len(), length))
}

fn token(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '+' | '=');
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn what_has_the_form_of_a_secret_is_masked() {
        for (text, masked) in [
            ("AKIAABCDEFGHIJKLMNOP", "•••• masked"),
            ("Authorization: Bearer abcdefgh12345678", "Authorization: Bearer •••• masked"),
            ("OPENAI_API_KEY=abc12345xyz\nnext", "OPENAI_API_KEY=•••• masked\nnext"),
            ("\"password\": \"hunter2hunter2\"", "\"password\": \"•••• masked\""),
            ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nafter", "•••• masked\nafter"),
        ] {
            assert_eq!(mask(text), masked);
        }
        let key = format!("sk-{}", "a1b2".repeat(6));
        assert_eq!(mask(&format!("key {key}!")), "key •••• masked!");
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [
            "task-oriented",
            "sk-short",
            "the key is missing",
            "token: usize",
            "monkey=banana",
            "key = \"plain words\"",
            "",
        ] {
            assert_eq!(mask(text), text);
        }
    }
}
