//! Bytes of a keyboard → single keys as the terminal sends them: a character, or an escape sequence; a pasted text is one.

const ESCAPE: u8 = 0x1b;

/// Around a pasted text.
const PASTE: (&str, &str) = ("\u{1b}[200~", "\u{1b}[201~");

/// Takes bytes in as they come. What is not whole yet waits.
#[derive(Debug, Default)]
pub struct Keys {
    open: Vec<u8>,
}

impl Keys {
    /// The keys that are whole now.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        self.open.extend_from_slice(bytes);
        let mut keys = Vec::new();
        let mut from = 0;
        while let Some(length) = whole(self.open.get(from..).unwrap_or_default()) {
            keys.push(text(self.open.get(from..from + length).unwrap_or_default()));
            from += length;
        }
        self.open.drain(..from);
        keys
    }

    /// Whether something waits for what may follow.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Nothing has followed: what waits is what it is. A paste that has not ended goes on.
    pub fn close(&mut self) -> Vec<String> {
        if self.open.starts_with(PASTE.0.as_bytes()) {
            return Vec::new();
        }
        let mut open = std::mem::take(&mut self.open);
        if open.first() != Some(&ESCAPE) || open.len() == 1 {
            return if open.is_empty() { Vec::new() } else { vec![text(&open)] };
        }
        // An escape, and then something else.
        let rest = open.split_off(1);
        let mut keys = vec![text(&open)];
        keys.extend(self.push(&rest));
        keys.extend(self.close());
        keys
    }
}

/// What was pasted, where a key is a paste.
pub fn pasted(key: &str) -> Option<&str> {
    key.strip_prefix(PASTE.0)?.strip_suffix(PASTE.1)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The length of the first key, if it is whole.
fn whole(bytes: &[u8]) -> Option<usize> {
    let first = *bytes.first()?;
    if first != ESCAPE {
        return character(first).filter(|length| bytes.len() >= *length);
    }
    match *bytes.get(1)? {
        b'[' if bytes.starts_with(PASTE.0.as_bytes()) => {
            let end = PASTE.1.as_bytes();
            bytes.windows(end.len()).position(|part| part == end).map(|at| at + end.len())
        }
        // Function keys of the Linux console.
        b'[' if bytes.get(2) == Some(&b'[') => (bytes.len() > 3).then_some(4),
        b'[' => bytes.iter().skip(2).position(|byte| (0x40..=0x7e).contains(byte)).map(|at| at + 3),
        b'O' => bytes.get(2).map(|_| 3),
        b']' | b'_' | b'P' | b'^' => control_string(bytes),
        ESCAPE => Some(1),
        other => character(other).map(|length| length + 1).filter(|length| bytes.len() >= *length),
    }
}

/// Bytes of a character that begins so. One that begins no character is one itself.
fn character(first: u8) -> Option<usize> {
    Some(match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    })
}

/// The end of a control string: BEL, or ESC and a backslash.
fn control_string(bytes: &[u8]) -> Option<usize> {
    let ends = |(at, byte): (usize, &u8)| match byte {
        0x07 => Some(at + 1),
        &ESCAPE if bytes.get(at + 1) == Some(&b'\\') => Some(at + 2),
        _ => None,
    };
    bytes.iter().enumerate().skip(2).find_map(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_sequences_are_keys_of_their_own() {
        let mut keys = Keys::default();
        assert_eq!(
            keys.push("aü\u{1b}[A\u{1b}OP\u{1b}[1;5C\u{1b}b\r".as_bytes()),
            ["a", "ü", "\u{1b}[A", "\u{1b}OP", "\u{1b}[1;5C", "\u{1b}b", "\r"]
        );
        assert!(!keys.is_open());
    }

    #[test]
    fn what_comes_in_pieces_waits_and_a_lone_escape_is_a_key_when_nothing_follows() {
        let mut keys = Keys::default();
        assert!(keys.push(b"\x1b").is_empty() && keys.push(b"[1;").is_empty());
        assert_eq!(keys.push(b"5C"), ["\u{1b}[1;5C"]);
        assert!(keys.push(&"ü".as_bytes()[..1]).is_empty());
        assert_eq!(keys.push(&"ü".as_bytes()[1..]), ["ü"]);
        assert!(keys.push(b"\x1b").is_empty() && keys.is_open());
        assert_eq!(keys.close(), ["\u{1b}"]);
        assert!(keys.push(b"\x1b[").is_empty());
        assert_eq!(keys.close(), ["\u{1b}", "["]);
    }

    #[test]
    fn a_paste_is_one_key_however_it_comes() {
        let mut keys = Keys::default();
        assert!(keys.push(b"\x1b[200~one\r").is_empty() && keys.close().is_empty());
        let all = keys.push(b"two\x1b[A\x1b[201~x");
        assert_eq!(all.len(), 2);
        assert_eq!(pasted(&all[0]), Some("one\rtwo\u{1b}[A"));
    }
}
