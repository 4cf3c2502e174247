//! Google's generated content: calls come whole.

use serde_json::{Value, json};

use super::{Piece, Script, blocks, cached, count, unnamed};

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
    let mut parts: Vec<(usize, Value)> = Vec::new();
    let mut arguments = String::new();
    for (block, _, piece) in blocks(script.deltas) {
        match piece {
            Piece::Text(text) => parts.push((block, json!({"text": text}))),
            Piece::Thinking(text) => parts.push((block, json!({"text": text, "thought": true}))),
            Piece::Call { id, name, arguments: begun } => {
                begun.clone_into(&mut arguments);
                parts.push((
                    block,
                    json!({"functionCall": {"id": id, "name": name, "args": {}},
                    "thoughtSignature": "c2lnbmVk"}),
                ));
            }
            Piece::More(more) => arguments.push_str(more),
        }
        // What is not whole yet is no JSON.
        if let Some((_, part)) = parts.last_mut().filter(|(_, part)| part.get("functionCall").is_some())
            && let Ok(whole) = serde_json::from_str::<Value>(&arguments)
        {
            part["functionCall"]["args"] = whole;
        }
    }
    let piece = |parts: Value, rest: Value| {
        let mut piece = json!({"responseId": format!("gen_{}", script.number), "modelVersion": script.model,
            "candidates": [{"index": 0, "content": {"role": "model", "parts": parts}}]});
        for (key, value) in rest.as_object().into_iter().flatten() {
            match key.as_str() {
                "finishReason" => piece["candidates"][0][key] = value.clone(),
                _ => piece[key] = value.clone(),
            }
        }
        piece
    };
    let mut pieces: Vec<Value> = parts.into_iter().map(|(_, part)| piece(json!([part]), json!({}))).collect();
    if script.whole {
        let reason = match script.finish {
            "stop" | "tool_calls" => "STOP",
            "length" => "MAX_TOKENS",
            other => other,
        };
        let (prompt, answer) = (count(script.usage, "prompt_tokens"), count(script.usage, "completion_tokens"));
        let usage = json!({"promptTokenCount": prompt, "cachedContentTokenCount": cached(script.usage),
            "candidatesTokenCount": answer, "totalTokenCount": prompt + answer});
        pieces.push(piece(json!([{"text": ""}]), json!({"finishReason": reason, "usageMetadata": usage})));
    }
    unnamed(&pieces)
}
