//! JSON read while it comes (spec/core.md R5.6): what is there so far, and what each piece changed.
//!
//! The value is built in place and never copied, so that reading is linear however the text is cut. Mistakes are passed
//! over: missing commas and colons, unknown words, stray closers, values where a key should stand.

use serde::Serialize;
use serde_json::{Map, Value};

use super::string::StringDecoder;

/// Containers nested deeper are passed over: the final parse refuses them as well.
const MAX_DEPTH: usize = 128;
/// Containers nested deeper are reported in one change, when they close.
const MAX_REPORTED_DEPTH: usize = 32;

/// Bytes of a number or word that is shown before it is complete.
const MAX_PENDING_WORD: usize = 64;

/// What a piece changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Change {
    /// A value appeared: a container empty, a string with its first text, another scalar when it was complete.
    Set {
        /// From the root.
        path: Vec<PathStep>,
        /// As it appeared.
        value: Value,
    },
    /// An open string grew.
    Append {
        /// From the root.
        path: Vec<PathStep>,
        /// What was added.
        text: String,
    },
}

/// One step from a container to one of its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PathStep {
    /// Of an object.
    Key(String),
    /// Of an array.
    Index(usize),
}

/// Reads one JSON value in pieces.
#[derive(Debug, Clone, Default)]
pub struct IncrementalParser {
    root: Option<Value>,
    /// The open containers, outermost first.
    open: Vec<Open>,
    reading: Reading,
    /// How many containers are open that are passed over.
    skipped: usize,
}

/// An open container.
#[derive(Debug, Clone)]
enum Open {
    /// An object, with the key whose value comes next, if there is one.
    Object { key: Option<String> },
    /// An array, with the place of the next value.
    Array { next: usize },
}

/// Where in the text the next character stands.
#[derive(Debug, Clone, Default)]
enum Reading {
    #[default]
    Between,
    /// In a string that is a key.
    Key { decoder: StringDecoder, text: String },
    /// In a string that is a value; `shown` once it stands in the value.
    Text { decoder: StringDecoder, shown: bool },
    /// In a string that is passed over.
    Dropped { decoder: StringDecoder },
    /// In a number or word; `shown` while it stands in the value, in place of what stood there `before`.
    Word { text: String, shown: bool, before: Option<Value> },
    /// Behind the root.
    Done,
}

impl IncrementalParser {
    /// Takes in the next piece and tells what it changed. A number or word that may still go on is not told yet.
    pub fn append(&mut self, piece: &str) -> Vec<Change> {
        let mut changes = Vec::new();
        self.feed(piece, Some(&mut changes));
        changes
    }

    /// The value as far as it came; none before it begins. A number or word that may still go on shows when it already
    /// is one.
    pub fn value(&self) -> Option<&Value> {
        self.root.as_ref()
    }

    /// Takes in the next piece of an object that the caller keeps: `object` must be what the last call left there, and
    /// stays as it is while the text is no object.
    pub fn grow(&mut self, object: &mut Map<String, Value>, piece: &str) {
        if let Some(Value::Object(root)) = &mut self.root {
            std::mem::swap(root, object);
        }
        self.feed(piece, None);
        if let Some(Value::Object(root)) = &mut self.root {
            std::mem::swap(root, object);
        }
    }

    fn feed(&mut self, piece: &str, mut changes: Option<&mut Vec<Change>>) {
        let mut rest = piece;
        while !rest.is_empty() && !matches!(self.reading, Reading::Done) {
            rest = self.step(rest, &mut changes);
        }
        match &mut self.reading {
            Reading::Word { text, .. } => {
                let value = pending_value(text);
                self.show_pending(value);
            }
            // A string that has begun is there, if only empty.
            Reading::Text { shown, .. } if !*shown => {
                *shown = true;
                self.set(Value::String(String::new()), &mut changes);
            }
            _ => {}
        }
    }

    /// Reads one token, or what there is of it.
    fn step<'a>(&mut self, rest: &'a str, changes: &mut Option<&mut Vec<Change>>) -> &'a str {
        match &mut self.reading {
            Reading::Between => self.between(rest, changes),
            Reading::Key { decoder, text } => match decoder.feed(rest, text) {
                Some(after) => {
                    let name = std::mem::take(text);
                    if let Some(Open::Object { key }) = self.open.last_mut() {
                        *key = Some(name);
                    }
                    self.reading = Reading::Between;
                    after
                }
                None => "",
            },
            Reading::Dropped { decoder } => match decoder.feed(rest, &mut String::new()) {
                Some(after) => {
                    self.reading = Reading::Between;
                    after
                }
                None => "",
            },
            Reading::Text { decoder, shown } => {
                let mut text = String::new();
                let after = decoder.feed(rest, &mut text);
                let begun = *shown;
                *shown |= !text.is_empty();
                if begun {
                    self.extend_string(text, changes);
                } else if !text.is_empty() || after.is_some() {
                    self.set(Value::String(text), changes);
                }
                match after {
                    Some(after) => {
                        self.finish_value();
                        after
                    }
                    None => "",
                }
            }
            Reading::Word { text, .. } => match rest.find(ends_word) {
                None => {
                    text.push_str(rest);
                    ""
                }
                Some(end) => {
                    text.push_str(rest.get(..end).unwrap_or_default());
                    let value = complete_value(text);
                    self.end_word(value, changes);
                    rest.get(end..).unwrap_or_default()
                }
            },
            Reading::Done => "",
        }
    }

    fn between<'a>(&mut self, rest: &'a str, changes: &mut Option<&mut Vec<Change>>) -> &'a str {
        let Some(first) = rest.chars().next() else { return "" };
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        if self.skipped > 0 {
            match first {
                '{' | '[' => self.skipped += 1,
                '}' | ']' => self.skipped -= 1,
                '"' => self.reading = Reading::Dropped { decoder: StringDecoder::default() },
                _ => {}
            }
            return after;
        }
        let takes_value = !matches!(self.open.last(), Some(Open::Object { key: None }));
        match first {
            '"' if takes_value => self.reading = Reading::Text { decoder: StringDecoder::default(), shown: false },
            '"' => self.reading = Reading::Key { decoder: StringDecoder::default(), text: String::new() },
            '{' | '[' if !takes_value || self.open.len() >= MAX_DEPTH => {
                self.skipped = 1;
                if takes_value {
                    self.advance();
                }
            }
            '{' => self.open_container(Value::Object(Map::new()), Open::Object { key: None }, changes),
            '[' => self.open_container(Value::Array(Vec::new()), Open::Array { next: 0 }, changes),
            '}' | ']' => self.close_container(first, changes),
            // A comma ends a member; one without a value is left out.
            ',' => {
                if let Some(Open::Object { key }) = self.open.last_mut() {
                    *key = None;
                }
            }
            ':' => {}
            _ if first.is_whitespace() => {}
            _ => {
                self.reading = Reading::Word { text: String::new(), shown: false, before: None };
                return rest;
            }
        }
        after
    }

    fn open_container(&mut self, value: Value, open: Open, changes: &mut Option<&mut Vec<Change>>) {
        self.set(value, changes);
        self.open.push(open);
    }

    fn close_container(&mut self, closer: char, changes: &mut Option<&mut Vec<Change>>) {
        let matches =
            matches!((self.open.last(), closer), (Some(Open::Object { .. }), '}') | (Some(Open::Array { .. }), ']'));
        if !matches {
            return;
        }
        self.open.pop();
        if self.open.len() == MAX_REPORTED_DEPTH
            && let Some(changes) = changes
        {
            let value = self.place().cloned();
            changes.extend(value.map(|value| Change::Set { path: self.path(), value }));
        }
        self.finish_value();
    }

    /// The value that was read is complete.
    fn finish_value(&mut self) {
        self.reading = if self.open.is_empty() { Reading::Done } else { Reading::Between };
        self.advance();
    }

    fn advance(&mut self) {
        match self.open.last_mut() {
            Some(Open::Object { key }) => *key = None,
            Some(Open::Array { next }) => *next += 1,
            None => {}
        }
    }

    fn end_word(&mut self, value: Option<Value>, changes: &mut Option<&mut Vec<Change>>) {
        let takes_value = !matches!(self.open.last(), Some(Open::Object { key: None }));
        match value {
            Some(value) if takes_value => {
                self.set(value, changes);
                self.finish_value();
            }
            // An unknown word is passed over; a member whose value it would be is left out.
            _ => {
                self.show_pending(None);
                self.reading = Reading::Between;
                if let Some(Open::Object { key }) = self.open.last_mut() {
                    *key = None;
                }
            }
        }
    }

    /// Puts a value in its place, and tells of it.
    fn set(&mut self, value: Value, changes: &mut Option<&mut Vec<Change>>) {
        if self.open.len() <= MAX_REPORTED_DEPTH
            && !(self.open.len() == MAX_REPORTED_DEPTH && (value.is_object() || value.is_array()))
            && let Some(changes) = changes
        {
            changes.push(Change::Set { path: self.path(), value: value.clone() });
        }
        self.put(value);
    }

    /// Gives what stood there: a key may come again.
    fn put(&mut self, value: Value) -> Option<Value> {
        let Some((last, outer)) = self.open.split_last() else {
            self.root = Some(value);
            return None;
        };
        match (last, self.root.as_mut().and_then(|root| descend(root, outer))) {
            (Open::Object { key: Some(key) }, Some(Value::Object(object))) => object.insert(key.clone(), value),
            (Open::Array { next }, Some(Value::Array(array))) => {
                array.truncate(*next);
                array.push(value);
                None
            }
            _ => None,
        }
    }

    /// Shows what a number or word amounts to so far, or takes back what was shown of it.
    fn show_pending(&mut self, value: Option<Value>) {
        let Reading::Word { shown, .. } = &mut self.reading else { return };
        let was_shown = std::mem::replace(shown, value.is_some());
        match value {
            Some(value) => {
                if matches!(self.open.last(), Some(Open::Object { key: None })) {
                    return;
                }
                let stood = self.put(value);
                if let (false, Reading::Word { before, .. }) = (was_shown, &mut self.reading) {
                    *before = stood;
                }
            }
            None if was_shown => self.take_back(),
            None => {}
        }
    }

    fn take_back(&mut self) {
        if let Reading::Word { before, .. } = &mut self.reading
            && let Some(stood) = before.take()
        {
            self.put(stood);
            return;
        }
        let Some((last, outer)) = self.open.split_last() else {
            self.root = None;
            return;
        };
        match (last, self.root.as_mut().and_then(|root| descend(root, outer))) {
            (Open::Object { key: Some(key) }, Some(Value::Object(object))) => {
                object.shift_remove(key);
            }
            (Open::Array { next }, Some(Value::Array(array))) => array.truncate(*next),
            _ => {}
        }
    }

    fn extend_string(&mut self, text: String, changes: &mut Option<&mut Vec<Change>>) {
        if text.is_empty() {
            return;
        }
        if let Some(Value::String(string)) = self.place() {
            string.push_str(&text);
        }
        if self.open.len() <= MAX_REPORTED_DEPTH
            && let Some(changes) = changes
        {
            changes.push(Change::Append { path: self.path(), text });
        }
    }

    /// The value at the present path.
    fn place(&mut self) -> Option<&mut Value> {
        self.root.as_mut().and_then(|root| descend(root, &self.open))
    }

    fn path(&self) -> Vec<PathStep> {
        self.open
            .iter()
            .filter_map(|open| match open {
                Open::Object { key } => key.clone().map(PathStep::Key),
                Open::Array { next } => Some(PathStep::Index(*next)),
            })
            .collect()
    }
}

/// The value that the open containers' present places lead to.
fn descend<'a>(root: &'a mut Value, open: &[Open]) -> Option<&'a mut Value> {
    open.iter().try_fold(root, |value, step| match (step, value) {
        (Open::Object { key: Some(key) }, Value::Object(object)) => object.get_mut(key),
        (Open::Array { next }, Value::Array(array)) => array.get_mut(*next),
        _ => None,
    })
}

fn ends_word(c: char) -> bool {
    matches!(c, ',' | ':' | '"' | '{' | '}' | '[' | ']') || c.is_whitespace()
}

/// The value of a complete number or word; none for any other.
fn complete_value(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// What a number or word that may still go on amounts to. One that is longer than any sensible number shows when it is
/// complete: to look at it again with each piece would take time that grows with its square.
fn pending_value(text: &str) -> Option<Value> {
    if text.len() > MAX_PENDING_WORD {
        return None;
    }
    if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        let digits = text.trim_end_matches(['+', '-']).trim_end_matches(['e', 'E']);
        return complete_value(digits);
    }
    [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)]
        .into_iter()
        .find_map(|(word, value)| word.starts_with(text).then_some(value))
}
