//! A loaded extension at the doors of the app: each door is an event for its handlers, and their answer comes back.

mod answers;
mod asking;
mod events;

use std::sync::Arc;

use async_trait::async_trait;
use pith_agent::{ToolAmendment, ToolCallView, ToolOutput, ToolVerdict};
use pith_app::event::AppEvent;
use pith_app::extension::{
    Account, BeforeCompact, BeforeFork, BeforeSwitch, BeforeTree, Boundary, BoundaryPlace, CommandInfo, CompactVerdict,
    Completion, Discovered, Exhibit, ExhibitView, Extension, ExtensionError, InputVerdict, InputView, MarkdownView,
    Proposal, RunStart, ShortcutInfo, Shown, TreeVerdict, TrustVerdict,
};
use pith_app::tools::AppTool;
use pith_app::{ShellCommand, WeakApp};
use pith_tools::CommandRun;
use pith_tui::drawn_line;
use pith_types::{AgentMessage, Model};
use serde_json::{Map, Value, json};

use self::answers::{
    CallAnswer, FoundAnswer, InputAnswer, Message, Messages, Objection, ResultAnswer, StartAnswer, Trusted,
    custom_message,
};
use super::exhibits;
use super::failure::extension_error;
use super::shared::{Record, Shared};
use super::shortcuts::is_reserved;
use super::told::told;
use super::tool::app_tool;
use super::{shell, source};
use crate::runtime::Budget;

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

    /// Messages that handlers may change; nothing when they did not.
    async fn ask_about_messages(
        &self,
        event: &str,
        messages: &Shown<Vec<AgentMessage>>,
    ) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        let answer: Option<Messages> = self.ask_about(event, || (json!({}), Some(messages.json()))).await?;
        Ok(answer.map(|answer| answer.messages).filter(|answer| *answer != **messages))
    }
}

#[async_trait]
impl Extension for Loaded {
    fn name(&self) -> &str {
        &self.name
    }

    fn source(&self) -> Value {
        self.record.found.source_info()
    }

    fn account(&self) -> Option<Account> {
        Some(self.record.account())
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

    async fn complete_command(&self, name: &str, typed: &str) -> Result<Vec<Completion>, ExtensionError> {
        let commands = self.shared.commands();
        let own = commands.iter().find(|(record, reached, _)| record.id == self.record.id && reached == name);
        let Some((_, _, command)) = own.filter(|(_, _, command)| command.completes) else { return Ok(Vec::new()) };
        self.still_runs()?;
        let args = json!([self.record.id, command.name, typed]);
        let budget = self.shared.surroundings.deadlines.budget("completion");
        let answer = self.record.package.call("complete", &args, budget).await.map_err(|failure| {
            self.record.note_error(format!("completion of {name}: {failure}"));
            extension_error(failure)
        })?;
        serde_json::from_value::<Option<_>>(answer.unwrap_or_default())
            .map(Option::unwrap_or_default)
            .map_err(|error| ExtensionError::new(format!("the completions of `/{name}` cannot be read: {error}")))
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
        let answer: Option<InputAnswer> = self.ask("input", || events::input(&input)).await?;
        Ok(answer.map_or(InputVerdict::Continue, |answer| answer.verdict(input.text, &self.name)))
    }

    async fn before_agent_start(&self, start: &mut RunStart) -> Result<(), ExtensionError> {
        let about = || (events::before_agent_start(start), Some(start.options.json()));
        let answer: Option<StartAnswer> = self.ask_about("before_agent_start", about).await?;
        let Some(answer) = answer else { return Ok(()) };
        for message in answer.messages {
            start.messages.push(custom_message(message, &self.shared)?);
        }
        if let Some(options) = answer.options {
            *start.options = serde_json::from_value(options)
                .map_err(|error| ExtensionError::new(format!("`systemPromptOptions` cannot be read: {error}")))?;
        }
        start.forced = answer.forced;
        Ok(())
    }

    async fn context(&self, messages: &Shown<Vec<AgentMessage>>) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        self.ask_about_messages("context", messages).await
    }

    async fn context_with_system(
        &self,
        messages: &Shown<Vec<AgentMessage>>,
    ) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        self.ask_about_messages("context_with_system", messages).await
    }

    async fn before_provider_headers(&self, headers: &mut Vec<(String, String)>) -> Result<(), ExtensionError> {
        let answer: Option<Value> =
            self.ask("before_provider_headers", || json!({ "headers": events::header_map(headers) })).await?;
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
        self.hear("after_provider_response", || events::response(status, headers)).await;
    }

    fn watches_answers(&self) -> bool {
        self.record.hears("after_provider_response") || self.watches_streams()
    }

    async fn provider_stream_event(&self, model: &Model, data: &Value) {
        self.hear("provider_stream_event", || events::stream_event(model, data)).await;
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
            .ask("tool_result", || self.with_parent(events::tool_result(call, arguments, output), &call.call.id))
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
        let event = match &boundary.place {
            BoundaryPlace::Turn { .. } => "turn_end",
            BoundaryPlace::Activity => "agent_before_settle",
        };
        let answer: Option<Proposal> = self.ask(event, || events::boundary(boundary, proposal)).await?;
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
        let answer: Option<Value> = self.ask("user_bash", || events::user_bash(command, &cwd)).await?;
        answer.map(shell::run_of).transpose()
    }

    async fn before_switch(&self, switch: &BeforeSwitch) -> Result<bool, ExtensionError> {
        let answer: Option<Objection> = self.ask("session_before_switch", || events::before_switch(switch)).await?;
        Ok(answer.is_some_and(|answer| answer.cancel))
    }

    async fn before_fork(&self, fork: &BeforeFork) -> Result<bool, ExtensionError> {
        let answer: Option<Objection> =
            self.ask("session_before_fork", || json!({ "entryId": fork.entry, "position": fork.position })).await?;
        Ok(answer.is_some_and(|answer| answer.cancel))
    }

    async fn before_compact(&self, compact: &BeforeCompact) -> Result<CompactVerdict, ExtensionError> {
        let (signal, _asked) = self.signal(&compact.cancel);
        let answer: Option<Objection> =
            self.ask("session_before_compact", || events::before_compact(compact, &signal)).await?;
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
