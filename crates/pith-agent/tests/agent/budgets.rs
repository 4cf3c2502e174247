//! R6.4.15: nothing that is not the agent's own can hold a run for ever.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use futures::StreamExt as _;
use pith_agent::{
    Agent, AgentEvent, AgentOptions, Budgets, Cause, Door, Failure, HookError, Hooks, RequestChange, RequestView,
    RunEnd, waiting,
};
use pith_llm::{Api, Call, Client, EventStream, Offline, PrepareError, Request, StreamEvent, WireRequest};

use super::support::{FixedClock, agent, agent_with, calls, line, options, scripted, tags};

const SECOND: Duration = Duration::from_secs(1);

/// A hook that never comes back.
struct Stuck;

#[async_trait]
impl Hooks for Stuck {
    async fn prepare_request(&self, _: RequestView<'_>) -> Result<RequestChange, HookError> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_hook_over_its_budget_ends_the_run() {
    let budgets = Budgets { hook: Some(SECOND), ..Budgets::default() };
    let agent = Agent::new(AgentOptions { hooks: Arc::new(Stuck), budgets, ..options(&scripted([])) });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Failed(Failure { door: Door::PrepareRequest, cause: Cause::TimedOut(SECOND) }));
    assert_eq!(tags(&outcome.messages)[0], "user:go");
}

#[tokio::test(start_paused = true)]
async fn an_abort_settles_a_run_whose_hook_is_stuck() {
    let agent = Agent::new(AgentOptions { hooks: Arc::new(Stuck), ..options(&scripted([])) });
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(SECOND).await;
    run.abort();
    assert_eq!(run.await.end, RunEnd::Aborted);
}

#[tokio::test(start_paused = true)]
async fn a_stuck_listener_is_waited_for_once_and_the_others_hear_the_end() {
    let budgets = Budgets { listener: Some(SECOND), ..Budgets::default() };
    let agent = Agent::new(AgentOptions { budgets, ..options(&scripted(["never".into()])) });
    agent.subscribe(waiting(|_, _| std::future::pending()));
    let events = super::support::record(&agent);
    let begun = tokio::time::Instant::now();
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Failed(Failure { door: Door::Listener, cause: Cause::TimedOut(SECOND) }));
    assert_eq!(begun.elapsed(), SECOND);
    assert_eq!(events.lock().unwrap().last().unwrap(), "agent_end");
}

#[tokio::test(start_paused = true)]
async fn a_tool_over_its_budget_fails_and_the_run_goes_on() {
    let stuck = line("t", |_, _| std::future::pending());
    let scripted = scripted([calls("t", &["c1"]), "done".into()]);
    let agent = agent_with(&scripted, vec![stuck]);
    agent.set_budgets(Budgets { tool: Some(SECOND), ..Budgets::default() });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(tags(&outcome.messages)[2..], ["c1!:the tool did not end within 1s", "assistant:done"]);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_does_not_heed_the_abort_is_given_up() {
    let stuck = line("t", |_, _| std::future::pending());
    let agent = agent_with(&scripted([calls("t", &["c1"])]), vec![stuck]);
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(SECOND).await;
    run.abort();
    let outcome = run.await;
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages)[2..], ["c1!:Operation aborted"]);
}

#[test]
fn a_tool_that_blocks_its_thread_cannot_hold_an_aborted_run() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    let (release, blocked) = std::sync::mpsc::channel::<()>();
    let blocked = Arc::new(std::sync::Mutex::new(blocked));
    let (entered, running) = std::sync::mpsc::channel::<()>();
    let outcome = runtime.block_on(async {
        let blocking = line("t", move |_, _| {
            let (blocked, entered) = (Arc::clone(&blocked), entered.clone());
            async move {
                entered.send(()).unwrap();
                let _ = blocked.lock().unwrap().recv();
                Ok(pith_agent::ToolOutput::text("late"))
            }
        });
        let agent = agent_with(&scripted([calls("t", &["c1"])]), vec![blocking]);
        agent.set_budgets(Budgets { abort_grace: Duration::from_millis(1), ..Budgets::default() });
        let run = agent.start_prompt("go").unwrap();
        tokio::task::spawn_blocking(move || running.recv()).await.unwrap().unwrap();
        run.abort();
        run.await
    });
    release.send(()).unwrap();
    assert_eq!(tags(&outcome.messages)[2..], ["c1!:Operation aborted"]);
}

/// A wire that begins an answer and then goes quiet, or goes away.
struct Quiet {
    hangs: bool,
}

impl Api for Quiet {
    fn id(&self) -> &str {
        "quiet"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let model = Arc::clone(&request.model);
        Ok(WireRequest { model, ..WireRequest::default() })
    }

    fn send(&self, _: WireRequest, _: Call) -> EventStream {
        let begun = futures::stream::iter([
            StreamEvent::Start(Arc::default()),
            StreamEvent::TextStart { index: 0 },
            StreamEvent::TextDelta { index: 0, delta: "par".into() },
        ]);
        if self.hangs { begun.chain(futures::stream::pending()).boxed() } else { begun.boxed() }
    }
}

fn quiet(hangs: bool) -> Agent {
    let client = Client::new(vec![Arc::new(Quiet { hangs })], Arc::new(Offline), Arc::new(FixedClock));
    let model = pith_types::Model { api: "quiet".into(), ..pith_types::Model::default() };
    Agent::new(AgentOptions::new(client, model))
}

#[tokio::test(start_paused = true)]
async fn an_answer_without_an_end_does_not_survive_the_abort() {
    let agent = quiet(true);
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(SECOND).await;
    run.abort();
    let outcome = run.await;
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages), ["user:go", "assistant:par!Aborted"]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_just_stops_is_a_failure_that_keeps_its_text() {
    let outcome = quiet(false).prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Failed(Failure { door: Door::Stream, cause: Cause::CutOff }));
    assert_eq!(tags(&outcome.messages), ["user:go", "assistant:par!Error"]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_listener_is_a_barrier() {
    let agent = agent(&scripted(["ok".into()]));
    let begun = tokio::time::Instant::now();
    agent.subscribe(waiting(|event, _| async move {
        if matches!(event, AgentEvent::AgentStart | AgentEvent::AgentEnd { .. }) {
            tokio::time::sleep(SECOND).await;
        }
        Ok(())
    }));
    agent.prompt("go").await.unwrap();
    assert_eq!(begun.elapsed(), SECOND * 2);
}
