//! OpenAI's responses.

use serde_json::{Value, json};

use super::{Piece, Script, blocks, cached, count, named};

/// An item under way: its place, its kind, what it says in the end.
struct Item {
    place: usize,
    whole: Value,
    text: String,
}

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
    named(&responses(script))
}

fn responses(script: &Script<'_>) -> Vec<Value> {
    let id = format!("resp_{}", script.number);
    let mut events = vec![json!({"type": "response.created", "response": {"id": id, "status": "in_progress"}})];
    let mut open: Option<Item> = None;
    let mut output = Vec::new();
    for (place, opens, piece) in blocks(script.deltas) {
        if opens {
            output.extend(open.take().map(|item| done(item, &mut events)));
            let whole = begun(&piece, place, script.number);
            events.push(json!({"type": "response.output_item.added", "output_index": place, "item": whole}));
            open = Some(Item { place, whole, text: String::new() });
        }
        let (kind, text) = match piece {
            Piece::Text(text) => ("response.output_text.delta", text),
            Piece::Thinking(text) => ("response.reasoning_summary_text.delta", text),
            Piece::Call { arguments, .. } | Piece::More(arguments) => {
                ("response.function_call_arguments.delta", arguments)
            }
        };
        if let Some(item) = &mut open {
            item.text.push_str(text);
        }
        events.push(json!({"type": kind, "output_index": place, "delta": text}));
    }
    if script.whole {
        output.extend(open.take().map(|item| done(item, &mut events)));
        let (prompt, answer) = (count(script.usage, "prompt_tokens"), count(script.usage, "completion_tokens"));
        let mut response = json!({"id": id, "status": "completed", "output": output, "usage": {
            "input_tokens": prompt, "input_tokens_details": {"cached_tokens": cached(script.usage)},
            "output_tokens": answer, "total_tokens": prompt + answer}});
        let mut kind = "response.completed";
        if script.finish == "length" {
            kind = "response.incomplete";
            response["status"] = json!("incomplete");
            response["incomplete_details"] = json!({"reason": "max_output_tokens"});
        }
        events.push(json!({"type": kind, "response": response}));
    }
    events
}

fn begun(piece: &Piece<'_>, place: usize, number: usize) -> Value {
    match piece {
        Piece::Thinking(_) => json!({"type": "reasoning", "id": format!("rs_{number}_{place}"), "summary": []}),
        Piece::Call { id, name, .. } => json!({"type": "function_call", "id": format!("fc_{number}_{place}"),
            "call_id": id, "name": name, "arguments": ""}),
        Piece::Text(_) | Piece::More(_) => json!({"type": "message", "id": format!("msg_{number}_{place}"),
            "role": "assistant", "status": "in_progress", "content": []}),
    }
}

/// Says the whole item.
fn done(item: Item, events: &mut Vec<Value>) -> Value {
    let Item { place, mut whole, text } = item;
    match whole["type"].as_str() {
        Some("reasoning") => {
            whole["summary"] = json!([{"type": "summary_text", "text": text}]);
            whole["encrypted_content"] = json!("kept-by-the-server");
        }
        Some("function_call") => {
            events.push(json!({"type": "response.function_call_arguments.done", "output_index": place,
                "arguments": text}));
            whole["arguments"] = json!(text);
        }
        _ => {
            whole["status"] = json!("completed");
            whole["content"] = json!([{"type": "output_text", "text": text, "annotations": []}]);
        }
    }
    events.push(json!({"type": "response.output_item.done", "output_index": place, "item": whole}));
    whole
}
