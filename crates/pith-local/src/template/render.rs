//! Renders a template over placeholders, and puts what was said in their place afterwards.

use minijinja::{Environment, Value, context};
use serde_json::{Map, Value as Json, json};

use super::{functions, plain};
use crate::{
    LocalError,
    prompt::{Conversation, Turn},
    tokens::Piece,
};

/// What a file without a template gets.
const CHATML: &str = include_str!("chatml.jinja");
/// Private-use characters around a placeholder's number; what was said never passes through the template.
const OPEN: char = '\u{f8f0}';
const CLOSE: char = '\u{f8f1}';

/// A model's chat template.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    source: String,
    /// Names of the tokens that begin and end a text, as templates ask for them.
    begin: String,
    end: String,
    /// Whether it writes tools and calls itself, in the tags that decoding looks for.
    tools: bool,
}

impl Template {
    /// The file's own template, or ChatML.
    pub(crate) fn new(source: Option<&str>, begin: String, end: String) -> Self {
        let source = source.unwrap_or(CHATML);
        let tools = source.contains("<tool_call>") && source.contains("tools");
        Self { source: source.to_owned(), begin, end, tools }
    }

    /// The pieces of a conversation's prompt, up to where the answer begins (or, for `open` false, the end of the last
    /// turn).
    ///
    /// # Errors
    /// When the template fails on it.
    pub(crate) fn render(
        &self,
        conversation: &Conversation,
        open: bool,
        now_ms: i64,
    ) -> Result<Vec<Piece>, LocalError> {
        let plain;
        let conversation = if self.tools {
            conversation
        } else {
            plain = plain::without_tools(conversation);
            &plain
        };
        match self.attempt(conversation, open, now_ms) {
            Ok(pieces) => Ok(pieces),
            // Some templates refuse a system turn; then it opens the first user turn.
            Err(error) => self
                .attempt(&plain::without_system(conversation), open, now_ms)
                .map_err(|_| LocalError::Template { reason: error.to_string() }),
        }
    }

    fn attempt(&self, conversation: &Conversation, open: bool, now_ms: i64) -> Result<Vec<Piece>, minijinja::Error> {
        let mut said = Said::default();
        let messages: Vec<Json> = conversation.turns.iter().map(|turn| said.message(turn)).collect();
        let tools: Vec<Json> = conversation.tools.iter().map(|tool| said.hold_descriptions(tool)).collect();
        let tools = (!tools.is_empty()).then_some(tools);
        let mut environment = Environment::new();
        functions::install(&mut environment, now_ms);
        environment.add_template("chat", &self.source)?;
        let text = environment.get_template("chat")?.render(context! {
            messages => Value::from(minijinja::value::Serde(&messages)),
            tools => tools.as_ref().map(|tools| Value::from(minijinja::value::Serde(tools))),
            add_generation_prompt => open,
            bos_token => self.begin.as_str(),
            eos_token => self.end.as_str(),
        })?;
        Ok(said.put_back(&text))
    }
}

/// What was said, by number.
#[derive(Default)]
struct Said {
    texts: Vec<String>,
}

impl Said {
    /// A message with placeholders, in the shape that templates expect.
    fn message(&mut self, turn: &Turn) -> Json {
        let mut message = Map::new();
        message.insert("role".to_owned(), json!(turn.role.as_str()));
        message.insert("content".to_owned(), Json::String(self.hold(&turn.content)));
        if !turn.calls.is_empty() {
            let calls = turn.calls.iter().map(|call| {
                let arguments = self.hold_leaves(&call.arguments);
                json!({"type": "function", "function": {"name": call.name, "arguments": arguments}})
            });
            message.insert("tool_calls".to_owned(), calls.collect());
        }
        Json::Object(message)
    }

    /// A placeholder for the text; an empty text stands for itself, since templates ask whether there is one.
    fn hold(&mut self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        self.texts.push(text.to_owned());
        format!("{OPEN}{}{CLOSE}", self.texts.len() - 1)
    }

    /// Texts within arguments, which the template will write as JSON.
    fn hold_leaves(&mut self, value: &Json) -> Json {
        match value {
            Json::String(text) => {
                let quoted = Json::String(text.clone()).to_string();
                Json::String(self.hold(quoted.get(1..quoted.len() - 1).unwrap_or_default()))
            }
            Json::Array(items) => items.iter().map(|item| self.hold_leaves(item)).collect(),
            Json::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.hold_leaves(value))).collect::<Map<_, _>>().into()
            }
            other => other.clone(),
        }
    }

    /// A tool whose descriptions, the only free text of a declaration, are held.
    fn hold_descriptions(&mut self, value: &Json) -> Json {
        match value {
            Json::Array(items) => items.iter().map(|item| self.hold_descriptions(item)).collect(),
            Json::Object(fields) => {
                let field = |(name, value): (&String, &Json)| {
                    let held =
                        if name == "description" { self.hold_leaves(value) } else { self.hold_descriptions(value) };
                    (name.clone(), held)
                };
                fields.iter().map(field).collect::<Map<_, _>>().into()
            }
            other => other.clone(),
        }
    }

    fn put_back(self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((scaffold, after)) = rest.split_once(OPEN) {
            let Some((number, after)) = after.split_once(CLOSE) else { break };
            if !scaffold.is_empty() {
                pieces.push(Piece::Scaffold(scaffold.to_owned()));
            }
            if let Some(said) = number.parse::<usize>().ok().and_then(|number| self.texts.get(number)) {
                pieces.push(Piece::Said(said.clone()));
            }
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Scaffold(rest.to_owned()));
        }
        pieces
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
