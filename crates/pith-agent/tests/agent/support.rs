//! A scripted model, tools of a line, and a listener that writes down.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures::future::BoxFuture;
use pith_agent::{Agent, AgentEvent, AgentOptions, ExecutionMode, Tool, ToolContext, ToolError, ToolOutput};
use pith_llm::{
    Client, Clock, Offline,
    scripted::{Answer, Pace, Scripted},
};
use pith_types::{AgentMessage, Content, Message, ToolCall, ToolDeclaration};
use serde_json::{Map, Value, json};

pub(crate) struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

/// A provider with these answers.
pub(crate) fn scripted(answers: impl IntoIterator<Item = Answer>) -> Scripted {
    let scripted = Scripted::default();
    scripted.set(answers);
    scripted
}

/// A provider that takes a second for every four characters.
pub(crate) fn slow(answers: impl IntoIterator<Item = Answer>) -> Scripted {
    let scripted = Scripted::new(Pace { token_size: 1..=1, tokens_per_second: Some(1.0) });
    scripted.set(answers);
    scripted
}

pub(crate) fn client(scripted: &Scripted) -> Client {
    Client::new(vec![Arc::new(scripted.clone())], Arc::new(Offline), Arc::new(FixedClock))
}

pub(crate) fn options(scripted: &Scripted) -> AgentOptions {
    AgentOptions::new(client(scripted), scripted.model())
}

pub(crate) fn agent(scripted: &Scripted) -> Agent {
    Agent::new(options(scripted))
}

pub(crate) fn agent_with(scripted: &Scripted, tools: Vec<Arc<dyn Tool>>) -> Agent {
    Agent::new(AgentOptions { tools, ..options(scripted) })
}

/// An answer that calls `name` once per id.
pub(crate) fn calls(name: &str, ids: &[&str]) -> Answer {
    let call = |id: &&str| Content::ToolCall(ToolCall { id: (*id).into(), name: name.into(), ..ToolCall::default() });
    Answer::blocks(ids.iter().map(call).collect())
}

type Work = dyn Fn(Map<String, Value>, ToolContext) -> BoxFuture<'static, Result<ToolOutput, ToolError>> + Send + Sync;

/// A tool of a line.
pub(crate) struct Line {
    declaration: ToolDeclaration,
    mode: ExecutionMode,
    work: Box<Work>,
}

pub(crate) fn line<F, R>(name: &str, work: F) -> Arc<dyn Tool>
where
    F: Fn(Map<String, Value>, ToolContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    let parameters = json!({"type": "object", "properties": {}});
    let declaration = ToolDeclaration { name: name.into(), parameters, ..ToolDeclaration::default() };
    let work = Box::new(move |arguments, context| -> BoxFuture<'static, _> { Box::pin(work(arguments, context)) });
    Arc::new(Line { declaration, mode: ExecutionMode::Parallel, work })
}

#[async_trait]
impl Tool for Line {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    fn execution_mode(&self) -> ExecutionMode {
        self.mode
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        (self.work)(arguments, context).await
    }
}

/// The names of the events that an agent tells.
pub(crate) fn record(agent: &Agent) -> Arc<Mutex<Vec<String>>> {
    let names = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&names);
    agent.subscribe(move |event: &AgentEvent, _: &_| written.lock().unwrap().push(name(event)));
    names
}

/// The last of them.
pub(crate) fn last(names: &Mutex<Vec<String>>, count: usize) -> Vec<String> {
    let names = names.lock().unwrap();
    names[names.len() - count..].to_vec()
}

fn name(event: &AgentEvent) -> String {
    match event {
        AgentEvent::AgentStart => "agent_start".into(),
        AgentEvent::TurnStart => "turn_start".into(),
        AgentEvent::MessageStart(message) => format!("start {}", message.role()),
        AgentEvent::MessageUpdate(_) => "update".into(),
        AgentEvent::MessageEnd(message) => format!("end {}", message.role()),
        AgentEvent::ToolExecutionStart { call_id, .. } => format!("exec {call_id}"),
        AgentEvent::ToolExecutionUpdate { call_id, .. } => format!("progress {call_id}"),
        AgentEvent::ToolExecutionEnd { call_id, .. } => format!("done {call_id}"),
        AgentEvent::TurnEnd { .. } => "turn_end".into(),
        AgentEvent::AgentEnd { .. } => "agent_end".into(),
    }
}

/// `role:text` of each message; results and answers that failed are marked.
pub(crate) fn tags(messages: &[AgentMessage]) -> Vec<String> {
    messages.iter().map(tag).collect()
}

fn tag(message: &AgentMessage) -> String {
    let text = |blocks: &[Content]| blocks.iter().filter_map(Content::as_text).collect::<String>();
    match message {
        AgentMessage::Model(Message::System(_)) => "system".into(),
        AgentMessage::Model(Message::User(user)) => format!("user:{}", user.content.to_text()),
        AgentMessage::Model(Message::Assistant(answer)) => match &answer.error_message {
            None => format!("assistant:{}", text(&answer.content)),
            Some(_) => format!("assistant:{}!{:?}", text(&answer.content), answer.stop_reason),
        },
        AgentMessage::Model(Message::ToolResult(result)) => {
            let mark = if result.is_error { "!" } else { "" };
            format!("{}{mark}:{}", result.tool_call_id, text(&result.content))
        }
        AgentMessage::Custom(message) => message.role.clone(),
    }
}
