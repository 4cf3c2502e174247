//! One scripted answer in the words of the wire that is asked: the path of the request tells which.
//!
//! A script is written as the deltas of chat completions; here they become the events of other wires. Written on its own,
//! and not with the code that it tests.

use serde_json::{Value, json};

/// A wire, as a server speaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Completions,
    Messages,
    Converse,
}

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
        if path.ends_with("/messages") {
            Self::Messages
        } else if path.ends_with("/converse-stream") {
            Self::Converse
        } else {
            Self::Completions
        }
    }

    pub(super) fn content_type(self) -> &'static str {
        match self {
            Self::Completions | Self::Messages => "text/event-stream",
            Self::Converse => "application/vnd.amazon.eventstream",
        }
    }

    pub(super) fn bytes(self, script: &Script<'_>) -> Vec<u8> {
        match self {
            Self::Completions => completions(script).into_bytes(),
            Self::Messages => messages(script).iter().map(named).collect::<String>().into_bytes(),
            Self::Converse => converse(script).iter().flat_map(|(name, payload)| frame(name, payload)).collect(),
        }
    }
}

fn completions(script: &Script<'_>) -> String {
    let chunk = |choices: Value| {
        json!({"id": format!("chatcmpl-{}", script.number), "object": "chat.completion.chunk", "created": 1_700_000_000,
            "model": script.model, "choices": choices})
    };
    let delta =
        |delta: &Value, finish: Option<&str>| chunk(json!([{"index": 0, "delta": delta, "finish_reason": finish}]));
    let mut chunks = vec![delta(&json!({"role": "assistant", "content": ""}), None)];
    chunks.extend(script.deltas.iter().map(|added| delta(added, None)));
    if script.whole {
        chunks.push(delta(&json!({}), Some(script.finish)));
        let mut counted = chunk(json!([]));
        counted["usage"] = script.usage.clone();
        chunks.push(counted);
    }
    let body: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    if script.whole { body + "data: [DONE]\n\n" } else { body }
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

fn messages(script: &Script<'_>) -> Vec<Value> {
    let usage = script.usage;
    let mut events = vec![json!({"type": "message_start", "message": {"id": format!("msg_{}", script.number),
        "type": "message", "role": "assistant", "model": script.model, "content": [], "usage": {
            "input_tokens": count(usage, "prompt_tokens") - cached(usage), "cache_read_input_tokens": cached(usage),
            "output_tokens": 1}}})];
    let mut open = None;
    for (index, opens, piece) in blocks(script.deltas) {
        if opens {
            events.extend(open.map(|index: usize| json!({"type": "content_block_stop", "index": index})));
            let block = match &piece {
                Piece::Thinking(_) => json!({"type": "thinking", "thinking": "", "signature": ""}),
                Piece::Call { id, name, .. } => json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
                Piece::Text(_) | Piece::More(_) => json!({"type": "text", "text": ""}),
            };
            events.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        }
        let delta = match piece {
            Piece::Text(text) => json!({"type": "text_delta", "text": text}),
            Piece::Thinking(text) => json!({"type": "thinking_delta", "thinking": text}),
            Piece::Call { arguments, .. } | Piece::More(arguments) => {
                json!({"type": "input_json_delta", "partial_json": arguments})
            }
        };
        events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        open = Some(index);
    }
    if script.whole {
        events.extend(open.map(|index| json!({"type": "content_block_stop", "index": index})));
        let reason = match script.finish {
            "stop" => "end_turn",
            "length" => "max_tokens",
            "tool_calls" => "tool_use",
            other => other,
        };
        events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason},
            "usage": {"output_tokens": count(usage, "completion_tokens")}}));
        events.push(json!({"type": "message_stop"}));
    }
    events
}

fn named(event: &Value) -> String {
    format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
}

fn converse(script: &Script<'_>) -> Vec<(&'static str, Value)> {
    let usage = script.usage;
    let mut events = vec![("messageStart", json!({"role": "assistant"}))];
    let mut open = None;
    for (index, opens, piece) in blocks(script.deltas) {
        if opens {
            events.extend(open.map(|index: usize| ("contentBlockStop", json!({"contentBlockIndex": index}))));
            if let Piece::Call { id, name, .. } = &piece {
                let start = json!({"toolUse": {"toolUseId": id, "name": name}});
                events.push(("contentBlockStart", json!({"contentBlockIndex": index, "start": start})));
            }
        }
        let delta = match piece {
            Piece::Text(text) => json!({"text": text}),
            Piece::Thinking(text) => json!({"reasoningContent": {"text": text}}),
            Piece::Call { arguments, .. } | Piece::More(arguments) => json!({"toolUse": {"input": arguments}}),
        };
        // The service pads its messages.
        events.push(("contentBlockDelta", json!({"contentBlockIndex": index, "delta": delta, "p": "abcdefgh"})));
        open = Some(index);
    }
    if script.whole {
        events.extend(open.map(|index| ("contentBlockStop", json!({"contentBlockIndex": index}))));
        let reason = match script.finish {
            "stop" => "end_turn",
            "length" => "max_tokens",
            "tool_calls" => "tool_use",
            other => other,
        };
        events.push(("messageStop", json!({"stopReason": reason})));
        let (prompt, answer) = (count(usage, "prompt_tokens"), count(usage, "completion_tokens"));
        events.push((
            "metadata",
            json!({"usage": {"inputTokens": prompt - cached(usage), "outputTokens": answer,
            "totalTokens": prompt + answer, "cacheReadInputTokens": cached(usage), "cacheWriteInputTokens": 0}}),
        ));
    }
    events
}

/// A message of AWS's event stream.
fn frame(event: &str, payload: &Value) -> Vec<u8> {
    let payload = payload.to_string().into_bytes();
    let mut headers = Vec::new();
    for (name, value) in [(":message-type", "event"), (":event-type", event), (":content-type", "application/json")] {
        headers.push(u8::try_from(name.len()).unwrap_or_default());
        headers.extend_from_slice(name.as_bytes());
        headers.push(7);
        headers.extend_from_slice(&u16::try_from(value.len()).unwrap_or_default().to_be_bytes());
        headers.extend_from_slice(value.as_bytes());
    }
    let length = |length: usize| u32::try_from(length).unwrap_or_default().to_be_bytes();
    let mut frame = [length(16 + headers.len() + payload.len()), length(headers.len())].concat();
    frame.extend_from_slice(&crc32fast::hash(&frame).to_be_bytes());
    frame.extend_from_slice(&headers);
    frame.extend_from_slice(&payload);
    frame.extend_from_slice(&crc32fast::hash(&frame).to_be_bytes());
    frame
}
