//! The agent: seeding, resetting, announcing, queues, listeners, prompts.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_agent::{
    Agent, AgentEvent, AgentOptions, ExecutionMode, Prompt, QueueMode, RunEnd, Tool, ToolContext, ToolError, ToolOutput,
};
use pith_llm::{Api, Call, Client, Clock, EventStream, Offline, PrepareError, Request, StreamEvent, WireRequest};
use pith_types::{AgentMessage, AssistantMessage, Content, Model, StopReason, ToolDeclaration, transcript};
use serde::Deserialize;
use serde_json::{Map, Value, json};

struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

/// A wire that answers `ok` and keeps what it was asked.
#[derive(Default)]
struct Asked(Mutex<Vec<Value>>);

impl Api for Asked {
    fn id(&self) -> &str {
        "x"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let messages = serde_json::to_value(request.context.messages()).unwrap();
        self.0.lock().unwrap().push(messages);
        Ok(WireRequest { model: Arc::clone(&request.model), ..WireRequest::default() })
    }

    fn send(&self, _: WireRequest, _: Call) -> EventStream {
        let answer = AssistantMessage {
            content: vec![Content::text("ok")],
            api: "x".into(),
            provider: "x".into(),
            model: "x".into(),
            stop_reason: StopReason::Stop,
            timestamp: 9,
            ..AssistantMessage::default()
        };
        Box::pin(futures::stream::iter([StreamEvent::Done(Arc::new(answer))]))
    }
}

/// A tool of which only the declaration matters.
struct Declared(ToolDeclaration);

#[async_trait]
impl Tool for Declared {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    async fn execute(&self, _: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::default())
    }
}

fn tools(declarations: Vec<ToolDeclaration>) -> Vec<Arc<dyn Tool>> {
    declarations.into_iter().map(|declaration| Arc::new(Declared(declaration)) as Arc<dyn Tool>).collect()
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Initial {
    #[serde(default)]
    system_prompt: String,
    #[serde(default)]
    tools: Vec<ToolDeclaration>,
    #[serde(default)]
    messages: Vec<AgentMessage>,
}

fn agent(initial: Initial) -> (Agent, Arc<Asked>) {
    let asked = Arc::new(Asked::default());
    let api: Arc<dyn Api> = Arc::clone(&asked) as Arc<dyn Api>;
    let client = Client::new(vec![api], Arc::new(Offline), Arc::new(FixedClock));
    let model = Model { id: "x".into(), api: "x".into(), provider: "x".into(), ..Model::default() };
    let agent = Agent::new(AgentOptions {
        system_prompt: initial.system_prompt,
        tools: tools(initial.tools),
        messages: initial.messages,
        ..AgentOptions::new(client, model)
    });
    (agent, asked)
}

fn initial(input: &Value) -> Initial {
    serde_json::from_value(input["initialState"].clone()).unwrap()
}

pub(super) fn init(input: &Value) -> Value {
    let (agent, _) = agent(initial(input));
    json!({"messages": agent.messages(), "systemPrompt": agent.system_prompt()})
}

pub(super) fn reset(input: &Value) -> Value {
    let (agent, _) = agent(initial(input));
    agent.reset().unwrap();
    let tools: Vec<String> = agent.declared_tools().into_iter().map(|tool| tool.name).collect();
    json!({"messages": agent.messages(), "systemPrompt": agent.system_prompt(), "tools": tools})
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Step {
    set_messages: Option<Vec<AgentMessage>>,
    set_tools: Option<Vec<ToolDeclaration>>,
    prompt: Option<Value>,
    #[serde(rename = "continue")]
    continues: Option<bool>,
}

pub(super) async fn announce(input: &Value) -> Value {
    let (agent, asked) = agent(initial(input));
    let steps: Vec<Step> = serde_json::from_value(input["steps"].clone()).unwrap();
    for step in steps {
        if let Some(messages) = step.set_messages {
            agent.set_messages(messages);
        }
        if let Some(declarations) = step.set_tools {
            agent.set_tools(tools(declarations));
        }
        if let Some(prompt) = step.prompt {
            agent.prompt(read_prompt(prompt)).await.unwrap();
        }
        if step.continues == Some(true) {
            agent.continue_run().await.unwrap();
        }
    }
    let messages = agent.messages();
    let current: Vec<String> = transcript::current_tools(&messages).into_iter().map(|tool| tool.name).collect();
    json!({
        "requests": *asked.0.lock().unwrap(),
        "systemPrompt": agent.system_prompt(),
        "currentTools": current,
        "roles": messages.iter().map(AgentMessage::role).collect::<Vec<_>>(),
    })
}

fn read_prompt(prompt: Value) -> Prompt {
    match prompt {
        Value::String(text) => text.into(),
        Value::Array(_) => Prompt::Messages(serde_json::from_value(prompt).unwrap()),
        _ => serde_json::from_value::<AgentMessage>(prompt).unwrap().into(),
    }
}

/// Reading gives a copy here, so that only what is assigned counts.
pub(super) fn assign_copies() -> Value {
    let (agent, _) = agent(Initial::default());
    let message = AgentMessage::Model(pith_types::Message::user("x", 1));
    let mut messages = vec![message.clone()];
    agent.set_messages(messages.clone());
    messages.push(message.clone());
    assert_eq!(agent.messages().len(), 1);
    agent.set_messages(messages);
    agent.set_tools(tools(vec![ToolDeclaration::default()]));
    json!({"messages": agent.messages().len(), "tools": agent.tools().len()})
}

pub(super) fn queues(input: &Value) -> Value {
    let (agent, _) = agent(Initial::default());
    let texts = |name: &str| -> Vec<String> { serde_json::from_value(input[name].clone()).unwrap() };
    texts("steer").into_iter().for_each(|text| agent.steer(text));
    texts("followUp").into_iter().for_each(|text| agent.follow_up(text));
    let peek = || -> Vec<String> {
        let text = |message: AgentMessage| match message {
            AgentMessage::Model(pith_types::Message::User(user)) => user.content.to_text(),
            other => panic!("{other:?}"),
        };
        agent.peek_queued().into_iter().map(text).collect()
    };
    let one = peek();
    agent.set_steering_mode(QueueMode::All);
    let all = peek();
    agent.clear_steering();
    let after_clear = peek();
    agent.set_follow_up_mode(QueueMode::All);
    let follow_all = peek();
    agent.clear_queues();
    json!({
        "one": one, "all": all, "afterClearSteering": after_clear, "followAll": follow_all, "none": peek(),
        "has": agent.has_queued(),
    })
}

pub(super) async fn subscribe_order() -> Value {
    let (agent, _) = agent(Initial::default());
    let log = Arc::new(Mutex::new(Vec::new()));
    let subscribe = |number: usize| {
        let log = Arc::clone(&log);
        agent.subscribe(move |event: &AgentEvent, _: &_| {
            let name = crate::traces::digest::event(event)["type"].as_str().unwrap().to_owned();
            log.lock().unwrap().push(format!("{number}:{name}"));
        })
    };
    let (first, _second) = (subscribe(1), subscribe(2));
    agent.prompt("hi").await.unwrap();
    let idle = !agent.is_streaming();
    let log: Vec<String> = log.lock().unwrap().iter().take(6).cloned().collect();
    json!({"log": log, "idleAfterPrompt": idle, "unsubscribeReturns": [first.unsubscribe(), first.unsubscribe()]})
}

pub(super) async fn prompt_inputs() -> Value {
    let (agent, _) = agent(Initial::default());
    let object: AgentMessage =
        serde_json::from_value(json!({"role": "user", "content": "obj", "timestamp": 3})).unwrap();
    agent.prompt("").await.unwrap();
    agent.prompt("t").await.unwrap();
    agent.prompt(object).await.unwrap();
    let users = agent.messages().into_iter().filter(|message| message.role() == "user");
    users.map(|message| serde_json::to_value(message).unwrap()).collect()
}

/// Without a way to models no agent can be made here: `AgentOptions` asks for one. What comes nearest is a client that
/// knows no wire, and its agent's first answer says so.
pub(super) async fn construct() -> Value {
    let client = Client::new(Vec::new(), Arc::new(Offline), Arc::new(FixedClock));
    let agent = Agent::new(AgentOptions::new(client, Model::unknown()));
    let outcome = agent.prompt("hi").await.unwrap();
    assert_eq!(outcome.end, RunEnd::ModelFailed);
    json!({"error": agent.error_message()})
}

pub(super) fn defaults() -> Value {
    let client = Client::new(Vec::new(), Arc::new(Offline), Arc::new(FixedClock));
    let options = AgentOptions::new(client, Model::unknown());
    let tool_execution = match options.tool_execution {
        ExecutionMode::Parallel => "parallel",
        ExecutionMode::Sequential => "sequential",
    };
    let agent = Agent::new(options);
    let mode = |mode| match mode {
        QueueMode::OneAtATime => "one-at-a-time",
        QueueMode::All => "all",
    };
    json!({
        "state": {
            "systemPrompt": agent.system_prompt(),
            "model": *agent.model(),
            "thinkingLevel": agent.thinking_level(),
            "tools": agent.tools().iter().map(|tool| tool.label().to_owned()).collect::<Vec<_>>(),
            "messages": agent.messages(),
            "isStreaming": agent.is_streaming(),
            "pendingToolCalls": agent.pending_tool_calls(),
        },
        "steeringMode": mode(agent.steering_mode()),
        "followUpMode": mode(agent.follow_up_mode()),
        "toolExecution": tool_execution,
        "signal": agent.cancel_token().map_or("undefined", |_| "defined"),
    })
}

/// There is no way to assign it; what is left to show is that it stays.
pub(super) fn assign_system_prompt() -> Value {
    let (agent, _) = agent(Initial { system_prompt: "P".into(), ..Initial::default() });
    json!({"unchanged": agent.system_prompt()})
}

/// The names of everything that reaches a wire beside model and messages.
pub(super) async fn stream_option_keys() -> Value {
    let seen = Arc::new(Mutex::new(Value::Null));
    let client = Client::new(vec![Arc::new(Options(Arc::clone(&seen)))], Arc::new(Offline), Arc::new(FixedClock));
    let model = Model { id: "x".into(), api: "x".into(), provider: "x".into(), ..Model::default() };
    let agent = Agent::new(AgentOptions { hooks: Arc::new(pith_agent::NoHooks), ..AgentOptions::new(client, model) });
    agent.prompt("hi").await.unwrap();
    let keys = seen.lock().unwrap().clone();
    json!({"keys": keys})
}

/// A wire that writes down the names of the options it gets.
struct Options(Arc<Mutex<Value>>);

impl Api for Options {
    fn id(&self) -> &str {
        "x"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        // One line for each field, indented once.
        let shown = format!("{:#?}", request.options);
        let fields = shown.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(':'));
        let names: Vec<&str> = fields.map(|(name, _)| name).filter(|name| !name.starts_with(' ')).collect();
        *self.0.lock().unwrap() = json!(names);
        Asked::default().prepare(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        Asked::default().send(wire, call)
    }
}
