//! Splits what was typed behind a template's name into arguments (spec/coding-agent.md 2.5.5).

/// Arguments, with the text they were typed in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Arguments<'a> {
    typed: &'a str,
    /// Each argument without its quotes, and where it begins in the text.
    split: Vec<(usize, String)>,
}

/// White space separates; a quote at the start of an argument holds it together up to the next one of its kind.
pub(super) fn split(typed: &str) -> Arguments<'_> {
    let mut split = Vec::new();
    let mut at = 0;
    while let Some(start) = typed.get(at..).and_then(|rest| rest.find(|c: char| !c.is_whitespace())) {
        let start = at + start;
        let rest = typed.get(start..).unwrap_or_default();
        let (argument, length) = quoted(rest).unwrap_or_else(|| plain(rest));
        split.push((start, argument));
        at = start + length;
    }
    Arguments { typed, split }
}

impl Arguments<'_> {
    /// The argument of that number, from 1.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        self.split.get(number.checked_sub(1)?).map(|(_, argument)| argument.as_str())
    }

    pub(super) fn len(&self) -> usize {
        self.split.len()
    }

    /// So many arguments from that number on, from 1, joined by one space.
    pub(super) fn joined(&self, first: usize, count: usize) -> String {
        let arguments = self.split.iter().skip(first.saturating_sub(1)).take(count);
        arguments.map(|(_, argument)| argument.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The text as typed, from the argument of that number on.
    pub(super) fn raw(&self, first: usize) -> &str {
        let start = self.split.get(first.saturating_sub(1)).map(|(start, _)| *start);
        start.and_then(|start| self.typed.get(start..)).unwrap_or_default().trim_end()
    }
}

/// An argument up to the next white space, and its length in bytes.
fn plain(text: &str) -> (String, usize) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (text.get(..end).unwrap_or_default().to_owned(), end)
}

/// An argument that begins with a quote, and its length in bytes; nothing when the quote is never closed.
fn quoted(text: &str) -> Option<(String, usize)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut argument = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = letters.next() {
        if c == '\\' && letters.peek().is_some_and(|(_, next)| *next == quote) {
            argument.push(quote);
            letters.next();
        } else if c == quote {
            // What follows the quote without a gap belongs to it.
            let (more, length) = plain(text.get(at + 1..)?);
            argument.push_str(&more);
            return Some((argument, at + 1 + length));
        } else {
            argument.push(c);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(typed: &str) -> Vec<String> {
        split(typed).split.into_iter().map(|(_, argument)| argument).collect()
    }

    #[test]
    fn quotes_hold_arguments_together_only_at_their_start() {
        for (typed, arguments) in [
            ("", &[][..]),
            ("  a\n\tb ", &["a", "b"]),
            ("\"a b\" c 'd e' don't", &["a b", "c", "d e", "don't"]),
            ("'a\nb' \"c \\\"d\\\" e\"", &["a\nb", "c \"d\" e"]),
            ("\"a b\"c d", &["a bc", "d"]),
            ("\"\" z", &["", "z"]),
            ("\"never closed", &["\"never", "closed"]),
            ("a\\b '\\x'", &["a\\b", "\\x"]),
            ("don't stop", &["don't", "stop"]),
            ("'\u{e9} \u{1f600}'x", &["\u{e9} \u{1f600}x"]),
        ] {
            assert_eq!(list(typed), arguments, "{typed}");
        }
    }

    #[test]
    fn the_text_as_typed_keeps_quotes_and_breaks() {
        let arguments = split("lab\n\nverbose \"q\"\n text \n");
        assert_eq!(arguments.raw(2), "verbose \"q\"\n text");
        assert_eq!(arguments.raw(1), "lab\n\nverbose \"q\"\n text");
        assert_eq!(arguments.raw(9), "");
        assert_eq!(arguments.joined(2, 2), "verbose q");
    }
}
