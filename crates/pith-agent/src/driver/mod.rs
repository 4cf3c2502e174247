//! Walks a run: does what each step asks, and tells the run what came of it. The one place where a run has effects.
//!
//! It decides nothing. What fails on the way is handed to the run, which then asks for what is needed to end in order.

mod answer;
mod request;
mod stage;

use std::{sync::Arc, time::Duration};

use pith_types::AgentMessage;
use tokio_util::sync::CancellationToken;

use crate::{
    AgentEvent, Door, Failure, RunOutcome, TurnDecision, TurnView,
    agent::{Settings, Shared},
    execute,
    run::{Run, Step},
    settle::Patience,
};

pub(crate) use stage::Stage;

/// Everyone that a run has to do with, as they were when it began (R3.11).
#[derive(Clone)]
pub(crate) struct Cast {
    pub(crate) settings: Settings,
    pub(crate) cancel: CancellationToken,
    /// Asked after each turn whether it was the last, whatever hooks and queues say.
    pub(crate) until: Option<Until>,
}

/// Whether a turn is the last of its run.
pub(crate) type Until = Arc<dyn Fn(&TurnView<'_>) -> bool + Send + Sync>;

/// Runs to the end.
pub(crate) async fn drive(mut run: Run, shared: Arc<Shared>, cast: Cast) -> RunOutcome {
    let mut stage = Stage::new(Arc::clone(&shared), &cast);
    loop {
        if cast.cancel.is_cancelled() {
            run.abort();
        }
        if let Some(failure) = stage.failure() {
            run.fail(failure.clone());
        }
        let done = match run.next_step(&mut shared.mail(), cast.now()) {
            Step::Tell(event) => {
                stage.tell(&event).await;
                Ok(())
            }
            Step::Commit(message) => commit(&mut run, message, &mut stage, &cast).await,
            Step::PrepareNextTurn => prepare_next_turn(&mut run, &cast).await,
            Step::PrepareRequest => prepare_request(&mut run, &cast).await,
            Step::AskModel => answer::ask(&mut run, &mut stage, &cast).await,
            Step::RunTools(batch) => {
                let results = execute::batch(batch, run.tools(), &mut stage, &cast).await;
                run.learned(results, cast.now());
                Ok(())
            }
            Step::FinishTurn => finish_turn(&mut run, &cast).await,
            Step::Finish(outcome) => return outcome,
        };
        if let Err(failure) = done {
            if cast.cancel.is_cancelled() {
                run.abort();
            }
            run.fail(failure);
        }
    }
}

/// A message enters the transcript, whatever the hook says to it; while the run winds down the hook is not asked.
async fn commit(run: &mut Run, message: AgentMessage, stage: &mut Stage, cast: &Cast) -> Result<(), Failure> {
    let amended = if run.failing() { Ok(message.clone()) } else { amend(&message, cast).await };
    let (message, done) = match amended {
        Ok(amended) if amended.role() == message.role() => (amended, Ok(())),
        Ok(_) => (message, Ok(())),
        Err(failure) => (message, Err(failure)),
    };
    stage.tell(&AgentEvent::MessageEnd(message.clone())).await;
    run.committed(message);
    done
}

async fn amend(message: &AgentMessage, cast: &Cast) -> Result<AgentMessage, Failure> {
    let hook = cast.settings.hooks.amend_message(message.clone(), &cast.cancel);
    cast.hook_patience().settle(hook).await.map_err(at(Door::AmendMessage))
}

async fn prepare_next_turn(run: &mut Run, cast: &Cast) -> Result<(), Failure> {
    let hook = cast.settings.hooks.prepare_next_turn(run.turn(&cast.cancel));
    let next = cast.hook_patience().settle(hook).await.map_err(at(Door::PrepareNextTurn))?;
    run.prepared_next_turn(next);
    Ok(())
}

async fn prepare_request(run: &mut Run, cast: &Cast) -> Result<(), Failure> {
    let hook = cast.settings.hooks.prepare_request(run.request(&cast.cancel));
    let change = cast.hook_patience().settle(hook).await.map_err(at(Door::PrepareRequest))?;
    run.prepared_request(change, cast.now());
    Ok(())
}

async fn finish_turn(run: &mut Run, cast: &Cast) -> Result<(), Failure> {
    let hook = cast.settings.hooks.finish_turn(run.turn(&cast.cancel));
    let decision = cast.hook_patience().settle(hook).await.map_err(at(Door::FinishTurn))?;
    let last = cast.until.as_ref().is_some_and(|until| until(&run.turn(&cast.cancel)));
    run.finished_turn(if last { TurnDecision::End } else { decision });
    Ok(())
}

fn at<C: Into<crate::Cause>>(door: Door) -> impl FnOnce(C) -> Failure {
    move |cause| Failure { door, cause: cause.into() }
}

impl Cast {
    /// Unix milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.settings.client.clock().now_ms()
    }

    pub(crate) fn hook_patience(&self) -> Patience {
        self.patience(self.settings.budgets.hook)
    }

    pub(crate) fn patience(&self, budget: Option<Duration>) -> Patience {
        Patience { budget, cancel: self.cancel.clone(), grace: self.settings.budgets.abort_grace }
    }
}
