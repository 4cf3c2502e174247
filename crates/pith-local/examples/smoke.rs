//! Proves that a model file works: streamed text, and a call bound to a declared tool. `smoke MODEL.gguf`; ends with 1 when
//! anything is missing.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::{path::Path, process::ExitCode, sync::Arc};

use futures::StreamExt as _;
use pith_llm::{Api as _, Call, CallOptions, Clock, Offline, Request, StreamEvent, normalize_context};
use pith_local::{LocalApi, LocalOptions, local_model};
use pith_types::{AssistantMessage, Message, Model, StopReason, SystemMessage, ToolDeclaration};
use serde_json::json;
use tokio_util::sync::CancellationToken;

struct Fixed;

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        0
    }
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: smoke MODEL.gguf");
        return ExitCode::from(2);
    };
    match run(Path::new(&path)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Outcome<()> {
    let model = Arc::new(local_model("smoke", "Smoke", path)?);
    let api = LocalApi::new(LocalOptions::default());

    let (message, deltas) = ask(&api, &model, vec![Message::user("Say hello in one short sentence.", 0)], 40)?;
    let text = message.content.first().and_then(|block| block.as_text()).unwrap_or_default();
    println!("text in {deltas} pieces: {text}");
    if deltas < 2 || text.trim().is_empty() || message.usage.output < 2 {
        return Err("no streamed text came".into());
    }

    let parameters =
        json!({"type": "object", "required": ["path"], "properties": {"path": {"type": "string", "maxLength": 80}}});
    let tool = ToolDeclaration {
        name: "read".to_owned(),
        description: "Show the text of a file.".to_owned(),
        parameters,
        ..ToolDeclaration::default()
    };
    let system = SystemMessage {
        content: "Answer every request with one call of a tool.".into(),
        tools_added: Some(vec![tool]),
        ..SystemMessage::default()
    };
    let (message, _) = ask(&api, &model, vec![system.into(), Message::user("Read the file notes.txt.", 0)], 120)?;
    let Some(call) = message.tool_calls().next() else {
        return Err(format!("no call came, but: {:?}", message.content).into());
    };
    println!("call: {} {}", call.name, serde_json::Value::from(call.arguments.clone()));
    let path = call.arguments.get("path").and_then(|path| path.as_str());
    if call.name != "read" || path.is_none() || message.stop_reason != StopReason::ToolUse {
        return Err("the call is not one of the declared tool".into());
    }
    Ok(())
}

fn ask(api: &LocalApi, model: &Arc<Model>, messages: Vec<Message>, limit: u64) -> Outcome<(AssistantMessage, usize)> {
    let options = CallOptions { max_tokens: Some(limit), ..CallOptions::default() };
    let wire = api.prepare(&Request { model: Arc::clone(model), context: normalize_context(messages), options })?;
    let call = Call { cancel: CancellationToken::new(), clock: Arc::new(Fixed), transport: Arc::new(Offline) };
    let mut events = api.send(wire, call);
    let mut deltas = 0;
    while let Some(event) = futures::executor::block_on(events.next()) {
        match event {
            StreamEvent::TextDelta { .. } => deltas += 1,
            StreamEvent::Done(message) => return Ok((AssistantMessage::clone(&message), deltas)),
            StreamEvent::Error(message) => return Err(message.error_message.clone().unwrap_or_default().into()),
            _ => {}
        }
    }
    Err("the stream broke off".into())
}
