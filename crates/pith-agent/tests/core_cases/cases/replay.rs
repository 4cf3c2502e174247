//! Replay (spec/core.md R2): the plain functions.

use pith_types::transcript::*;
use pith_types::{AgentMessage, SystemMessage, ToolDeclaration, UserContent};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Failure, nothing};

pub(super) fn run(op: &str, input: &Value) -> Result<Option<Value>, Failure> {
    let messages: Vec<AgentMessage> = take(input, "messages")?;
    let prompt: String = take(input, "systemPrompt")?;
    let tools: Vec<ToolDeclaration> = take(input, "tools")?;
    Ok(Some(match op {
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
        _ => return Ok(None),
    }))
}

fn take<T: DeserializeOwned + Default>(input: &Value, key: &str) -> Result<T, Failure> {
    Ok(input.get(key).map(|value| serde_json::from_value(value.clone())).transpose()?.unwrap_or_default())
}

fn one_system(input: &Value) -> Result<SystemMessage, Failure> {
    let message: AgentMessage = serde_json::from_value(input["message"].clone())?;
    Ok(message.as_system().ok_or("not a system message")?.clone())
}

fn system(message: Option<&SystemMessage>) -> Value {
    message.map_or_else(nothing, |message| json!(AgentMessage::from(message.clone())))
}
