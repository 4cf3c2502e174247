//! One scripted answer in the words of the wire that is asked: the path of the request tells which.
//!
//! A script is written as the deltas of chat completions; here they become the events of other wires, a file each. Written
//! on its own, and not with the code that it tests.

mod completions;
mod converse;
mod generate;
mod messages;
mod mistral;
mod responses;

use serde_json::Value;

/// A wire, as a server speaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Completions,
    Converse,
    /// Google's, by either address.
    Generate,
    Messages,
    Mistral,
    /// OpenAI's, or Azure's.
    Responses,
}

/// Below this path a server is Mistral's, whose address is otherwise that of chat completions.
pub(super) const MISTRAL: &str = "/mistral";

/// What an answer is made of.
pub(super) struct Script<'a> {
    pub(super) deltas: &'a [Value],
    pub(super) finish: &'a str,
    pub(super) usage: &'a Value,
    pub(super) model: &'a Value,
    /// Tells the answers apart.
    pub(super) number: usize,
    /// Whether the end is sent.
    pub(super) whole: bool,
}

impl Dialect {
    /// The wire that a request such as `POST /v1/messages?beta=true` is of.
    pub(super) fn of(line: &str) -> Self {
        let path = line.split_once(' ').map_or(line, |(_, path)| path);
        let path = path.split('?').next().unwrap_or_default();
        match path {
            _ if path.starts_with(MISTRAL) => Self::Mistral,
            _ if path.ends_with("/messages") => Self::Messages,
            _ if path.ends_with("/converse-stream") => Self::Converse,
            _ if path.ends_with("/responses") => Self::Responses,
            _ if path.ends_with(":streamGenerateContent") => Self::Generate,
            _ => Self::Completions,
        }
    }

    pub(super) fn content_type(self) -> &'static str {
        if self == Self::Converse { "application/vnd.amazon.eventstream" } else { "text/event-stream" }
    }

    pub(super) fn bytes(self, script: &Script<'_>) -> Vec<u8> {
        match self {
            Self::Completions => completions::bytes(script),
            Self::Converse => converse::bytes(script),
            Self::Generate => generate::bytes(script),
            Self::Messages => messages::bytes(script),
            Self::Mistral => mistral::bytes(script),
            Self::Responses => responses::bytes(script),
        }
    }
}

/// One piece of an answer.
enum Piece<'a> {
    Text(&'a str),
    Thinking(&'a str),
    Call { id: &'a str, name: &'a str, arguments: &'a str },
    More(&'a str),
}

fn pieces<'a>(deltas: &'a [Value]) -> impl Iterator<Item = Piece<'a>> {
    deltas.iter().flat_map(|delta| {
        let text = delta["content"].as_str().map(Piece::Text);
        let thinking = delta["reasoning_content"].as_str().map(Piece::Thinking);
        let calls = delta["tool_calls"].as_array().into_iter().flatten().map(|call| {
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            match (call["id"].as_str(), call["function"]["name"].as_str()) {
                (Some(id), Some(name)) => Piece::Call { id, name, arguments },
                _ => Piece::More(arguments),
            }
        });
        thinking.into_iter().chain(text).chain(calls).collect::<Vec<_>>()
    })
}

/// Puts pieces into blocks: gives each with the index of its block, and whether it opens it.
fn blocks<'a>(deltas: &'a [Value]) -> Vec<(usize, bool, Piece<'a>)> {
    let mut blocks: Vec<(usize, bool, Piece<'a>)> = Vec::new();
    for piece in pieces(deltas) {
        let last = blocks.last();
        let goes_on = last.is_some_and(|(_, _, before)| {
            matches!(
                (before, &piece),
                (Piece::Text(_), Piece::Text(_))
                    | (Piece::Thinking(_), Piece::Thinking(_))
                    | (Piece::Call { .. } | Piece::More(_), Piece::More(_))
            )
        });
        let index = last.map_or(0, |(index, ..)| if goes_on { *index } else { index + 1 });
        blocks.push((index, !goes_on, piece));
    }
    blocks
}

fn count(usage: &Value, field: &str) -> u64 {
    usage[field].as_u64().unwrap_or_default()
}

fn cached(usage: &Value) -> u64 {
    count(&usage["prompt_tokens_details"], "cached_tokens")
}

/// Events with their `type` as their name.
fn named(events: &[Value]) -> Vec<u8> {
    let event = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default());
    events.iter().map(event).collect::<String>().into_bytes()
}

/// Events without names.
fn unnamed(events: &[Value]) -> Vec<u8> {
    events.iter().map(|event| format!("data: {event}\n\n")).collect::<String>().into_bytes()
}
