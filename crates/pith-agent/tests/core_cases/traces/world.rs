//! Plays a scenario: makes the agent, or the bare run, and does the top-level actions one after another.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use futures::StreamExt as _;
use indexmap::IndexMap;
use pith_agent::{
    Agent, AgentError, AgentOptions, BareRun, ExecutionMode, Hooks, Mailbox, Prompt, QueueKind, QueueMode, RunEnd,
    RunOutcome, Tool,
};
use pith_llm::{Client, Clock, Offline};
use pith_types::{AgentMessage, Content, ThinkingLevel};
use serde_json::{Value, json};

use super::{
    digest::digests,
    hooks::ScenarioHooks,
    provider::{self, Provider},
    record::{Log, Record},
    scenario::{LowLevel, Op, Scenario},
    tools::ScenarioTool,
    triggers::{Actor, Recorder, peek, snapshot},
};

struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

pub(super) async fn play(scenario: &Scenario) -> Record {
    let log = Log::default();
    let actor = Actor::new(log.clone());
    let tools: IndexMap<String, Arc<dyn Tool>> = scenario
        .tools
        .iter()
        .map(|(name, spec)| (name.clone(), ScenarioTool::shared(name, spec, actor.clone())))
        .collect();
    let hooks = Arc::new(ScenarioHooks::new(&scenario.hooks, tools.clone(), actor.clone()));
    let options = options(scenario, &tools, hooks, &log);
    let recorder = Recorder::new(actor.clone(), scenario.triggers.clone());
    match &scenario.low_level {
        Some(low_level) => play_low_level(low_level, options, &tools, recorder, &log).await,
        None => play_agent(scenario, Agent::new(options), &actor, recorder, &log).await,
    }
}

fn options(
    scenario: &Scenario,
    tools: &IndexMap<String, Arc<dyn Tool>>,
    hooks: Arc<dyn Hooks>,
    log: &Log,
) -> AgentOptions {
    let api = Arc::new(Provider::new(scenario, log.clone()));
    let client = Client::new(vec![api], Arc::new(Offline), Arc::new(FixedClock));
    let initial = &scenario.options.initial_state;
    AgentOptions {
        system_prompt: initial.system_prompt.clone(),
        thinking_level: initial
            .thinking_level
            .as_deref()
            .map_or(ThinkingLevel::Off, |level| ThinkingLevel::parse(level).unwrap()),
        tools: named(tools, &initial.tools),
        messages: initial.messages.clone(),
        hooks,
        steering_mode: queue_mode(scenario.options.steering_mode.as_deref()),
        follow_up_mode: queue_mode(scenario.options.follow_up_mode.as_deref()),
        tool_execution: match scenario.options.tool_execution.as_deref() {
            None | Some("parallel") => ExecutionMode::Parallel,
            Some("sequential") => ExecutionMode::Sequential,
            Some(other) => panic!("execution mode `{other}` is not known"),
        },
        ..AgentOptions::new(client, provider::model())
    }
}

fn named(tools: &IndexMap<String, Arc<dyn Tool>>, names: &[String]) -> Vec<Arc<dyn Tool>> {
    names.iter().map(|name| Arc::clone(&tools[name])).collect()
}

fn queue_mode(mode: Option<&str>) -> QueueMode {
    match mode {
        None | Some("one-at-a-time") => QueueMode::OneAtATime,
        Some("all") => QueueMode::All,
        Some(other) => panic!("queue mode `{other}` is not known"),
    }
}

async fn play_agent(scenario: &Scenario, agent: Agent, actor: &Actor, recorder: Recorder, log: &Log) -> Record {
    actor.meet(&agent);
    agent.subscribe(recorder);
    let mark = |op: &str| {
        if scenario.run.len() > 1 {
            log.mark(op);
        }
    };
    for op in &scenario.run {
        match op {
            Op::Prompt { input, images } => {
                let outcome = agent.prompt(prompt(input, images)).await;
                settled("prompt", outcome, log);
                mark("prompt");
            }
            Op::Continue {} => {
                let outcome = agent.continue_run().await;
                settled("continue", outcome, log);
                mark("continue");
            }
            Op::Wait { ms } => {
                tokio::time::sleep(Duration::from_millis(*ms)).await;
                mark("wait");
            }
            Op::Peek {} => log.outcome(peek(&agent)),
            Op::Snapshot { label } => log.outcome(snapshot(&agent, Some(label))),
            other => actor.act(std::slice::from_ref(other)).await.unwrap(),
        }
    }
    agent.wait_for_idle().await;
    Record { final_state: Some(snapshot(&agent, None)), ..log.take() }
}

fn settled(op: &str, outcome: Result<RunOutcome, AgentError>, log: &Log) {
    match outcome {
        Ok(outcome) => {
            log.outcome(json!({"op": op, "ok": true}));
            log.end(outcome);
        }
        Err(error) => log.outcome(json!({"op": op, "error": error.to_string()})),
    }
}

fn prompt(input: &Value, images: &[Content]) -> Prompt {
    match input {
        Value::String(text) => Prompt::with_images(text, images.to_vec()),
        Value::Array(_) => Prompt::Messages(serde_json::from_value(input.clone()).unwrap()),
        _ => serde_json::from_value::<AgentMessage>(input.clone()).unwrap().into(),
    }
}

/// Polls as the scenario lists them.
struct ScenarioMail {
    steering: Option<VecDeque<Vec<AgentMessage>>>,
    follow_ups: Option<VecDeque<Vec<AgentMessage>>>,
    log: Log,
}

impl Mailbox for ScenarioMail {
    fn take(&mut self, kind: QueueKind) -> Vec<AgentMessage> {
        let (name, polls) = match kind {
            QueueKind::Steering => ("getSteeringMessages", &mut self.steering),
            QueueKind::FollowUp => ("getFollowUpMessages", &mut self.follow_ups),
        };
        let Some(polls) = polls else { return Vec::new() };
        let messages = polls.pop_front().unwrap_or_default();
        self.log.event(json!({"hook": name, "returned": digests(&messages)}));
        messages
    }

    fn put_back(&mut self, _: QueueKind, _: Vec<AgentMessage>) {}
}

async fn play_low_level(
    low_level: &LowLevel,
    options: AgentOptions,
    tools: &IndexMap<String, Arc<dyn Tool>>,
    recorder: Recorder,
    log: &Log,
) -> Record {
    let mail = ScenarioMail {
        steering: low_level.steering.clone().map(Into::into),
        follow_ups: low_level.follow_ups.clone().map(Into::into),
        log: log.clone(),
    };
    let context = low_level.messages.clone();
    let options = AgentOptions { messages: context.clone(), tools: named(tools, &low_level.tools), ..options };
    let run = BareRun::new(options, mail).listener(recorder);
    let prompts = low_level.prompts.clone();
    let started = match low_level.function.as_str() {
        "runAgentLoop" => run.prompt(prompts),
        "runAgentLoopContinue" => run.continue_run(),
        "agentLoop" | "agentLoopContinue" => {
            let stream = match low_level.function.as_str() {
                "agentLoop" => run.stream(prompts),
                _ => run.stream_continue(),
            };
            return observed(stream, &low_level.function, context, log).await;
        }
        other => panic!("low-level function `{other}` is not known"),
    };
    let added = match started {
        Ok(run) => returned(run.await, &low_level.function, log),
        Err(error) => refused(error, &low_level.function, log),
    };
    finished(context, &added, low_level.function.ends_with("Continue"), log)
}

async fn observed(
    stream: Result<pith_agent::RunStream, AgentError>,
    function: &str,
    context: Vec<AgentMessage>,
    log: &Log,
) -> Record {
    let added = match stream {
        Ok(mut stream) => {
            while stream.next().await.is_some() {}
            returned(stream.outcome().await, function, log)
        }
        Err(error) => refused(error, function, log),
    };
    finished(context, &added, function.ends_with("Continue"), log)
}

fn refused(error: AgentError, function: &str, log: &Log) -> Vec<AgentMessage> {
    log.outcome(json!({"op": function, "error": error.to_string()}));
    Vec::new()
}

fn returned(outcome: RunOutcome, function: &str, log: &Log) -> Vec<AgentMessage> {
    let messages = outcome.messages.clone();
    log.outcome(match &outcome.end {
        RunEnd::Failed(failure) => json!({"op": function, "error": failure.to_string()}),
        _ => json!({"op": function, "returned": digests(&messages)}),
    });
    log.end(outcome);
    messages
}

/// A prompt run works on a copy of the caller's list; only a continuation, in JavaScript, appends to it.
fn finished(mut context: Vec<AgentMessage>, added: &[AgentMessage], appends: bool, log: &Log) -> Record {
    if appends {
        context.extend(added.iter().cloned());
    }
    let digests = digests(&context).as_array().cloned();
    Record { final_context: digests, ..log.take() }
}
