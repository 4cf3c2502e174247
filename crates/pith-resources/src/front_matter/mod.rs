//! The YAML at the head of a Markdown file (spec/coding-agent.md 2.4.6), as skills and prompt templates have it.
//!
//! In comes a text, out come its fields and its body. YAML that is none is read line by line, so that an unquoted colon
//! costs no skill; what was wrong is kept, to be told.

mod lines;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A Markdown file, taken apart. Its line ends are plain newlines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Document {
    /// Nothing when the file does not begin with front matter.
    pub(crate) front: Option<FrontMatter>,
    /// What follows, untrimmed; the whole text when there is no front matter.
    pub(crate) body: String,
}

/// Fields by their names.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct FrontMatter {
    values: Map<String, Value>,
    lines: BTreeMap<String, lines::Field>,
    /// Why it is no YAML, if it is none; the fields then are those of a reading line by line.
    pub(crate) fault: Option<Fault>,
}

/// What is wrong with front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Line of the file, from 1.
    pub(crate) line: usize,
    pub(crate) reason: String,
}

impl Document {
    /// Takes a text apart.
    pub(crate) fn new(text: &str) -> Self {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        match split(&text) {
            Some((front, body)) => Self { front: Some(FrontMatter::new(front)), body: body.to_owned() },
            None => Self { front: None, body: text },
        }
    }

    /// Whether the text begins as front matter does, and no line of dashes ends it.
    pub(crate) fn is_left_open(&self) -> bool {
        let after = self.body.strip_prefix("---").and_then(|rest| rest.split_once('\n'));
        self.front.is_none()
            && after.is_some_and(|(dashes, rest)| {
                dashes.trim_matches('-').trim().is_empty() && rest.lines().next().is_some_and(lines::is_field)
            })
    }
}

/// Front matter and body: from a first line that begins with `---` to the next one that does.
fn split(text: &str) -> Option<(&str, &str)> {
    let after = text.strip_prefix("---")?.split_once('\n')?.1;
    let mut at = 0;
    for line in after.split_inclusive('\n') {
        if line.starts_with("---") {
            return Some((after.get(..at)?, after.get(at + line.len()..)?));
        }
        at += line.len();
    }
    None
}

impl FrontMatter {
    fn new(text: &str) -> Self {
        let lines = lines::read(text);
        if text.trim().is_empty() {
            return Self::default();
        }
        match serde_saphyr::from_str::<Value>(text) {
            Ok(Value::Object(values)) => Self { values, lines, fault: None },
            Ok(Value::Null) => Self { lines, ..Self::default() },
            Ok(_) => {
                let reason = "it is no list of `key: value`".to_owned();
                Self { values: Map::new(), lines, fault: Some(Fault { line: 2, reason }) }
            }
            Err(error) => Self { values: Map::new(), lines, fault: Some(fault(&error)) },
        }
    }

    /// A field as text: a scalar as it is written, anything else as its line has it. Nothing when it is missing, null or
    /// blank.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let written = || self.lines.get(key).map(|field| field.text.clone());
        let text = match (self.fault.is_some(), self.values.get(key)) {
            (true, _) => written(),
            (false, None | Some(Value::Null)) => None,
            // What YAML takes for an anchor or a tag is a word of the text; nobody means one here.
            (false, Some(Value::String(text))) => {
                written().filter(|written| written.starts_with(['&', '!'])).or_else(|| Some(text.clone()))
            }
            (false, Some(_)) => written(),
        };
        text.filter(|text| !text.trim().is_empty())
    }

    /// A field that must be a text as it stands, such as a name; one that had to be mended must be a plain word.
    pub(crate) fn word(&self, key: &str) -> Option<String> {
        if self.fault.is_some() {
            let is_plain = |word: &String| word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
            return self.text(key).filter(is_plain);
        }
        self.values.get(key)?.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
    }

    /// Whether a field is `true`, and not merely something like it, such as `yes`, which was one in older YAML.
    pub(crate) fn is_true(&self, key: &str) -> bool {
        let written = self.lines.get(key).and_then(|field| field.text.split_whitespace().next());
        let says_true = written.is_some_and(|word| word.eq_ignore_ascii_case("true"));
        says_true && (self.fault.is_some() || self.values.get(key) == Some(&Value::Bool(true)))
    }

    /// Line of the file in which a field stands, from 1.
    pub(crate) fn line_of(&self, key: &str) -> Option<usize> {
        self.lines.get(key).map(|field| field.line)
    }
}

fn fault(error: &serde_saphyr::Error) -> Fault {
    // The first line of the file is the one of dashes.
    let line = error.location().map_or(1, |place| usize::try_from(place.line()).unwrap_or(1)) + 1;
    let shown = error.without_snippet().to_string();
    let reason = shown.lines().next().unwrap_or_default().trim();
    // The parser counts lines from the front matter on, and speaks to programmers; the line of the file is told apart.
    let reason = [" at line ", ", set ", "; use "]
        .iter()
        .fold(reason, |reason, end| reason.split_once(end).map_or(reason, |(reason, _)| reason));
    Fault { line, reason: reason.to_owned() }
}
