//! Bedrock's Converse API, with the framing of AWS's event stream.

use serde_json::{Value, json};

use super::{Piece, Script, blocks, cached, count};

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
    converse(script).iter().flat_map(|(name, payload)| frame(name, payload)).collect()
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
