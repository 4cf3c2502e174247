//! The best reading of JSON text that may be cut off anywhere (spec/core.md R5.3).
//!
//! Comes in: text. Goes out: the whole value if it parses, else what is there of it. Unlike the incremental parser this
//! one stops at what is wrong: what stands behind a member or item that cannot be read is left out.

use pith_types::parse_json;
use serde_json::{Map, Value};

use super::repair_json;

/// Deeper values are left out, as a strict parser leaves them out.
const DEEPEST: usize = 128;

/// The value, or an empty object when there is nothing. Spaces at the end of a text that is cut off within a string are
/// left out.
pub fn parse_streaming_json(text: &str) -> Value {
    let nothing = || Value::Object(Map::new());
    let text = text.trim();
    if text.is_empty() {
        return nothing();
    }
    let repaired = repair_json(text);
    let whole = parse_json(text).or_else(|_| parse_json(&repaired)).ok();
    whole.or_else(|| part_of(text)).or_else(|| part_of(&repaired)).unwrap_or_else(nothing)
}

fn part_of(text: &str) -> Option<Value> {
    Reader { text, at: 0 }.value(0)
}

/// Reads one value from a place in a text; nothing where there is none that could be shown.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\n', '\r', '\t']).len();
    }

    /// Takes the next character, if it is this one.
    fn takes(&mut self, expected: char) -> bool {
        let found = self.next() == Some(expected);
        self.at += if found { expected.len_utf8() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_blanks();
        match self.next()? {
            _ if depth > DEEPEST => None,
            '"' => self.string().map(Value::String),
            '{' => Some(Value::Object(self.object(depth))),
            '[' => Some(Value::Array(self.array(depth))),
            _ => self.word().or_else(|| self.number()),
        }
    }

    /// A literal, or the beginning of one at the end of the text.
    fn word(&mut self) -> Option<Value> {
        let rest = self.rest();
        let words = [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))];
        let begins = |word: &str| rest.starts_with(word) || word.starts_with(rest);
        let (word, value) = words.into_iter().find(|(word, _)| begins(word))?;
        self.at += word.len();
        Some(value)
    }

    fn number(&mut self) -> Option<Value> {
        let from = self.at;
        let length = self.rest().find([',', ']', '}']).unwrap_or(self.rest().len());
        self.at += length;
        let text = self.text.get(from..self.at)?;
        // An exponent that has no digits yet is left out.
        let number: Option<Value> = parse_json(text).ok().or_else(|| parse_json(text.get(..text.rfind('e')?)?).ok());
        number.filter(Value::is_number)
    }

    /// A string, or what is there of it: an escape that is cut off is left out.
    fn string(&mut self) -> Option<String> {
        let from = self.at;
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find_map(|(at, c)| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes.then_some(at)
        });
        if let Some(end) = end {
            self.at += end + 1;
            return parse_json(self.text.get(from..self.at)?).ok();
        }
        self.at = self.text.len();
        let open = self.text.get(from..)?;
        let closed = |text: &str| parse_json(&format!("{text}\"")).ok();
        let before_escape = || closed(open.get(..open.rfind('\\')?)?);
        closed(open.get(..open.len() - usize::from(escaped))?).or_else(before_escape)
    }

    fn object(&mut self, depth: usize) -> Map<String, Value> {
        let mut object = Map::new();
        self.at += 1;
        self.skip_blanks();
        while !self.takes('}') {
            self.skip_blanks();
            let key = if self.next() == Some('"') { self.string() } else { None };
            let Some(key) = key else { break };
            self.skip_blanks();
            self.at += self.next().map_or(0, char::len_utf8);
            let Some(value) = self.value(depth + 1) else { break };
            object.insert(key, value);
            self.skip_blanks();
            self.takes(',');
            self.skip_blanks();
        }
        object
    }

    fn array(&mut self, depth: usize) -> Vec<Value> {
        let mut array = Vec::new();
        self.at += 1;
        self.skip_blanks();
        while !self.takes(']') {
            let Some(value) = self.value(depth + 1) else { break };
            array.push(value);
            self.skip_blanks();
            self.takes(',');
            self.skip_blanks();
        }
        array
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_there_is_shown_and_what_is_wrong_ends_it() {
        for (text, value) in [
            (r#"{"a":"x\u00"#, json!({"a": "x"})),
            (r#"{"a":"bad\x","b":1"#, json!({})),
            (r#"{"a":1,"b":?,"c":2"#, json!({"a": 1})),
            ("[1,[2,{\"a\":fal", json!([1, [2, {"a": false}]])),
            ("{\"a\":\"x\ny\"}", json!({"a": "x\ny"})),
            ("?", json!({})),
        ] {
            assert_eq!(parse_streaming_json(text), value, "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let value = parse_streaming_json(&"[".repeat(100_000));
        assert!(value.is_array());
    }
}
