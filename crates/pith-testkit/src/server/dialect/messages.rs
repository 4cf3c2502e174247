//! Anthropic's messages.

use serde_json::{Value, json};

use super::{Piece, Script, blocks, cached, count, named};

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
    named(&messages(script))
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
