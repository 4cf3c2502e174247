//! Chat completions: the words that scripts are written in.

use serde_json::{Value, json};

use super::Script;

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
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
    let body = if script.whole { body + "data: [DONE]\n\n" } else { body };
    body.into_bytes()
}
