//! A run: everything that a loop of turns decides, without awaiting (spec/core.md R4.2).
//!
//! Comes in: the transcript, the first messages, what was polled, and the answers to the steps. Goes out: the next step.
//! It knows no model, tool, hook or listener; the driver is the one who acts. Whatever happens, a run ends with its calls
//! paired, its turns closed and `agent_end` told.

mod call_ids;
mod closing;
mod phase;
mod queues;
mod step;
#[cfg(test)]
mod tests;
mod turn;

use std::{collections::VecDeque, sync::Arc};

use pith_types::{
    AgentMessage, AssistantMessage, Message, Model, StopReason, ThinkingLevel, transcript::announce_tools,
};
use tokio_util::sync::CancellationToken;

use crate::{
    AgentEvent, ExecutionMode, Failure, NextTurn, RequestChange, RequestView, RunEnd, Tool, TurnDecision, TurnView,
    tool, transcript::Transcript,
};

use call_ids::CallIds;
pub(crate) use call_ids::names_a_call;
pub(crate) use closing::{ABORTED, whole_ms};
use phase::Phase;
pub(crate) use queues::Queues;
pub use queues::{Mailbox, QueueKind, QueueMode};
pub(crate) use step::{Batch, CallResult, Step};
use turn::{Pending, Turn};

/// What a run is captured from (R3.11): later changes of the agent's settings do not reach it.
pub(crate) struct Frame {
    pub(crate) transcript: Transcript,
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    pub(crate) model: Arc<Model>,
    pub(crate) thinking_level: ThinkingLevel,
    pub(crate) tool_execution: ExecutionMode,
}

/// How a run begins.
pub(crate) enum Opening {
    /// With new messages.
    Prompt(Vec<AgentMessage>),
    /// With messages that were polled from a queue; the first poll is left out, so that one at a time stays one per turn
    /// (R3.7).
    Polled(Vec<AgentMessage>),
    /// On the transcript as it stands.
    Continuation,
}

/// A run of turns, asked for its next step.
pub(crate) struct Run {
    transcript: Transcript,
    tools: Vec<Arc<dyn Tool>>,
    model: Arc<Model>,
    thinking_level: ThinkingLevel,
    tool_execution: ExecutionMode,
    call_ids: Option<CallIds>,
    phase: Phase,
    /// What has been decided and not yet been handed out.
    outbox: VecDeque<Step>,
    /// Polled, and not yet delivered.
    pending: Pending,
    poll_first: bool,
    turn: Turn,
    new_messages: Vec<AgentMessage>,
    aborted: bool,
    failure: Option<Failed>,
}

/// What made the run wind down.
#[derive(Debug, Clone)]
struct Failed {
    failure: Failure,
    /// Whether it came after an abort, and so probably from it.
    aborted: bool,
}

impl Run {
    /// Begins a run. `now` is in Unix milliseconds, here as everywhere.
    pub(crate) fn new(frame: Frame, opening: Opening, now: i64) -> Self {
        let (messages, poll_first) = match opening {
            Opening::Prompt(messages) => (Some(messages), true),
            Opening::Polled(messages) => (Some(messages), false),
            Opening::Continuation => (None, true),
        };
        let mut run = Self {
            transcript: frame.transcript,
            tools: frame.tools,
            model: frame.model,
            thinking_level: frame.thinking_level,
            tool_execution: frame.tool_execution,
            call_ids: None,
            phase: Phase::Open,
            outbox: VecDeque::from([Step::tell(AgentEvent::AgentStart)]),
            pending: Pending::default(),
            poll_first,
            turn: Turn::default(),
            new_messages: Vec::new(),
            aborted: false,
            failure: None,
        };
        run.open_turn();
        if let Some(messages) = messages {
            run.deliver(messages, now);
        }
        run
    }

    /// The next thing to do.
    pub(crate) fn next_step(&mut self, mail: &mut dyn Mailbox, now: i64) -> Step {
        loop {
            if let Some(step) = self.outbox.pop_front() {
                return step;
            }
            if self.failure.is_some() {
                self.wind_down(mail, now);
                if let (Phase::Over(outcome), true) = (&self.phase, self.outbox.is_empty()) {
                    return Step::Finish(outcome.clone());
                }
                continue;
            }
            match &mut self.phase {
                Phase::Open => {
                    if self.poll_first {
                        self.pending.poll(mail, QueueKind::Steering);
                    }
                    self.phase = Phase::Deliver;
                }
                Phase::PrepareNextTurn if self.aborted => self.close_aborted(mail),
                Phase::PrepareNextTurn => return Step::PrepareNextTurn,
                Phase::OpenTurn if self.aborted => self.close_aborted(mail),
                Phase::OpenTurn => {
                    self.pending.poll(mail, QueueKind::Steering);
                    self.open_turn();
                    self.phase = Phase::Deliver;
                }
                Phase::Deliver => {
                    let messages = self.pending.deliver();
                    self.deliver(messages, now);
                    self.phase = Phase::PrepareRequest;
                }
                Phase::PrepareRequest => return Step::PrepareRequest,
                Phase::AskModel => return Step::AskModel,
                Phase::Answered => self.follow_answer(now),
                Phase::Tools { batches, context } => match batches.pop_front() {
                    Some(calls) => {
                        let message = Arc::clone(&self.turn.message);
                        return Step::RunTools(Batch { message, calls, context: Arc::clone(context) });
                    }
                    None => self.phase = Phase::FinishTurn,
                },
                Phase::FinishTurn => return Step::FinishTurn,
                Phase::Decide => self.decide(mail),
                Phase::WindDown => self.wind_down(mail, now),
                Phase::Over(outcome) => return Step::Finish(outcome.clone()),
            }
        }
    }

    /// The message of a [`Step::Commit`] entered the transcript, perhaps amended.
    pub(crate) fn committed(&mut self, message: AgentMessage) {
        // Answers and results can also be among what was said to the agent; those are not the turn's own.
        let answering = matches!(self.phase, Phase::Answered | Phase::WindDown);
        match &message {
            AgentMessage::Model(Message::Assistant(answer)) if answering => self.turn.answered(answer),
            AgentMessage::Model(Message::ToolResult(result)) if self.turn.answer().is_some() => {
                self.turn.results.push(Arc::clone(result));
            }
            _ => {}
        }
        self.new_messages.push(message.clone());
        self.transcript.push(message);
    }

    /// Answers [`Step::PrepareNextTurn`].
    pub(crate) fn prepared_next_turn(&mut self, next: NextTurn) {
        self.adopt(next.change);
        self.pending.prepared = next.append;
        self.phase = Phase::OpenTurn;
    }

    /// Answers [`Step::PrepareRequest`]. Tools that changed are declared in this very request.
    pub(crate) fn prepared_request(&mut self, change: RequestChange, now: i64) {
        let stale = change.tools.is_some() || change.messages.is_some();
        self.adopt(change);
        if stale {
            self.deliver(Vec::new(), now);
        }
        self.phase = Phase::AskModel;
    }

    /// Answers [`Step::AskModel`]: the answer is complete, or failed by itself. Its start has been told.
    pub(crate) fn heard(&mut self, answer: AssistantMessage) {
        self.outbox.push_back(Step::Commit(answer.into()));
        self.phase = Phase::Answered;
    }

    /// Answers [`Step::AskModel`]: the answer broke off because of a failure, which it says itself.
    pub(crate) fn cut_off(&mut self, answer: AssistantMessage, failure: Failure) {
        self.heard(answer);
        self.turn.failure_said = true;
        self.fail(failure);
    }

    /// Answers [`Step::RunTools`], with one result per call in the order of the calls.
    pub(crate) fn learned(&mut self, results: Vec<CallResult>, now: i64) {
        for result in results {
            self.record(result, now);
        }
    }

    /// Answers [`Step::FinishTurn`].
    pub(crate) fn finished_turn(&mut self, decision: TurnDecision) {
        self.turn.decision = decision;
        self.end_turn();
        self.phase = Phase::Decide;
    }

    /// The run was aborted: no turn is begun any more.
    pub(crate) fn abort(&mut self) {
        self.aborted = true;
    }

    /// Code around the run failed. The first failure counts; the run winds down.
    pub(crate) fn fail(&mut self, failure: Failure) {
        let aborted = self.aborted;
        self.failure.get_or_insert(Failed { failure, aborted });
    }

    /// Whether the run winds down after a failure.
    pub(crate) fn failing(&self) -> bool {
        self.failure.is_some()
    }

    /// The executable tools.
    pub(crate) fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// The request that is about to be made.
    pub(crate) fn request<'a>(&'a self, cancel: &'a CancellationToken) -> RequestView<'a> {
        RequestView {
            messages: self.transcript.messages(),
            tools: &self.tools,
            model: &self.model,
            thinking_level: self.thinking_level,
            cancel,
        }
    }

    /// The turn whose answer, and its results, are there.
    pub(crate) fn turn<'a>(&'a self, cancel: &'a CancellationToken) -> TurnView<'a> {
        TurnView {
            message: &self.turn.message,
            tool_results: &self.turn.results,
            messages: self.transcript.messages(),
            new_messages: &self.new_messages,
            cancel,
        }
    }

    /// The ids of the transcript's calls, to mend those of an answer by.
    pub(crate) fn call_ids(&mut self) -> &mut CallIds {
        self.call_ids.get_or_insert_with(|| CallIds::of(self.transcript.messages()))
    }

    fn adopt(&mut self, change: RequestChange) {
        if let Some(messages) = change.messages {
            self.transcript = messages.into();
            self.call_ids = None;
        }
        if let Some(tools) = change.tools {
            self.tools = tools;
        }
        if let Some(model) = change.model {
            self.model = model;
        }
        if let Some(level) = change.thinking_level {
            self.thinking_level = level;
        }
    }

    /// Announces the tools with what is to be committed (R2.17), and queues both.
    fn deliver(&mut self, messages: Vec<AgentMessage>, now: i64) {
        let executable = self.tools.iter().map(|tool| tool.declaration());
        for message in announce_tools(self.transcript.prompt(), messages, executable, now) {
            self.outbox.push_back(Step::tell(AgentEvent::MessageStart(message.clone())));
            self.outbox.push_back(Step::Commit(message));
        }
    }

    /// What an answer leads to: nothing, refusals, or its calls (R4.4, R4.14).
    fn follow_answer(&mut self, now: i64) {
        let calls = self.turn.calls();
        let failed = matches!(self.turn.message.stop_reason, StopReason::Error | StopReason::Aborted);
        self.phase = Phase::FinishTurn;
        if failed || calls.is_empty() {
            return;
        }
        if self.turn.message.stop_reason == StopReason::Length {
            for call in calls {
                self.refuse(call, closing::CUT_BY_LENGTH, now);
            }
            return;
        }
        let sequential = self.tool_execution == ExecutionMode::Sequential
            || calls.iter().any(|call| self.tool_mode(&call.name) == ExecutionMode::Sequential);
        let batches = if sequential { calls.into_iter().map(|call| vec![call]).collect() } else { [calls].into() };
        self.phase = Phase::Tools { batches, context: self.transcript.messages().into() };
    }

    fn tool_mode(&self, name: &str) -> ExecutionMode {
        tool::named(&self.tools, name).map_or(ExecutionMode::Parallel, |tool| tool.execution_mode())
    }

    /// Whether there is another turn (R4.2, steps 8 to 10).
    fn decide(&mut self, mail: &mut dyn Mailbox) {
        match self.turn.message.stop_reason {
            StopReason::Error => return self.close(RunEnd::ModelFailed, mail),
            StopReason::Aborted => return self.close(RunEnd::Aborted, mail),
            _ if self.aborted => return self.close_aborted(mail),
            _ if self.turn.decision == TurnDecision::End => return self.close(RunEnd::Completed, mail),
            _ => {}
        }
        self.pending.poll(mail, QueueKind::Steering);
        if !self.turn.wants_more() {
            self.pending.poll(mail, QueueKind::FollowUp);
        }
        if self.turn.wants_more() || !self.pending.is_empty() || self.turn.decision == TurnDecision::Continue {
            self.phase = Phase::PrepareNextTurn;
        } else {
            self.close(RunEnd::Completed, mail);
        }
    }
}
