//! What a header may carry: a key that was copied out of a text often has a quote of typography or a line break with it.

/// A character that no header carries.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Of the character, from 1.
    pub(super) position: usize,
}

/// Whether a value can be sent in a header.
pub(super) fn check(value: &str) -> Result<(), Fault> {
    let bad = |c: char| !c.is_ascii() || (c.is_ascii_control() && c != '\t');
    value.chars().position(bad).map_or(Ok(()), |index| Err(Fault { position: index + 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_character_that_cannot_be_sent_is_named_by_its_place() {
        assert_eq!(check("sk-abc"), Ok(()));
        assert_eq!(check("sk-abc\u{201d}"), Err(Fault { position: 7 }));
        assert_eq!(check("é\n"), Err(Fault { position: 1 }));
        assert_eq!(check("ab\ncd"), Err(Fault { position: 3 }));
    }
}
