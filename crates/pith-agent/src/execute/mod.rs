//! Runs the calls of a batch (spec/core.md R4.3–R4.9): checks them one after another, runs what may run beside each other,
//! and gives every call a result, whatever happens.
//!
//! Comes in: the calls of an answer. Goes out: one result per call, in the order of the calls; events on the way, ends in
//! the order in which the calls end.

mod mend;
mod perform;
mod preflight;
mod single;

use std::{sync::Arc, time::Duration};

use pith_types::{AgentMessage, AssistantMessage, ToolCall};
use serde_json::{Map, Value};
use tokio::{sync::mpsc, task::JoinSet};

use crate::{
    AgentEvent, Hooks, Tool, ToolCallView, ToolOutput,
    driver::{Cast, Stage},
    run::{ABORTED, Batch, CallResult, whole_ms},
    settle::Patience,
};

pub(crate) use mend::mend_answer;
use perform::{Signal, perform};
use preflight::{Ready, preflight};
pub use single::{ToolCallOptions, run_tool_call};

/// What every call of a batch has at hand. Shared with the tasks that the tools run in.
#[derive(Clone)]
struct Scene {
    message: Arc<AssistantMessage>,
    /// The run's context; its tail is the answer.
    context: Arc<[AgentMessage]>,
    tools: Arc<[Arc<dyn Tool>]>,
    hooks: Arc<dyn Hooks>,
    /// For each hook.
    hook: Patience,
    /// For each tool.
    tool: Patience,
}

impl Scene {
    fn view<'a>(&'a self, call: &'a ToolCall) -> ToolCallView<'a> {
        ToolCallView { message: &self.message, call, messages: &self.context, cancel: &self.hook.cancel }
    }
}

/// Runs the calls.
pub(crate) async fn batch(batch: Batch, tools: &[Arc<dyn Tool>], stage: &mut Stage, cast: &Cast) -> Vec<CallResult> {
    // A child, so that a failure around the run ends the tools without looking like an abort to anyone else.
    let cancel = cast.cancel.child_token();
    let scene = Scene {
        message: batch.message,
        context: batch.context,
        tools: tools.into(),
        hooks: Arc::clone(&cast.settings.hooks),
        hook: cast.hook_patience(),
        tool: Patience { cancel, ..cast.patience(cast.settings.budgets.tool) },
    };
    let mut calls = Calls::new(batch.calls);
    let ready = check(&scene, &mut calls, stage).await;
    run_ready(ready, &scene, &mut calls, stage).await;
    calls.into_results()
}

/// Checks the calls one after another; those that end here have their end told here.
async fn check(scene: &Scene, calls: &mut Calls, stage: &mut Stage) -> Vec<(usize, Ready)> {
    let mut ready = Vec::new();
    for place in 0..calls.len() {
        let Some(call) = calls.start(place, stage).await else { continue };
        let checked = if stage.failure().is_some() {
            Err(ToolOutput::failure(ABORTED))
        } else {
            preflight(Arc::clone(&call), scene).await
        };
        match checked {
            Ok(call) => ready.push((place, call)),
            Err(output) => calls.end(place, output, None, stage).await,
        }
    }
    ready
}

/// Runs what may run, and tells progress and ends as they come.
async fn run_ready(ready: Vec<(usize, Ready)>, scene: &Scene, calls: &mut Calls, stage: &mut Stage) {
    // A tool's progress must not wait for the listeners, and a tool reports little: the queue is unbounded.
    let (sender, mut signals) = mpsc::unbounded_channel();
    let mut tasks = JoinSet::new();
    for (place, ready) in ready {
        if scene.tool.cancel.is_cancelled() || stage.failure().is_some() {
            calls.end(place, ToolOutput::failure(ABORTED), None, stage).await;
        } else {
            tasks.spawn(perform(place, ready, scene.clone(), sender.clone()));
        }
    }
    drop(sender);
    let mut given_up = Box::pin(given_up(scene));
    while calls.open() {
        let signal = tokio::select! {
            biased;
            signal = signals.recv() => signal,
            () = &mut given_up => None,
        };
        match signal {
            Some(Signal::Update(place, partial)) => calls.update(place, partial, stage).await,
            Some(Signal::Told(reply)) => _ = reply.send(()),
            Some(Signal::Done(place, output, duration)) => calls.end(place, output, Some(duration), stage).await,
            None => break,
        }
        if stage.failure().is_some() {
            scene.tool.cancel.cancel();
        }
    }
    // What a tool that blocks its thread keeps from ending, ends here; its task is dropped as soon as it yields.
    for place in 0..calls.len() {
        calls.end(place, ToolOutput::failure(ABORTED), None, stage).await;
    }
}

/// Ends when not even the tasks' own patience can have held: a tool blocks its thread.
async fn given_up(scene: &Scene) {
    scene.tool.cancel.cancelled().await;
    // One grace for the tool, one for the hook after it, one for being late.
    tokio::time::sleep(scene.tool.grace * 3).await;
}

/// The calls of a batch and their results so far.
struct Calls(Vec<Entry>);

struct Entry {
    call: Arc<ToolCall>,
    /// As the model sent them; every event of the call shows them.
    arguments: Arc<Map<String, Value>>,
    result: Option<Ended>,
}

/// A result, and how long the tool ran for it.
struct Ended {
    output: ToolOutput,
    duration: Option<Duration>,
}

impl Calls {
    fn new(calls: Vec<ToolCall>) -> Self {
        let entry = |call: ToolCall| {
            let arguments = Arc::new(call.arguments.clone());
            Entry { call: Arc::new(call), arguments, result: None }
        };
        Self(calls.into_iter().map(entry).collect())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn open(&self) -> bool {
        self.0.iter().any(|entry| entry.result.is_none())
    }

    /// A call begins.
    async fn start(&self, place: usize, stage: &mut Stage) -> Option<Arc<ToolCall>> {
        let Entry { call, arguments, .. } = self.0.get(place)?;
        let event = AgentEvent::ToolExecutionStart {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            arguments: Arc::clone(arguments),
        };
        stage.tell(&event).await;
        Some(Arc::clone(call))
    }

    /// A call has its result. The first one counts.
    async fn end(&mut self, place: usize, output: ToolOutput, duration: Option<Duration>, stage: &mut Stage) {
        let Some(Entry { call, result: result @ None, .. }) = self.0.get_mut(place) else { return };
        let event = AgentEvent::ToolExecutionEnd {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            output: output.clone(),
            is_error: output.is_error,
            duration_ms: duration.map(whole_ms),
        };
        *result = Some(Ended { output, duration });
        stage.tell(&event).await;
    }

    /// A call reports progress; after its end that is ignored (R4.7).
    async fn update(&mut self, place: usize, partial: ToolOutput, stage: &mut Stage) {
        let Some(Entry { call, arguments, result: None }) = self.0.get(place) else { return };
        let event = AgentEvent::ToolExecutionUpdate {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            arguments: Arc::clone(arguments),
            partial,
        };
        stage.tell(&event).await;
    }

    fn into_results(self) -> Vec<CallResult> {
        let result = |entry: Entry| {
            let aborted = || Ended { output: ToolOutput::failure(ABORTED), duration: None };
            let Ended { output, duration } = entry.result.unwrap_or_else(aborted);
            CallResult { call: Arc::unwrap_or_clone(entry.call), output, duration }
        };
        self.0.into_iter().map(result).collect()
    }
}
