//! A loaded extension at the doors of the app: each door is an event for its handlers, and their answer comes back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use pith_agent::{ToolAmendment, ToolCallView, ToolOutput, ToolVerdict};
use pith_app::event::AppEvent;
use pith_app::extension::{
    BeforeCompact, BeforeFork, BeforeSwitch, BeforeTree, Boundary, BoundaryPlace, CommandInfo, CompactVerdict,
    Discovered, Exhibit, ExhibitView, Extension, ExtensionError, Fault, InputVerdict, InputView, MarkdownView,
    Proposal, RunStart, ShortcutInfo, TreeVerdict, Trigger, TrustVerdict,
};
use pith_app::input::{Delivery, Source};
use pith_app::tools::AppTool;
use pith_app::{ShellCommand, WeakApp};
use pith_tools::CommandRun;
use pith_tui::drawn_line;
use pith_types::{AgentMessage, Content, Model};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::exhibits;
use super::failure::extension_error;
use super::shared::{Record, Shared};
use super::shortcuts::is_reserved;
use super::told::told;
use super::tool::app_tool;
use super::{shell, source};
use crate::runtime::{Budget, CallFailure};

/// Events at which an extension that cannot answer must be heard all the same: nothing passes.
const GATES: &[&str] = &["input", "tool_call", "user_bash"];

/// How long a handler has to end by itself after the person has aborted.
const GRACE: Duration = Duration::from_millis(250);

/// One extension that is in force.
pub(super) struct Loaded {
    record: Arc<Record>,
    shared: Arc<Shared>,
    name: String,
}

impl Loaded {
    pub(super) fn new(record: Arc<Record>, shared: Arc<Shared>) -> Self {
        Self { name: record.name(), record, shared }
    }

    /// Gives an event to the handlers. Nothing when there are none, or they had nothing to say. When the person aborts
    /// meanwhile they are left, and what they run is broken off.
    async fn dispatch(&self, event: &str, data: &Value) -> Result<Option<Value>, ExtensionError> {
        if !GATES.contains(&event) && self.record.package.runtime.stopped().is_some() {
            return Ok(None);
        }
        let begun = Instant::now();
        let budget = self.shared.surroundings.deadlines.budget(event);
        let args = json!([self.record.id, event, data]);
        let abort = self.shared.app().map(|app| app.next_abort());
        let left = async {
            match abort {
                Some(abort) => {
                    abort.cancelled().await;
                    tokio::time::sleep(GRACE).await;
                }
                None => std::future::pending().await,
            }
        };
        let answer = tokio::select! {
            biased;
            answer = self.record.package.call("dispatch", &args, budget) => answer,
            () = left => Err(CallFailure::GivenUp),
        };
        self.record.note_time(begun.elapsed());
        answer.map(|answer| answer.filter(|value| !value.is_null())).map_err(|failure| {
            self.record.note_error(format!("{event}: {failure}"));
            extension_error(failure)
        })
    }

    /// The same for an event of which somebody must hear, with the answer read as what it must be.
    async fn ask<T: DeserializeOwned>(
        &self,
        event: &str,
        data: impl FnOnce() -> Value,
    ) -> Result<Option<T>, ExtensionError> {
        if !self.record.hears(event) {
            return Ok(None);
        }
        let Some(answer) = self.dispatch(event, &data()).await? else { return Ok(None) };
        serde_json::from_value(answer)
            .map(Some)
            .map_err(|error| ExtensionError::new(format!("its answer to `{event}` cannot be read: {error}")))
    }

    /// That it was stopped is told once, when it is; a person who asks something of it afterwards is told again.
    fn still_runs(&self) -> Result<(), ExtensionError> {
        let Some(reason) = self.record.package.runtime.stopped() else { return Ok(()) };
        Err(ExtensionError::new(format!("the extension was stopped: {reason}; `/reload` begins it anew")))
    }

    /// Gives an event to the handlers that has no answer; a failure is told.
    async fn hear(&self, event: &str, data: impl FnOnce() -> Value) {
        if !self.record.hears(event) {
            return;
        }
        if let Err(error) = self.dispatch(event, &data()).await
            && error.fault != Fault::Stopped
        {
            self.shared.report(&self.record.id, event, &error.to_string(), error.stack);
        }
    }

    /// The event of a call with the call that makes it, if one does.
    fn with_parent(&self, mut event: Value, call: &str) -> Value {
        if let Some(parent) = self.shared.running.parent(call) {
            event["parentToolCallId"] = parent.into();
        }
        event
    }

    /// A name for what fires when `cancel` does, for the handlers' `signal`. Nothing is told after the guard is dropped.
    fn signal(&self, cancel: &CancellationToken) -> (String, DropGuard) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("signal:{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let (done, package) = (CancellationToken::new(), Arc::clone(&self.record.package));
        let (fired, over, called) = (cancel.clone(), done.clone(), name.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = fired.cancelled() => package.tell("over", &json!([called, true])),
                () = over.cancelled() => {}
            }
        });
        (name, done.drop_guard())
    }

    fn resolve(&self, paths: Vec<String>) -> Vec<PathBuf> {
        let base = self.record.found.path.parent().unwrap_or(Path::new(""));
        paths.into_iter().map(|path| base.join(path)).collect()
    }
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct InputAnswer {
    action: String,
    text: Option<String>,
    images: Option<Vec<Content>>,
    reason: Option<String>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct StartAnswer {
    messages: Vec<Value>,
    forced: Option<String>,
    options: Option<Value>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct CallAnswer {
    block: bool,
    reason: Option<String>,
    terminate: bool,
    input: Option<Map<String, Value>>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct ResultAnswer {
    content: Option<Vec<Content>>,
    details: Option<Value>,
    structured_content: Option<Value>,
    is_error: Option<bool>,
    usage: Option<pith_types::Usage>,
}

#[derive(serde::Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct FoundAnswer {
    skill_paths: Vec<String>,
    prompt_paths: Vec<String>,
    theme_paths: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Messages {
    messages: Vec<AgentMessage>,
}

#[derive(serde::Deserialize)]
struct Message {
    message: AgentMessage,
}

#[derive(serde::Deserialize, Default)]
#[serde(default)]
struct Objection {
    cancel: bool,
    compaction: Option<Value>,
}

#[derive(serde::Deserialize)]
struct Trusted {
    trusted: bool,
    remember: bool,
}

#[async_trait]
impl Extension for Loaded {
    fn name(&self) -> &str {
        &self.name
    }

    fn source(&self) -> Value {
        self.record.found.source_info()
    }

    fn attach(&self, app: WeakApp) {
        self.shared.note_runtime();
        self.shared.attach(app);
    }

    fn tools(&self) -> Vec<AppTool> {
        let tools = self.record.registered().tools;
        tools.into_iter().map(|spec| app_tool(spec, &self.record, &self.shared)).collect()
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let mine = self.shared.commands().into_iter().filter(|(record, ..)| record.id == self.record.id);
        let source = self.source();
        mine.map(|(_, name, command)| CommandInfo { name, description: command.description, source: source.clone() })
            .collect()
    }

    async fn run_command(&self, name: &str, arguments: &str) -> Result<(), ExtensionError> {
        let commands = self.shared.commands();
        let own = commands.iter().find(|(record, reached, _)| record.id == self.record.id && reached == name);
        let Some((_, _, command)) = own else { return Err(ExtensionError::new("the command is gone")) };
        self.still_runs()?;
        let args = json!([self.record.id, command.name, arguments]);
        let answer = self.record.package.call("command", &args, Budget::Unlimited).await;
        answer.map(drop).map_err(|failure| {
            self.record.note_error(format!("command {name}: {failure}"));
            extension_error(failure)
        })
    }

    fn shortcuts(&self) -> Vec<ShortcutInfo> {
        let own = self.record.registered().shortcuts.into_iter().filter(|shortcut| !is_reserved(&shortcut.key));
        own.map(|shortcut| ShortcutInfo { key: shortcut.key, description: shortcut.description }).collect()
    }

    async fn run_shortcut(&self, key: &str) -> Result<(), ExtensionError> {
        self.still_runs()?;
        let answer = self.record.package.call("shortcut", &json!([self.record.id, key]), Budget::Unlimited).await;
        answer.map(drop).map_err(|failure| {
            self.record.note_error(format!("shortcut {key}: {failure}"));
            extension_error(failure)
        })
    }

    fn exhibits(&self, exhibit: &Exhibit) -> bool {
        self.record.package.runtime.stopped().is_none() && exhibits::has(&self.record.registered(), exhibit)
    }

    async fn exhibit(&self, exhibit: &Exhibit, view: &ExhibitView) -> Result<Option<Vec<String>>, ExtensionError> {
        let columns = view.size.columns;
        let args = json!([self.record.id, exhibits::told(exhibit), columns, view.expanded]);
        let budget = self.shared.surroundings.deadlines.budget("render");
        let answer = self.record.package.call("exhibit", &args, budget).await.map_err(extension_error)?;
        let lines: Option<Vec<String>> = serde_json::from_value(answer.unwrap_or_default())
            .map_err(|error| ExtensionError::new(format!("its renderer gave something else than lines: {error}")))?;
        Ok(lines.map(|lines| lines.iter().map(|line| drawn_line(line, columns).text).collect()))
    }

    fn transforms_markdown(&self, message_type: &str) -> bool {
        let registered = self.record.registered();
        let types = registered.renderers.iter().rev().find(|(kind, _)| kind == "markdown");
        types.is_some_and(|(_, types)| types.split(',').any(|one| one == message_type))
    }

    async fn transform_markdown(&self, text: &str, view: &MarkdownView) -> Result<Option<String>, ExtensionError> {
        let context = json!({ "messageType": view.message_type, "isStreaming": false, "availableWidth": view.columns });
        let budget = self.shared.surroundings.deadlines.budget("render");
        let args = json!([self.record.id, text, context]);
        let answer = self.record.package.call("transform", &args, budget).await.map_err(extension_error)?;
        Ok(answer.and_then(|text| text.as_str().map(str::to_owned)))
    }

    async fn project_trust(&self, cwd: &str) -> Result<TrustVerdict, ExtensionError> {
        let answer: Option<Trusted> = self.ask("project_trust", || json!({ "cwd": cwd })).await?;
        Ok(answer.map_or_else(TrustVerdict::default, |answer| TrustVerdict {
            trusted: Some(answer.trusted),
            remember: answer.remember,
        }))
    }

    async fn resources_discover(&self, cwd: &str, reloading: bool) -> Result<Discovered, ExtensionError> {
        let reason = if reloading { "reload" } else { "startup" };
        let found: Option<FoundAnswer> =
            self.ask("resources_discover", || json!({ "cwd": cwd, "reason": reason })).await?;
        let found = found.unwrap_or_default();
        Ok(Discovered {
            skills: self.resolve(found.skill_paths),
            prompts: self.resolve(found.prompt_paths),
            themes: self.resolve(found.theme_paths),
        })
    }

    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        let answer: Option<InputAnswer> = self
            .ask("input", || {
                let mut event = json!({ "text": input.text, "source": source_name(input.source) });
                if !input.images.is_empty() {
                    event["images"] = json!(input.images);
                }
                match input.delivery {
                    Delivery::Steer => event["streamingBehavior"] = "steer".into(),
                    Delivery::FollowUp => event["streamingBehavior"] = "followUp".into(),
                    _ => {}
                }
                event
            })
            .await?;
        let Some(answer) = answer else { return Ok(InputVerdict::Continue) };
        Ok(match answer.action.as_str() {
            "transform" => InputVerdict::Transform {
                text: answer.text.unwrap_or_else(|| input.text.to_owned()),
                images: answer.images,
            },
            "handled" => InputVerdict::Handled,
            "block" => InputVerdict::Block {
                reason: answer
                    .reason
                    .unwrap_or_else(|| format!("the extension `{}` does not let it through", self.name)),
            },
            _ => InputVerdict::Continue,
        })
    }

    async fn before_agent_start(&self, start: &mut RunStart) -> Result<(), ExtensionError> {
        let answer: Option<StartAnswer> = self
            .ask("before_agent_start", || {
                let mut event = match &start.trigger {
                    Trigger::Prompt { text, images } => {
                        let mut event = json!({ "messageType": "user", "prompt": text });
                        if !images.is_empty() {
                            event["images"] = json!(images);
                        }
                        event
                    }
                    Trigger::Message(message) => json!({ "messageType": "custom", "message": message }),
                };
                event["systemPromptOptions"] = json!(start.options);
                if let Some(forced) = &start.forced {
                    event["forced"] = forced.as_str().into();
                }
                event
            })
            .await?;
        let Some(answer) = answer else { return Ok(()) };
        for message in answer.messages {
            start.messages.push(custom_message(message, &self.shared)?);
        }
        if let Some(options) = answer.options {
            start.options = serde_json::from_value(options)
                .map_err(|error| ExtensionError::new(format!("`systemPromptOptions` cannot be read: {error}")))?;
        }
        start.forced = answer.forced;
        Ok(())
    }

    async fn context(&self, messages: &[AgentMessage]) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        let answer: Option<Messages> = self.ask("context", || json!({ "messages": messages })).await?;
        Ok(answer.map(|answer| answer.messages).filter(|answer| answer != messages))
    }

    async fn context_with_system(
        &self,
        messages: &[AgentMessage],
    ) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        let answer: Option<Messages> = self.ask("context_with_system", || json!({ "messages": messages })).await?;
        Ok(answer.map(|answer| answer.messages).filter(|answer| answer != messages))
    }

    async fn before_provider_headers(&self, headers: &mut Vec<(String, String)>) -> Result<(), ExtensionError> {
        let answer: Option<Value> = self
            .ask("before_provider_headers", || {
                let map: Map<String, Value> =
                    headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
                json!({ "headers": map })
            })
            .await?;
        if let Some(Value::Object(changed)) = answer.and_then(|mut answer| answer.get_mut("headers").map(Value::take)) {
            *headers = changed
                .into_iter()
                .filter_map(|(name, value)| match value {
                    Value::Null => None,
                    Value::String(value) => Some((name, value)),
                    other => Some((name, other.to_string())),
                })
                .collect();
        }
        Ok(())
    }

    async fn before_provider_request(&self, payload: &Value) -> Result<Option<Value>, ExtensionError> {
        let answer: Option<Value> = self.ask("before_provider_request", || json!({ "payload": payload })).await?;
        Ok(answer.and_then(|mut answer| answer.get_mut("payload").map(Value::take)))
    }

    fn looks_at_requests(&self) -> bool {
        self.record.hears("before_provider_headers") || self.record.hears("before_provider_request")
    }

    async fn after_provider_response(&self, status: u16, headers: &[(String, String)]) {
        let headers: Map<String, Value> =
            headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        self.hear("after_provider_response", || json!({ "status": status, "headers": headers })).await;
    }

    fn watches_answers(&self) -> bool {
        self.record.hears("after_provider_response") || self.watches_streams()
    }

    async fn provider_stream_event(&self, model: &Model, data: &Value) {
        let event = || json!({ "provider": model.provider, "api": model.api, "model": model.id, "data": data });
        self.hear("provider_stream_event", event).await;
    }

    fn watches_streams(&self) -> bool {
        self.record.hears("provider_stream_event")
    }

    async fn message_end(&self, message: &AgentMessage) -> Result<Option<AgentMessage>, ExtensionError> {
        let answer: Option<Message> = self.ask("message_end", || json!({ "message": message })).await?;
        Ok(answer.map(|answer| answer.message))
    }

    async fn tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, ExtensionError> {
        let answer: Option<CallAnswer> = self
            .ask("tool_call", || {
                let event = json!({ "toolCallId": call.call.id, "toolName": call.call.name, "input": arguments });
                self.with_parent(event, &call.call.id)
            })
            .await?;
        let Some(answer) = answer else { return Ok(ToolVerdict::Allow) };
        if let Some(input) = answer.input {
            *arguments = input;
        }
        if answer.block {
            return Ok(ToolVerdict::Block { reason: answer.reason, terminate: answer.terminate });
        }
        Ok(ToolVerdict::Allow)
    }

    async fn tool_result(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, ExtensionError> {
        let answer: Option<ResultAnswer> = self
            .ask("tool_result", || {
                let mut event = json!({
                    "toolCallId": call.call.id,
                    "toolName": call.call.name,
                    "input": arguments,
                    "content": output.content,
                    "isError": output.is_error,
                });
                let optional = [("details", &output.details), ("structuredContent", &output.structured_content)];
                for (name, value) in optional {
                    if let Some(value) = value {
                        event[name] = value.clone();
                    }
                }
                if let Some(usage) = &output.usage {
                    event["usage"] = json!(usage);
                }
                self.with_parent(event, &call.call.id)
            })
            .await?;
        let answer = answer.unwrap_or_default();
        Ok(ToolAmendment {
            content: answer.content,
            details: answer.details,
            structured_content: answer.structured_content,
            is_error: answer.is_error,
            usage: answer.usage,
            terminate: None,
        })
    }

    async fn boundary(&self, boundary: &Boundary, proposal: &mut Proposal) -> Result<(), ExtensionError> {
        let (event, mut data) = match &boundary.place {
            BoundaryPlace::Turn { index, message, tool_results, message_entry, result_entries } => (
                "turn_end",
                json!({
                    "turnIndex": index,
                    "message": message,
                    "toolResults": tool_results,
                    "messageEntryId": message_entry,
                    "toolResultEntryIds": result_entries,
                }),
            ),
            BoundaryPlace::Activity => ("agent_before_settle", json!({})),
        };
        data["outcome"] = json!(boundary.outcome);
        data["entries"] = json!(proposal.entries);
        data["continue"] = proposal.goes_on.into();
        let answer: Option<Proposal> = self.ask(event, || data).await?;
        if let Some(answer) = answer {
            *proposal = answer;
        }
        Ok(())
    }

    fn stands_at_boundaries(&self) -> bool {
        self.record.hears("turn_end") || self.record.hears("agent_before_settle")
    }

    async fn user_bash(&self, command: &ShellCommand) -> Result<Option<CommandRun>, ExtensionError> {
        let cwd = self.shared.cwd();
        let answer: Option<Value> = self
            .ask("user_bash", || {
                json!({
                    "command": command.command,
                    "excludeFromContext": command.exclude_from_context,
                    "cwd": cwd,
                })
            })
            .await?;
        answer.map(shell::run_of).transpose()
    }

    async fn before_switch(&self, switch: &BeforeSwitch) -> Result<bool, ExtensionError> {
        let answer: Option<Objection> = self
            .ask("session_before_switch", || match &switch.target {
                Some(target) => json!({ "reason": "resume", "targetSessionFile": target }),
                None => json!({ "reason": "new" }),
            })
            .await?;
        Ok(answer.is_some_and(|answer| answer.cancel))
    }

    async fn before_fork(&self, fork: &BeforeFork) -> Result<bool, ExtensionError> {
        let answer: Option<Objection> =
            self.ask("session_before_fork", || json!({ "entryId": fork.entry, "position": fork.position })).await?;
        Ok(answer.is_some_and(|answer| answer.cancel))
    }

    async fn before_compact(&self, compact: &BeforeCompact) -> Result<CompactVerdict, ExtensionError> {
        let (signal, _asked) = self.signal(&compact.cancel);
        let answer: Option<Objection> = self
            .ask("session_before_compact", || {
                let mut event = json!({
                    "preparation": compact.preparation,
                    "branchEntries": compact.branch,
                    "reason": compact.reason,
                    "willRetry": compact.will_retry,
                    "signal": signal,
                });
                if let Some(instructions) = &compact.instructions {
                    event["customInstructions"] = instructions.as_str().into();
                }
                event
            })
            .await?;
        match answer {
            Some(Objection { cancel: true, .. }) => Ok(CompactVerdict::Cancel),
            Some(Objection { compaction: Some(summary), .. }) => serde_json::from_value(summary)
                .map(CompactVerdict::Summary)
                .map_err(|error| ExtensionError::new(format!("its `compaction` cannot be read: {error}"))),
            _ => Ok(CompactVerdict::Continue),
        }
    }

    async fn before_tree(&self, tree: &BeforeTree) -> Result<TreeVerdict, ExtensionError> {
        let (signal, _asked) = self.signal(&tree.cancel);
        let event = || json!({ "preparation": tree.preparation, "signal": signal });
        let answer = self.ask("session_before_tree", event).await?;
        Ok(answer.unwrap_or_default())
    }

    async fn observe(&self, event: &AppEvent) {
        let Some((name, data)) = told(event, self.shared.app().as_ref(), |name| self.record.hears(name)) else {
            return;
        };
        self.hear(name, || data).await;
    }

    async fn detach(&self) {
        self.record.package.tell("invalidate", &json!([self.record.id, source::STALE]));
    }
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::Interactive => "interactive",
        Source::Rpc => "rpc",
        Source::Extension => "extension",
    }
}

/// A message of `before_agent_start`, with the role and the time that it needs.
fn custom_message(mut message: Value, shared: &Shared) -> Result<AgentMessage, ExtensionError> {
    if let Some(fields) = message.as_object_mut() {
        fields.insert("role".to_owned(), "custom".into());
        fields.entry("display").or_insert(Value::Bool(false));
        fields.entry("timestamp").or_insert_with(|| shared.now_ms().into());
    }
    serde_json::from_value(message).map_err(|error| ExtensionError::new(format!("its message cannot be read: {error}")))
}
