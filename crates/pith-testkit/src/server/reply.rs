//! One answer of the script.

use serde_json::{Value, json};

use super::dialect::{Dialect, Script};
use crate::Gate;

/// How one request is answered.
#[derive(Debug, Clone)]
pub struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Body,
    pub(super) end: End,
    pub(super) gate: Option<Gate>,
}

#[derive(Debug, Clone)]
pub(super) enum Body {
    /// The chunks of a stream, by what they add.
    Stream { deltas: Vec<Value>, finish: Option<String>, usage: Value },
    /// These bytes.
    Raw(Vec<u8>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The body is whole.
    Whole,
    /// The connection is cut where the finish reason would stand.
    Cut,
    /// Nothing more comes, and the connection stays open.
    Hang,
}

impl Reply {
    /// An answer of this text, in pieces of a few characters.
    pub fn text(text: &str) -> Self {
        Self::stream(Vec::new(), "stop").then_text(text)
    }

    /// An answer that calls these tools: names with arguments.
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let mut reply = Self::stream(Vec::new(), "tool_calls");
        for (name, arguments) in calls {
            reply = reply.then_call(name, &arguments.to_string());
        }
        reply
    }

    /// An error with this status and body.
    pub fn status(status: u16, body: &Value) -> Self {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        Self { status, headers, body: Body::Raw(body.to_string().into_bytes()), end: End::Whole, gate: None }
    }

    /// A stream of exactly these bytes.
    pub fn raw(body: impl Into<Vec<u8>>) -> Self {
        Self { body: Body::Raw(body.into()), ..Self::text("") }
    }

    /// Goes on with this text.
    pub fn then_text(mut self, text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        let pieces = letters.chunks(8).map(|piece| json!({"content": piece.iter().collect::<String>()}));
        self.deltas().extend(pieces);
        self
    }

    /// Goes on with this thinking.
    pub fn then_thinking(mut self, text: &str) -> Self {
        self.deltas().push(json!({"reasoning_content": text}));
        self
    }

    /// Goes on with a call, whose argument text comes in two pieces.
    pub fn then_call(mut self, name: &str, arguments: &str) -> Self {
        let deltas = self.deltas();
        let index = deltas.iter().filter(|delta| !delta["tool_calls"][0]["id"].is_null()).count();
        let mut middle = arguments.len() / 2;
        while !arguments.is_char_boundary(middle) {
            middle += 1;
        }
        let (first, second) = arguments.split_at(middle);
        deltas.push(json!({"tool_calls": [{"index": index, "id": format!("call_{index}"), "type": "function",
            "function": {"name": name, "arguments": first}}]}));
        deltas.push(json!({"tool_calls": [{"index": index, "function": {"arguments": second}}]}));
        if let Body::Stream { finish, .. } = &mut self.body {
            *finish = Some("tool_calls".to_owned());
        }
        self
    }

    /// Finishes for this reason.
    pub fn finish(mut self, reason: &str) -> Self {
        if let Body::Stream { finish, .. } = &mut self.body {
            *finish = Some(reason.to_owned());
        }
        self
    }

    /// Counts these tokens: prompt, of it cached, and answer.
    pub fn usage(mut self, prompt: u64, cached: u64, answer: u64) -> Self {
        if let Body::Stream { usage, .. } = &mut self.body {
            *usage = counted(prompt, cached, answer);
        }
        self
    }

    /// With this header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Cuts the connection where the answer would end.
    pub fn cut(self) -> Self {
        Self { end: End::Cut, ..self }
    }

    /// Says nothing more where the answer would end, and leaves the connection open.
    pub fn hang(self) -> Self {
        Self { end: End::Hang, ..self }
    }

    /// Waits for the gate before the first byte.
    pub fn after(self, gate: &Gate) -> Self {
        Self { gate: Some(gate.clone()), ..self }
    }

    fn stream(deltas: Vec<Value>, finish: &str) -> Self {
        let body = Body::Stream { deltas, finish: Some(finish.to_owned()), usage: counted(100, 0, 10) };
        let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
        Self { status: 200, headers, body, end: End::Whole, gate: None }
    }

    fn deltas(&mut self) -> &mut Vec<Value> {
        match &mut self.body {
            Body::Stream { deltas, .. } => deltas,
            Body::Raw(_) => panic!("an answer of fixed bytes cannot go on"),
        }
    }

    /// The bytes of the body, as far as they are sent. `number` tells the answers apart.
    pub(super) fn bytes(&self, dialect: Dialect, number: usize, model: &Value) -> Vec<u8> {
        let (deltas, finish, usage) = match &self.body {
            Body::Raw(bytes) => return bytes.clone(),
            Body::Stream { deltas, finish, usage } => (deltas, finish, usage),
        };
        let deltas: Vec<Value> = deltas.iter().map(|delta| numbered(delta, number)).collect();
        let finish = finish.as_deref().unwrap_or_default();
        dialect.bytes(&Script { deltas: &deltas, finish, usage, model, number, whole: self.end == End::Whole })
    }

    /// The headers of the answer: a scripted stream is of the type that its wire has.
    pub(super) fn headers(&self, dialect: Dialect) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        if matches!(self.body, Body::Stream { .. })
            && let Some((_, kind)) = headers.iter_mut().find(|(name, _)| name == "content-type")
        {
            dialect.content_type().clone_into(kind);
        }
        headers
    }
}

/// Ids of calls are unique over all answers.
fn numbered(delta: &Value, number: usize) -> Value {
    let mut delta = delta.clone();
    if let Some(id) = delta["tool_calls"][0]["id"].as_str().map(|id| format!("{id}_{number}")) {
        delta["tool_calls"][0]["id"] = json!(id);
    }
    delta
}

fn counted(prompt: u64, cached: u64, answer: u64) -> Value {
    json!({"prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + answer,
        "prompt_tokens_details": {"cached_tokens": cached}})
}
