//! Replacements that replace nothing. Small models often find the right place and then write it down unchanged, although
//! the change they mean is nearly as likely; such a replacement is noticed before it is finished.
//!
//! Comes in: the JSON of a call so far. Goes out: whether its last replacement repeats what it replaces.

/// Arguments that are a text and what to put in its place, in the order in which a call is written.
const PAIRS: [(&str, &str); 2] = [("oldText", "newText"), ("old_string", "new_string")];

/// How the last replacement of a call stands to what it replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    /// No replacement is being written, or it differs.
    None,
    /// It is the beginning of what it replaces, or all of it, and is not closed.
    Open,
    /// It is closed and changes nothing.
    Whole,
}

/// Looks at a call's JSON, whose white space is the grammar's.
pub(super) fn echo(json: &str) -> Echo {
    PAIRS.iter().map(|(old, new)| pair(json, old, new)).find(|echo| *echo != Echo::None).unwrap_or(Echo::None)
}

fn pair(json: &str, old: &str, new: &str) -> Echo {
    let begin = |name: &str| format!("\"{name}\": \"");
    let Some((before, replacement)) = json.rsplit_once(&begin(new)) else { return Echo::None };
    let Some((_, replaced)) = before.rsplit_once(&begin(old)) else { return Echo::None };
    let (replaced, _) = string(replaced);
    match string(replacement) {
        (text, None) if replaced.starts_with(text) => Echo::Open,
        // What follows the replacement makes it an older one.
        (text, Some(after)) if text == replaced && !after.contains('"') => Echo::Whole,
        _ => Echo::None,
    }
}

/// The inside of a JSON string that has begun, and what follows its end, if it has one.
fn string(text: &str) -> (&str, Option<&str>) {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'"' && !escaped {
            return (text.get(..at).unwrap_or_default(), text.get(at + 1..));
        }
        escaped = byte == b'\\' && !escaped;
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_that_changes_nothing_is_noticed_when_it_is_closed() {
        let at = |rest: &str| echo(&format!("{{\"edits\": [{{\"oldText\": \"a\\\"b\", {rest}"));
        assert_eq!(at(""), Echo::None);
        assert_eq!(at("\"newText\": \""), Echo::Open);
        assert_eq!(at("\"newText\": \"a\\\"b"), Echo::Open);
        assert_eq!(at("\"newText\": \"a\\\"c"), Echo::None);
        assert_eq!(at("\"newText\": \"a\\\"b\"}"), Echo::Whole);
        assert_eq!(at("\"newText\": \"a\"}"), Echo::None);
        assert_eq!(at("\"newText\": \"a\\\"bc\"}"), Echo::None);
        assert_eq!(at("\"newText\": \"x\"}, {\"oldText\": \"c\", \"newText\": \"c"), Echo::Open);
    }
}
