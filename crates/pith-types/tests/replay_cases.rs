//! The recorded cases of spec/core.md R2 (`fixtures/replay.json`), each run through the function its `op` names.
//!
//! An op that this driver does not know is a failure. Where ours is better on purpose, [`better`] says what is right.

use indexmap::IndexMap;
use pith_types::transcript::*;
use pith_types::{AgentMessage, AssistantMessage, Content, Message, SystemMessage, ToolDeclaration, UserContent};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// What is right where the recorded outcome is a fault, or takes what a typed declaration cannot hold.
fn better(id: &str) -> Option<Value> {
    match id {
        // A declaration has no place for the fields of an executable tool, so none can slip into a transcript.
        "replay-014" => Some(json!({"messages": [
            {"role": "system", "content": "P", "timestamp": 0, "toolsAdded": [{
                "name": "read", "description": "read tool",
                "parameters": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            }]},
            {"role": "user", "content": "hi", "timestamp": 2},
        ]})),
        // R6.4.10: a text is not lost for want of a timestamp.
        "replay-055" => Some(json!({"role": "system", "content": "A", "timestamp": 0})),
        "replay-084" => Some(json!({"messages": [
            {"role": "system", "content": "no ts", "timestamp": 0},
            {"role": "user", "content": "hi", "timestamp": 2},
        ]})),
        // R6.4.11: the order of keys in a schema is no difference.
        "replay-093" => Some(json!(true)),
        _ => None,
    }
}

#[test]
fn every_recorded_case_of_replay_holds() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("fixtures/replay.json"))?;
    let cases = file["cases"].as_array().ok_or("no cases")?;
    assert_eq!(cases.len(), 100);
    let mut wrong = Vec::new();
    for case in cases {
        let id = case["id"].as_str().unwrap_or("?");
        let expected = better(id).unwrap_or_else(|| case["expected"].clone());
        let got = run(case["op"].as_str().unwrap_or("?"), &case["input"]).map_err(|error| format!("{id}: {error}"))?;
        let holds =
            if case["free_wording"] == json!(true) { says_the_same(&got, &case["input"]) } else { got == expected };
        if !holds {
            wrong.push(format!("{id}\n  expected {expected}\n  got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn run(op: &str, input: &Value) -> Result<Value, Failure> {
    let messages: Vec<AgentMessage> = take(input, "messages")?;
    let prompt: String = take(input, "systemPrompt")?;
    let tools: Vec<ToolDeclaration> = take(input, "tools")?;
    Ok(match op {
        "createInitialSystemMessage" => system(create_initial_system_message(&prompt, tools).as_ref()),
        "normalizeContext" => json!({"messages": with_initial_system_message(&prompt, tools, messages)}),
        "getInitialSystemMessage" => system(initial_system_message(&messages)),
        "withoutInitialSystemMessage" => json!(without_initial_system_message(&messages)),
        "getCurrentSystemPrompt" => json!(current_system_prompt(&messages)),
        "getCurrentSystemMessage" => system(current_system_message(&messages).as_ref()),
        "getCurrentTools" => json!(current_tools(&messages)),
        "getSystemMessageText" => json!(system_message_text(&one_system(input)?)),
        "renderSystemMessageUpdate" => json!(render_system_update(&one_system(input)?)),
        "contentText" => {
            let content: UserContent = take(input, "content")?;
            json!(content.joined(input["separator"].as_str().unwrap_or("\n")))
        }
        "collapseSystemMessages" => json!({"messages": collapse_system_messages(&messages)}),
        "resolveTranscript" => json!({"messages": resolve_transcript(messages, input["supports"] == json!(true))}),
        "toToolDeclaration" => json!(serde_json::from_value::<ToolDeclaration>(input["tool"].clone())?),
        "declarationsEqual" => {
            let [left, right] = ["left", "right"].map(|key| take::<ToolDeclaration>(input, key));
            json!(left? == right?)
        }
        "getToolStateChanges" => {
            let [previous, current] = ["previous", "current"].map(|key| take::<Vec<ToolDeclaration>>(input, key));
            let changes = tool_changes(&previous?, &current?);
            json!({"toolsAdded": changes.added, "toolsRemoved": changes.removed})
        }
        "getDeclaredTools" => json!(declared_tools(&messages)),
        "hasToolRedefinitions" => json!(has_tool_redefinitions(&messages)),
        "hasNonAdditiveToolChanges" => json!(has_non_additive_tool_changes(&messages)),
        "resolveTranscriptTools" => {
            let support = match input["support"].as_str() {
                Some("additions") => ToolSupport::Additions,
                Some("changes") => ToolSupport::Changes,
                _ => ToolSupport::None,
            };
            let resolved = resolve_transcript_tools(&messages, support);
            json!({"requestTools": resolved.request_tools, "foldedSystemMessages": resolved.folded_system_messages})
        }
        "agentInit" => {
            let messages = initial(input)?;
            json!({"messages": messages, "systemPrompt": current_system_prompt(&messages)})
        }
        "agentReset" => {
            let messages = reset_baseline(&initial(input)?);
            let executable: Vec<ToolDeclaration> = take(&input["initialState"], "tools")?;
            json!({
                "messages": messages,
                "systemPrompt": current_system_prompt(&messages),
                "tools": executable.iter().map(|tool| &tool.name).collect::<Vec<_>>(),
            })
        }
        "agentAnnounce" => announce(input)?,
        _ => return Err(format!("unknown op `{op}`").into()),
    })
}

/// Plays the steps of an agent whose model always answers "ok", with the announcement before each request.
fn announce(input: &Value) -> Result<Value, Failure> {
    const NOW: i64 = 1_700_000_000_000;
    let mut transcript = initial(input)?;
    let mut executable: Vec<ToolDeclaration> = take(&input["initialState"], "tools")?;
    let mut requests = Vec::new();
    for step in input["steps"].as_array().ok_or("no steps")? {
        if step.get("setTools").is_some() {
            executable = take(step, "setTools")?;
        }
        let pending = match &step["prompt"] {
            Value::String(text) => vec![Message::user(text, NOW).into()],
            Value::Array(_) => take(step, "prompt")?,
            other => return Err(format!("unknown prompt `{other}`").into()),
        };
        transcript.extend(announce_tools(&PromptState::replay(&transcript), pending, &executable, NOW));
        requests.push(json!(transcript));
        transcript.push(answer().into());
    }
    Ok(json!({
        "requests": requests,
        "systemPrompt": current_system_prompt(&transcript),
        "currentTools": current_tools(&transcript).iter().map(|tool| &tool.name).collect::<Vec<_>>(),
        "roles": transcript.iter().map(AgentMessage::role).collect::<Vec<_>>(),
    }))
}

fn answer() -> AssistantMessage {
    AssistantMessage {
        content: vec![Content::text("ok")],
        api: "x".into(),
        provider: "x".into(),
        model: "x".into(),
        stop_reason: pith_types::StopReason::Stop,
        thinking_level: Some(pith_types::ThinkingLevel::Off),
        timestamp: 9,
        ..AssistantMessage::default()
    }
}

fn initial(input: &Value) -> Result<Vec<AgentMessage>, Failure> {
    let state = &input["initialState"];
    Ok(seed(&take::<String>(state, "systemPrompt")?, take(state, "tools")?, take(state, "messages")?))
}

fn take<T: DeserializeOwned + Default>(input: &Value, key: &str) -> Result<T, Failure> {
    Ok(input.get(key).map(|value| serde_json::from_value(value.clone())).transpose()?.unwrap_or_default())
}

fn one_system(input: &Value) -> Result<SystemMessage, Failure> {
    let message: AgentMessage = serde_json::from_value(input["message"].clone())?;
    Ok(message.as_system().ok_or("not a system message")?.clone())
}

fn system(message: Option<&SystemMessage>) -> Value {
    message.map_or_else(|| json!({"$undefined": true}), |message| json!(AgentMessage::from(message.clone())))
}

/// Wording is free, but content, names of sections and their texts must occur, in this order.
fn says_the_same(got: &Value, input: &Value) -> bool {
    let text = got.as_str().unwrap_or_default();
    let message = &input["message"];
    let sections: IndexMap<String, Option<String>> =
        serde_json::from_value(message["sections"].clone()).unwrap_or_default();
    let parts = message["content"]
        .as_str()
        .map(str::to_owned)
        .into_iter()
        .chain(sections.into_iter().flat_map(|(name, value)| [format!("\"{name}\""), value.unwrap_or_default()]));
    let mut rest = text;
    for part in parts {
        match rest.split_once(part.as_str()) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    !text.is_empty()
}
