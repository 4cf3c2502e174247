//! Runs one tool, in a task of its own, and the hook after it (spec/core.md R4.5, R4.7, R4.9).

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value};
use tokio::{
    sync::{mpsc::UnboundedSender, oneshot},
    time::Instant,
};

use super::{Ready, Scene};
use crate::{Cause, Door, Failure, ToolAmendment, ToolContext, ToolOutput, run::ABORTED};

/// Takes a running tool's progress.
pub(super) type Update = Arc<dyn Fn(ToolOutput) + Send + Sync>;

/// What a running tool reports, by its place in the batch.
pub(super) enum Signal {
    Update(usize, ToolOutput),
    /// Everything before it has been told.
    Told(oneshot::Sender<()>),
    Done(usize, ToolOutput, Duration),
}

/// Runs the tool and reports its end.
pub(super) async fn perform(place: usize, ready: Ready, scene: Scene, signals: UnboundedSender<Signal>) {
    let reports = signals.clone();
    // Nobody listens any more only when the run has given the call up.
    let updated = Arc::new(AtomicBool::new(false));
    let update = {
        let updated = Arc::clone(&updated);
        Arc::new(move |partial| {
            updated.store(true, Ordering::Release);
            drop(reports.send(Signal::Update(place, partial)));
        })
    };
    // Whoever looks at the result has seen what led to it.
    let told = async {
        let (reply, told) = oneshot::channel();
        if updated.load(Ordering::Acquire) && signals.send(Signal::Told(reply)).is_ok() {
            _ = told.await;
        }
    };
    let (output, duration) = run(ready, &scene, update, told).await;
    let _ = signals.send(Signal::Done(place, output, duration));
}

/// Runs the tool, and the hook after it once its progress has been told; the time is the tool's own.
pub(super) async fn run(
    ready: Ready,
    scene: &Scene,
    update: Update,
    told: impl Future<Output = ()>,
) -> (ToolOutput, Duration) {
    let arguments = ready.arguments.clone();
    let running = Arc::new(AtomicBool::new(true));
    let context = ToolContext {
        call_id: ready.call.id.clone(),
        cancel: scene.tool.cancel.clone(),
        update: while_running(Arc::clone(&running), update),
    };
    let begun = Instant::now();
    let executed = scene.tool.settle(ready.tool.execute(ready.arguments, context)).await;
    let duration = begun.elapsed();
    running.store(false, Ordering::Release);
    told.await;
    let output = executed.unwrap_or_else(|cause| ToolOutput::failure(cause.for_model(Door::Tool)));
    (after(&ready.call, &arguments, output, scene).await, duration)
}

/// Takes progress; once the tool has ended nothing more of it is taken (R4.7).
fn while_running(running: Arc<AtomicBool>, update: Update) -> Update {
    Arc::new(move |partial| {
        if running.load(Ordering::Acquire) {
            update(partial);
        }
    })
}

async fn after(
    call: &pith_types::ToolCall,
    arguments: &Map<String, Value>,
    output: ToolOutput,
    scene: &Scene,
) -> ToolOutput {
    let hook = scene.hooks.after_tool_call(scene.view(call), arguments, &output);
    match scene.hook.settle(hook).await {
        Ok(amendment) => amend(output, amendment),
        Err(cause) => ToolOutput::failure(cause.for_model(Door::AfterToolCall)),
    }
}

/// Each field that the amendment holds replaces the old one whole.
fn amend(mut output: ToolOutput, amendment: ToolAmendment) -> ToolOutput {
    amendment.apply(&mut output);
    output
}

impl Cause {
    /// The text of a call's result. What a tool or hook says of its failure is given to the model as it is.
    pub(super) fn for_model(self, door: Door) -> String {
        match self {
            Self::Failed(text) => text,
            Self::Abandoned(_) => ABORTED.to_owned(),
            cause => Failure { door, cause }.to_string(),
        }
    }
}
