//! Finds phrases in a text, whatever their case. A phrase is a line: `…` stands for anything, `#` for a number.

/// Whether one of the lines of `list` occurs in `text`, which must be lower case.
pub(super) fn any(list: &str, text: &str) -> bool {
    list.lines().filter(|line| !line.is_empty()).any(|line| occurs(line, text))
}

fn occurs(phrase: &str, text: &str) -> bool {
    text.char_indices().any(|(at, _)| text.get(at..).is_some_and(|text| begins(phrase, text)))
}

/// Whether the text begins with the phrase.
fn begins(phrase: &str, text: &str) -> bool {
    let Some(first) = phrase.chars().next() else { return true };
    let rest = phrase.get(first.len_utf8()..).unwrap_or_default();
    match first {
        '…' => occurs(rest, text),
        '#' => {
            let after = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
            after.len() < text.len() && begins(rest, after)
        }
        _ => text.strip_prefix(first).is_some_and(|text| begins(rest, text)),
    }
}

/// Whether the number stands in the text by itself, not inside a longer word.
pub(super) fn has_number(text: &str, number: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(number).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + number.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_and_numbers_anywhere() {
        assert!(any("a…b\nlimit of # tokens", "x a y b"));
        assert!(!any("a…b", "b a"));
        assert!(any("limit of # tokens", "limit of many; limit of 1,024 tokens"));
        assert!(!any("limit of #", "limit of none"));
        assert!(has_number("error 500: x", "500") && !has_number("5000 a500 500b", "500"));
    }
}
