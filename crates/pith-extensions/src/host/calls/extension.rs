//! What an extension registers and reports, its flags, the bus, programs that it runs.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Question, Work, read, unknown};
use crate::host::exec::Exec;
use crate::host::providers;
use crate::rights::Right;
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    Some(match question.method {
        "register" => register(question),
        "report" => {
            let part = |name: &str| question.text(name).to_owned();
            let stack = Some(part("stack")).filter(|stack| !stack.is_empty());
            question.shared.report(&part("extension"), &part("event"), &part("error"), stack);
            Ok(Value::Null)
        }
        "flag.value" => {
            let flags = question.shared.flags.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(flags.get(question.text("name")).cloned().unwrap_or_default())
        }
        "provider.event" => {
            let event = question.args.get("event").cloned().unwrap_or_default();
            question.shared.streams.hear(question.text("stream"), event);
            Ok(Value::Null)
        }
        "bus.listen" => {
            let on = question.args.get("on") == Some(&Value::Bool(true));
            question.shared.bus.listen(question.package, question.text("channel"), on);
            Ok(Value::Null)
        }
        "bus.listeners" => Ok(json!(question.shared.listeners(question.package, question.text("channel")))),
        "bus.deliver" => {
            let (to, channel) = (Path::new(question.text("runtime")), question.text("channel"));
            let data = question.args.get("data").cloned().unwrap_or_default();
            Ok(question.shared.deliver(question.package, to, channel, data))
        }
        "bus.wait" => {
            let wait = question.args.get("wait").and_then(Value::as_u64).unwrap_or_default();
            Ok(question.shared.wait_for(question.package, wait))
        }
        "bus.take" => Ok(question.shared.bus.take(question.package)),
        "bus.heard" => read(question.args.clone()).map(|heard| {
            question.shared.bus.heard(heard);
            Value::Null
        }),
        "bus.runtime" => Ok(json!(question.package)),
        "commands" => question.app().map(|app| json!(app.slash_commands())),
        "settings.get" => Ok((question.shared.surroundings.settings)()),
        "project.trusted" => Ok((question.shared.surroundings.trusted)().into()),
        "paths.agentDir" | "agent.dir" => Ok(json!(question.shared.surroundings.agent_dir)),
        "mcp.servers" => Ok(json!([])),
        _ => return None,
    })
}

fn register(question: &Question<'_>) -> Result<Value, HostError> {
    let Some(record) = question.shared.record(question.text("extension")) else { return Ok(Value::Null) };
    let value = question.args.get("value").cloned().unwrap_or_default();
    let is_provider = question.text("what") == "provider";
    if is_provider {
        let spec = read(value.clone())?;
        providers::admit(&spec, &record.package.gate, &question.shared.surroundings.process)?;
    }
    let is_tool = record
        .registered
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .take(question.text("what"), value)
        .map_err(|error| HostError::new(format!("this cannot be registered: {error}")))?;
    if matches!(question.text("what"), "provider" | "virtualModel") && record.is_loaded() {
        question.shared.providers_changed();
    }
    if is_tool
        && record.is_loaded()
        && let Ok(app) = question.app()
    {
        app.tools_changed();
    }
    Ok(Value::Null)
}

#[derive(Deserialize)]
struct Invoke {
    runtime: PathBuf,
    handle: Value,
    #[serde(default)]
    args: Value,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    match work.method {
        "exec" => {
            let exec: Exec = work.read()?;
            let process = &work.shared.surroundings.process;
            let program = exec.program(&process.cwd, &process.env);
            work.gate.check(Right::Run(program)).map_err(|denied| HostError::new(denied.to_string()))?;
            Ok(exec.run(&process.cwd, &process.env, work.cancel).await)
        }
        "command.complete" => {
            let line = work.args.get("line").and_then(Value::as_str).unwrap_or_default().to_owned();
            let app = work.app()?;
            Ok(json!(work.on_app(async move { app.complete_command(&line).await }).await?))
        }
        "bus.invoke" => {
            let invoke: Invoke = read(work.args)?;
            work.shared.invoke(invoke.runtime, invoke.handle, invoke.args).await.map_err(HostError::new)
        }
        method => Err(unknown(method)),
    }
}
