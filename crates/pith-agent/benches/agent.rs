//! What an agent costs: replay of long transcripts, a delta on its way through the loop, an agent that idles, many at once.
//!
//! ```sh
//! cargo bench -p pith-agent
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "benchmarks")]

use std::sync::Arc;

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use pith_agent::{Agent, AgentEvent, AgentOptions, model_messages};
use pith_llm::{
    Api, Call, Client, EventStream, Offline, PrepareError, Request, StreamEvent, WireRequest, scripted::Scripted,
};
use pith_types::{
    AgentMessage, AssistantMessage, Content, Message, Model, StopReason, SystemMessage, ToolDeclaration,
    transcript::{PromptState, announce_tools, seed},
};
use tokio::{runtime::Runtime, task::JoinSet};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const LENGTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

fn main() {
    divan::main();
}

/// Twenty tools, as an agent with a few servers has them.
fn tools() -> Vec<ToolDeclaration> {
    let tool = |number: usize| ToolDeclaration {
        name: format!("tool{number}"),
        description: "does a thing that takes a sentence to say".into(),
        parameters: serde_json::json!({"type": "object", "properties": {"path": {"type": "string"}}}),
        ..ToolDeclaration::default()
    };
    (0..20).map(tool).collect()
}

/// A prompt, and then turns of a question and an answer.
fn transcript(length: usize) -> Vec<AgentMessage> {
    let answer = AssistantMessage {
        content: vec![Content::text("an answer of some words")],
        stop_reason: StopReason::Stop,
        ..AssistantMessage::default()
    };
    let turn = [Message::user("a question", 1).into(), AgentMessage::from(answer)];
    let mut messages: Vec<AgentMessage> = seed("You are asked things.", tools(), Vec::new());
    messages.extend(turn.into_iter().cycle().take(length));
    messages
}

fn client(api: impl Api + 'static) -> Client {
    Client::new(vec![Arc::new(api)], Arc::new(Offline), Arc::new(|| 0))
}

fn agent(messages: Vec<AgentMessage>) -> Agent {
    let scripted = Scripted::default();
    Agent::new(AgentOptions { messages, ..AgentOptions::new(client(scripted.clone()), scripted.model()) })
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
}

/// The prompt in force, asked of an agent with a history.
#[divan::bench(args = LENGTHS)]
fn prompt_and_tools(bencher: Bencher<'_, '_>, length: usize) {
    let agent = agent(transcript(length));
    bencher.bench(|| (agent.system_prompt(), agent.declared_tools().len()));
}

/// What has to be said of the tools before a run: nothing, found by comparing twenty with twenty.
#[divan::bench(args = LENGTHS)]
fn compare_tools(bencher: Bencher<'_, '_>, length: usize) {
    let (state, executable) = (PromptState::replay(&transcript(length)), tools());
    bencher.bench(|| announce_tools::<AgentMessage>(&state, Vec::new(), black_box(&executable), 0));
}

/// A prompt that is changed on the way.
#[divan::bench(args = LENGTHS)]
fn append_a_system_message(bencher: Bencher<'_, '_>, length: usize) {
    let state = PromptState::replay(&transcript(length));
    let more = SystemMessage { content: "Be brief.".into(), ..SystemMessage::default() };
    bencher.with_inputs(|| state.clone()).bench_values(|mut state| {
        state.apply(&more);
        state.prompt()
    });
}

/// The default conversion: pointers move, messages do not. The list itself is the input.
#[divan::bench(args = LENGTHS)]
fn default_conversion(bencher: Bencher<'_, '_>, length: usize) {
    let messages = transcript(length);
    bencher.with_inputs(|| messages.clone()).bench_values(model_messages);
}

/// A wire that says one long text, a word at a time.
struct Words(usize);

impl Api for Words {
    fn id(&self) -> &str {
        "words"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let model = Arc::clone(&request.model);
        Ok(WireRequest { model, ..WireRequest::default() })
    }

    fn send(&self, _: WireRequest, _: Call) -> EventStream {
        let answer = |content: &str, stop_reason| {
            Arc::new(AssistantMessage {
                content: vec![Content::text(content)],
                stop_reason,
                ..AssistantMessage::default()
            })
        };
        let word = |_| StreamEvent::TextDelta { index: 0, delta: "word ".into() };
        let begin = [StreamEvent::Start(answer("", StopReason::Pending)), StreamEvent::TextStart { index: 0 }];
        let end = StreamEvent::Done(answer("all of it", StopReason::Stop));
        Box::pin(futures::stream::iter(begin.into_iter().chain((0..self.0).map(word)).chain([end])))
    }
}

/// From the wire through the agent's state to one listener.
#[divan::bench(args = [100_000])]
fn deltas(bencher: Bencher<'_, '_>, count: usize) {
    let model = Model { id: "words".into(), api: "words".into(), ..Model::default() };
    let agent = Agent::new(AgentOptions::new(client(Words(count)), model));
    agent.subscribe(|event: &AgentEvent, _: &_| {
        black_box(event);
    });
    let runtime = runtime();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        runtime.block_on(agent.prompt("go")).unwrap();
        agent.set_messages(Vec::new());
    });
}

/// What an agent with a prompt holds while it waits; see the bytes.
#[divan::bench]
fn idle_agent() -> Agent {
    let scripted = Scripted::default();
    Agent::new(AgentOptions {
        system_prompt: "You are asked things.".into(),
        ..AgentOptions::new(client(scripted.clone()), scripted.model())
    })
}

/// A thousand agents, each asked once, all at the same time.
#[divan::bench(sample_count = 10)]
fn a_thousand_agents(bencher: Bencher<'_, '_>) {
    let runtime = runtime();
    bencher.counter(ItemsCount::new(1_000_usize)).bench_local(|| {
        runtime.block_on(async {
            let mut runs = JoinSet::new();
            for _ in 0..1_000 {
                let scripted = Scripted::default();
                scripted.push("An answer of some words.");
                let agent = Agent::new(AgentOptions::new(client(scripted.clone()), scripted.model()));
                runs.spawn(async move { agent.prompt("go").await.unwrap() });
            }
            runs.join_all().await.len()
        })
    });
}
