//! What holds of every run, however it ends: messages and turns are closed, calls have results, `agent_end` comes last and
//! knows everything that was added.

use serde_json::{Value, json};

use super::record::Record;

/// What is wrong with a record, if anything.
pub(super) fn problem(record: &Record) -> Option<String> {
    let events: Vec<&Value> = record.events.iter().filter(|entry| entry.get("type").is_some()).collect();
    let mut open_message = false;
    let mut open_turn = false;
    let mut added = Vec::new();
    let mut open_calls: Vec<Value> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let problem = |words: &str| Some(format!("event {place} ({event}): {words}"));
        match event["type"].as_str()? {
            "agent_start" => added.clear(),
            "turn_start" if open_turn => return problem("the turn before has not ended"),
            "turn_start" => open_turn = true,
            "message_start" if open_message => return problem("the message before has not ended"),
            "message_start" => open_message = true,
            "message_end" if !open_message => return problem("the message has not begun"),
            "message_end" => {
                open_message = false;
                let message = &event["message"];
                added.push(message["role"].clone());
                match message["role"].as_str()? {
                    "assistant" if !matches!(message["stopReason"].as_str(), Some("error" | "aborted")) => {
                        let blocks = message["content"].as_array().into_iter().flatten();
                        open_calls.extend(blocks.filter(|block| block["type"] == "toolCall").map(|b| b["id"].clone()));
                    }
                    "toolResult" => open_calls.retain(|id| *id != message["toolCallId"]),
                    _ => {}
                }
            }
            "turn_end" if !open_turn => return problem("the turn has not begun"),
            "turn_end" if !open_calls.is_empty() => return problem(&format!("calls without results: {open_calls:?}")),
            "turn_end" => open_turn = false,
            "agent_end" => {
                let roles: Vec<Value> = event["messages"].as_array()?.iter().map(role).collect();
                if roles != added {
                    return problem(&format!("added was {added:?}"));
                }
                if open_turn || open_message {
                    return problem("something is still open");
                }
            }
            _ => {}
        }
    }
    let last = events.last().map(|event| &event["type"]);
    (!events.is_empty() && last != Some(&json!("agent_end"))).then(|| "the last event is not `agent_end`".to_owned())
}

fn role(digest: &Value) -> Value {
    json!(digest.as_str().unwrap_or_default().split(':').next().unwrap_or_default())
}
