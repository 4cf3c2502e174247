//! Starting runs (spec/core.md R3.5–R3.7): a prompt, a continuation, a second try.

use std::sync::Arc;

use pith_llm::ToolChoice;
use pith_types::{AgentMessage, StopReason};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::{Agent, RunHandle, State};
use crate::{
    AgentError, Prompt, RunEnd, RunOutcome, Tool,
    driver::{Cast, Until, drive},
    run::{Frame, Mailbox as _, Opening, QueueKind, Run},
};

impl Agent {
    /// Runs a prompt to its end, and returns when every listener is done.
    ///
    /// A run that fails or is aborted is an outcome, no error. Dropping the future aborts the run, which then ends in order
    /// by itself.
    ///
    /// # Errors
    /// [`AgentError::Busy`] while a run is active; [`AgentError::NoRuntime`] outside a tokio runtime, here as with the other
    /// ways to start a run.
    pub async fn prompt(&self, prompt: impl Into<Prompt>) -> Result<RunOutcome, AgentError> {
        let handle = self.start_prompt(prompt)?;
        Ok(handle.await)
    }

    /// Goes on from the transcript as it stands: answers its last message, or, when that is an answer, delivers what is
    /// queued (R3.7).
    ///
    /// # Errors
    /// [`AgentError::Busy`] while a run is active; [`AgentError::NothingToContinue`] when the transcript holds only the
    /// prompt; [`AgentError::AlreadyAnswered`] when the last message is an answer and nothing is queued.
    pub async fn continue_run(&self) -> Result<RunOutcome, AgentError> {
        let handle = self.start_continue()?;
        Ok(handle.await)
    }

    /// Asks again after an answer that failed or was aborted: takes the failed answer off the transcript and continues.
    ///
    /// # Errors
    /// [`AgentError::Busy`] while a run is active; [`AgentError::NothingToRetry`] when the last message is no failed answer.
    pub async fn retry(&self) -> Result<RunOutcome, AgentError> {
        let handle = self.start_retry()?;
        Ok(handle.await)
    }

    /// Like [`prompt`](Self::prompt), but returns as soon as the run has its place: what is called next meets a running
    /// agent.
    ///
    /// # Errors
    /// Those of [`prompt`](Self::prompt).
    pub fn start_prompt(&self, prompt: impl Into<Prompt>) -> Result<RunHandle, AgentError> {
        self.start_prompt_with(prompt.into(), Extras::default())
    }

    /// Runs a prompt with what only this run has.
    pub(crate) fn start_prompt_with(&self, prompt: Prompt, extras: Extras) -> Result<RunHandle, AgentError> {
        let messages = prompt.into_messages(self.now());
        self.start(|_| Ok(Opening::Prompt(messages)), extras)
    }

    /// Like [`continue_run`](Self::continue_run), but returns as soon as the run has its place.
    ///
    /// # Errors
    /// Those of [`continue_run`](Self::continue_run).
    pub fn start_continue(&self) -> Result<RunHandle, AgentError> {
        self.start(continuation, Extras::default())
    }

    /// Like [`retry`](Self::retry), but returns as soon as the run has its place.
    ///
    /// # Errors
    /// Those of [`retry`](Self::retry).
    pub fn start_retry(&self) -> Result<RunHandle, AgentError> {
        let open = |state: &mut State| {
            if !state.transcript().messages().last().is_some_and(failed_answer) {
                return Err(AgentError::NothingToRetry);
            }
            while state.transcript().messages().last().is_some_and(failed_answer) {
                state.drop_last();
            }
            continuation(state).map_err(|_| AgentError::NothingToRetry)
        };
        self.start(open, Extras::default())
    }

    /// Makes a further request whatever the last message is: for an application that wants the model to go on from its own
    /// answer, or from what was put behind it.
    ///
    /// # Errors
    /// [`AgentError::Busy`] while a run is active; [`AgentError::NothingToContinue`] when the transcript holds only the
    /// prompt.
    pub fn start_further(&self) -> Result<RunHandle, AgentError> {
        let open = |state: &mut State| match continuation(state) {
            Err(AgentError::AlreadyAnswered) => Ok(Opening::Continuation),
            other => other,
        };
        self.start(open, Extras::default())
    }

    /// Takes the one place for a run, and lets it run in a task of its own.
    fn start(
        &self,
        open: impl FnOnce(&mut State) -> Result<Opening, AgentError>,
        extras: Extras,
    ) -> Result<RunHandle, AgentError> {
        let runtime = Handle::try_current().map_err(|_| AgentError::NoRuntime)?;
        let mut state = self.shared.lock();
        if state.running().is_some() {
            return Err(AgentError::Busy);
        }
        let opening = open(&mut state)?;
        let cancel = CancellationToken::new();
        state.begin_run(cancel.clone());
        let mut settings = state.settings.clone();
        settings.tools.extend(extras.tools);
        settings.call.tool_choice = extras.tool_choice.or(settings.call.tool_choice);
        let cast = Cast { settings, cancel: cancel.clone(), until: extras.until };
        let frame = Frame {
            transcript: state.transcript().clone(),
            tools: cast.settings.tools.clone(),
            model: Arc::clone(&cast.settings.model),
            thinking_level: cast.settings.thinking_level,
            tool_execution: cast.settings.tool_execution,
        };
        drop(state);
        self.shared.idle.send_replace(false);
        let run = Run::new(frame, opening, cast.now());
        let place = Place { agent: self.clone(), aborted: false };
        Ok(RunHandle::spawn(&runtime, cancel, async move {
            let mut place = place;
            let outcome = drive(run, Arc::clone(&place.agent.shared), cast).await;
            place.aborted = outcome.end == RunEnd::Aborted;
            outcome
        }))
    }
}

/// What one run has besides what its agent has.
#[derive(Default)]
pub(crate) struct Extras {
    /// After the agent's own.
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    /// In place of the agent's own.
    pub(crate) tool_choice: Option<ToolChoice>,
    /// Ends the run after a turn.
    pub(crate) until: Option<Until>,
}

/// Where a continuation begins (R3.7).
fn continuation(state: &mut State) -> Result<Opening, AgentError> {
    let messages = state.transcript().messages();
    if messages.iter().all(|message| message.as_system().is_some()) {
        return Err(AgentError::NothingToContinue);
    }
    if messages.last().is_none_or(|last| last.as_assistant().is_none()) {
        return Ok(Opening::Continuation);
    }
    for kind in [QueueKind::Steering, QueueKind::FollowUp] {
        let polled = state.queues.take(kind);
        if !polled.is_empty() {
            return Ok(Opening::Polled(polled));
        }
    }
    Err(AgentError::AlreadyAnswered)
}

fn failed_answer(message: &AgentMessage) -> bool {
    message.as_assistant().is_some_and(|answer| matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted))
}

/// The one place for a run; freed when dropped, however the run's task ends.
struct Place {
    agent: Agent,
    aborted: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.agent.shared.lock().end_run(self.aborted);
        self.agent.shared.idle.send_replace(true);
    }
}
