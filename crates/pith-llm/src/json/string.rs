//! The inside of one string literal, decoded as its pieces come (spec/core.md R5.6): an escape is held back until it is
//! complete, an invalid one stays as text.

/// A string literal after its opening quote.
#[derive(Debug, Clone, Default)]
pub(super) struct StringDecoder {
    /// The escape that is not complete yet, with its backslash.
    held: String,
}

impl StringDecoder {
    /// Decodes up to the closing quote, or all of `piece`; gives what is left after the quote, if it came.
    pub(super) fn feed<'a>(&mut self, piece: &'a str, out: &mut String) -> Option<&'a str> {
        let mut rest = piece;
        loop {
            if self.held.is_empty() {
                let Some(stop) = rest.find(['"', '\\']) else {
                    out.push_str(rest);
                    return None;
                };
                let (plain, tail) = rest.split_at(stop);
                out.push_str(plain);
                match tail.strip_prefix('"') {
                    Some(after) => return Some(after),
                    None => self.held.push('\\'),
                }
                rest = tail.get(1..).unwrap_or_default();
                continue;
            }
            let next = rest.chars().next()?;
            match self.take(next, out) {
                Taken::Yes => rest = rest.get(next.len_utf8()..).unwrap_or_default(),
                Taken::No => {}
            }
        }
    }

    fn take(&mut self, next: char, out: &mut String) -> Taken {
        match self.held.len() {
            1 => {
                let decoded = match next {
                    '"' | '\\' | '/' => next,
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        self.held.push('u');
                        return Taken::Yes;
                    }
                    _ => {
                        self.give_up(out);
                        return Taken::No;
                    }
                };
                self.held.clear();
                out.push(decoded);
                Taken::Yes
            }
            2..6 | 8..12 if next.is_ascii_hexdigit() => {
                self.held.push(next);
                self.complete(out);
                Taken::Yes
            }
            // A high surrogate waits for its other half.
            6 if next == '\\' => {
                self.held.push(next);
                Taken::Yes
            }
            7 if next == 'u' => {
                self.held.push(next);
                Taken::Yes
            }
            _ => {
                self.give_up(out);
                Taken::No
            }
        }
    }

    /// Decodes the held escape if it is complete and is not the first half of a pair.
    fn complete(&mut self, out: &mut String) {
        let units: Vec<u16> = self
            .held
            .split("\\u")
            .filter_map(|digits| (digits.len() == 4).then(|| u16::from_str_radix(digits, 16).ok())?)
            .collect();
        let waits = self.held.len() == 6 && matches!(units.as_slice(), [0xD800..=0xDBFF]);
        if matches!(self.held.len(), 6 | 12) && !waits {
            out.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
            self.held.clear();
        }
    }

    /// The held text is no escape; a complete first half of a pair becomes U+FFFD, all else stays as it is.
    fn give_up(&mut self, out: &mut String) {
        let held = std::mem::take(&mut self.held);
        match held.get(6..) {
            None => out.push_str(&held),
            Some(second) => {
                out.push(char::REPLACEMENT_CHARACTER);
                // What began like the second half may be any other escape.
                if second == "\\" {
                    self.held.push('\\');
                } else {
                    out.push_str(second);
                }
            }
        }
    }
}

enum Taken {
    Yes,
    No,
}
