//! One call while it is written: its text so far, and what may come next.

use llguidance::Matcher;
use pith_llm::json::parse_tool_call_arguments;
use pith_types::ToolCall;

use super::{Echo, Form, Tools, echo::echo};
use crate::{
    LocalError,
    tokens::{Utf8, Vocabulary},
};

/// A run of forced bytes shorter than this is not worth reading in one go.
const RUN: usize = 8;

/// A call that has begun.
pub(crate) struct Call {
    pub(crate) form: Form,
    matcher: Matcher,
    json: String,
    utf8: Utf8,
    /// Length of the argument text that was given out.
    given: usize,
    named: bool,
    complete: bool,
}

/// News of a call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Its name is known.
    Name(String),
    /// More of the text of its arguments.
    Arguments(String),
}

impl Call {
    /// Takes over what there is of the call's JSON; nothing when that is not the beginning of any declared call.
    ///
    /// # Errors
    /// When no grammar can be made of the tools.
    pub(crate) fn begin(
        form: Form,
        begun: &str,
        tools: &Tools,
        vocabulary: &Vocabulary,
    ) -> Result<Option<Self>, LocalError> {
        let mut matcher = tools.matcher(vocabulary)?;
        let json = canonical(begun);
        if !json.is_empty() {
            let trie = vocabulary.grammars()?.tok_env().clone();
            let tokens = trie.tok_trie().greedy_tokenize(json.as_bytes());
            if matcher.try_consume_tokens(&tokens).ok() != Some(tokens.len()) {
                return Ok(None);
            }
        }
        let complete = ended(&mut matcher)?;
        Ok(Some(Self { form, matcher, json, utf8: Utf8::default(), given: 0, named: false, complete }))
    }

    /// Whether a token may come next. Asked for all tokens after [`Self::mask`].
    ///
    /// # Errors
    /// When the grammar has come to a dead end.
    pub(crate) fn mask(&mut self) -> Result<toktrie::SimpleVob, LocalError> {
        self.matcher.compute_mask_or_eos().map_err(|error| LocalError::Compute { reason: error.to_string() })
    }

    /// Adds a token that the mask allows.
    ///
    /// # Errors
    /// When the grammar does not take it.
    pub(crate) fn push(&mut self, token: u32, vocabulary: &Vocabulary) -> Result<(), LocalError> {
        self.matcher.consume_token(token).map_err(|error| LocalError::Compute { reason: error.to_string() })?;
        self.json.push_str(&self.utf8.push(vocabulary.bytes(token)));
        self.complete = ended(&mut self.matcher)?;
        if self.complete {
            self.json.truncate(self.json.trim_end().len());
        }
        Ok(())
    }

    /// Tokens that can only come next: the names of keys and their like. The last one is left to the model, since it may
    /// write it together with what follows.
    pub(crate) fn forced(&mut self, vocabulary: &Vocabulary) -> Vec<u32> {
        if self.complete {
            return Vec::new();
        }
        let bytes = self.matcher.compute_ff_bytes();
        if bytes.len() < RUN {
            return Vec::new();
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut tokens = vocabulary.encode_text(&text).unwrap_or_default();
        tokens.pop();
        tokens
    }

    /// Whether the JSON is complete.
    pub(crate) fn complete(&self) -> bool {
        self.complete
    }

    /// How the replacement that is being written stands to what it replaces.
    pub(crate) fn echo(&self) -> Echo {
        echo(&self.json)
    }

    /// The call as it is now, to come back to.
    pub(crate) fn kept(&self) -> Self {
        Self {
            form: self.form,
            matcher: self.matcher.deep_clone(),
            json: self.json.clone(),
            utf8: self.utf8.clone(),
            ..*self
        }
    }

    /// What has become known since the last time. A replacement that may still be taken back is held back.
    pub(crate) fn progress(&mut self) -> Vec<Progress> {
        let mut news = Vec::new();
        if self.echo() == Echo::Open {
            return news;
        }
        let Some((name, arguments)) = parts(&self.json) else { return news };
        if !self.named {
            self.named = true;
            news.push(Progress::Name(name));
        }
        // The last brace closes the call, not its arguments.
        let end = arguments.len().saturating_sub(1);
        if let Some(delta) = arguments.get(self.given..end).filter(|delta| !delta.is_empty()) {
            news.push(Progress::Arguments(delta.to_owned()));
            self.given = end;
        }
        news
    }

    /// The call, as far as it came; nothing before its name was known.
    pub(crate) fn finish(&self, id: String) -> Option<ToolCall> {
        let (name, arguments) = parts(&self.json)?;
        let arguments = if self.complete() { arguments.strip_suffix('}').unwrap_or(arguments) } else { arguments };
        let parsed = parse_tool_call_arguments(arguments);
        Some(ToolCall { id, name, arguments: parsed.arguments, arguments_error: parsed.error, ..ToolCall::default() })
    }
}

/// Whether the grammar needs nothing more. The line break that it allows is not waited for.
fn ended(matcher: &mut Matcher) -> Result<bool, LocalError> {
    let accepts = matcher.is_accepting().map_err(|error| LocalError::Compute { reason: error.to_string() })?;
    Ok(accepts || matcher.is_stopped())
}

/// Name and argument text of a call's JSON; nothing before both have begun.
fn parts(json: &str) -> Option<(String, &str)> {
    let rest = json.strip_prefix("{\"name\": ")?;
    let mut names = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let name = names.next()?.ok()?;
    let arguments = rest.get(names.byte_offset()..)?.strip_prefix(", \"arguments\": ")?;
    Some((name, arguments))
}

/// The text with the white space between its parts as the grammar has it.
fn canonical(json: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in json.chars() {
        if quoted {
            out.push(c);
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if !c.is_whitespace() {
            out.push(c);
            match c {
                '"' => quoted = true,
                ':' | ',' => out.push(' '),
                _ => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_brought_into_one_form() {
        assert_eq!(canonical("{\n  \"name\" :\n \"a: b\",\"x\""), "{\"name\": \"a: b\", \"x\"");
        assert_eq!(canonical("{ \"a\\\"\": "), "{\"a\\\"\": ");
    }

    #[test]
    fn a_call_is_taken_apart_as_soon_as_its_arguments_begin() {
        assert_eq!(parts("{\"name\": \"re"), None);
        assert_eq!(parts("{\"name\": \"read\", \"arg"), None);
        assert_eq!(parts("{\"name\": \"read\", \"arguments\": {\"p"), Some(("read".to_owned(), "{\"p")));
    }
}
