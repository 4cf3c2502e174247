//! A run without an agent around it: for programs that keep transcript and queues themselves (spec/core.md R4.20).
//!
//! Comes in: a transcript, settings, and where to poll. Goes out: either a handle whose listener is a barrier, as an
//! agent's listeners are, or a stream. A stream only observes: the run does not wait for whoever reads it, so the model may
//! be asked again before the last answer's end has been read.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use futures::Stream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::{Agent, AgentError, AgentEvent, AgentOptions, Listener, Mailbox, Prompt, RunHandle, RunOutcome};

/// A run that is about to begin.
pub struct BareRun {
    agent: Agent,
}

/// The events of a run as they come, without holding it up. Ends after `agent_end`, whatever failed. Dropping it aborts the
/// run.
pub struct RunStream {
    events: UnboundedReceiver<AgentEvent>,
    run: RunHandle,
}

impl BareRun {
    /// A run on the messages of `options` exactly as they are: prompt and tools are not seeded, tools that the transcript
    /// does not declare are announced by a message of the run. It polls `mailbox`; the queue modes of `options` are not
    /// used.
    pub fn new(options: AgentOptions, mailbox: impl Mailbox + Send + 'static) -> Self {
        Self { agent: Agent::bare(options, Box::new(mailbox)) }
    }

    /// Adds a listener, which the run waits for.
    #[must_use]
    pub fn listener(self, listener: impl Listener + 'static) -> Self {
        self.agent.subscribe(listener);
        self
    }

    /// Runs a prompt.
    ///
    /// # Errors
    /// None that a run which has not begun can have.
    pub fn prompt(self, prompt: impl Into<Prompt>) -> Result<RunHandle, AgentError> {
        self.agent.start_prompt(prompt)
    }

    /// Answers the last message of the transcript.
    ///
    /// # Errors
    /// [`AgentError::NothingToContinue`] when there is none; [`AgentError::AlreadyAnswered`] when it is an answer.
    pub fn continue_run(self) -> Result<RunHandle, AgentError> {
        self.agent.start_continue()
    }

    /// Runs a prompt, observed.
    ///
    /// # Errors
    /// Those of [`prompt`](Self::prompt).
    pub fn stream(self, prompt: impl Into<Prompt>) -> Result<RunStream, AgentError> {
        self.observed(|agent| agent.start_prompt(prompt))
    }

    /// Answers the last message of the transcript, observed.
    ///
    /// # Errors
    /// Those of [`continue_run`](Self::continue_run).
    pub fn stream_continue(self) -> Result<RunStream, AgentError> {
        self.observed(Agent::start_continue)
    }

    fn observed(self, start: impl FnOnce(&Agent) -> Result<RunHandle, AgentError>) -> Result<RunStream, AgentError> {
        // Unbounded, since the run must not wait for its observer.
        let (sender, events) = unbounded_channel();
        self.agent.subscribe(move |event: &AgentEvent, _: &_| {
            // An observer that has gone away is no fault of the run.
            let _ = sender.send(event.clone());
        });
        let run = start(&self.agent)?;
        Ok(RunStream { events, run })
    }
}

impl RunStream {
    /// How the run ended, once it has.
    pub async fn outcome(self) -> RunOutcome {
        self.run.await
    }

    /// Aborts the run; its last events still come.
    pub fn abort(&self) {
        self.run.abort();
    }
}

impl Stream for RunStream {
    type Item = AgentEvent;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<AgentEvent>> {
        self.events.poll_recv(context)
    }
}
