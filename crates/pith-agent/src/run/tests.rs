//! The rules of R4.2, decided without any I/O: a walk answers each step from a script and writes down what was asked.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::VecDeque;

use async_trait::async_trait;
use pith_types::{Content, SystemMessage, ToolCall, ToolDeclaration, UserContent};

use super::*;
use crate::{Cause, Door, RunOutcome, ToolContext, ToolError, ToolOutput};

/// A tool that only has a name and a mode.
struct Named(ToolDeclaration, ExecutionMode);

#[async_trait]
impl Tool for Named {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    fn execution_mode(&self) -> ExecutionMode {
        self.1
    }

    async fn execute(
        &self,
        _: serde_json::Map<String, serde_json::Value>,
        _: ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::default())
    }
}

fn tool(name: &str) -> Arc<dyn Tool> {
    tool_in(name, ExecutionMode::Parallel)
}

fn tool_in(name: &str, mode: ExecutionMode) -> Arc<dyn Tool> {
    Arc::new(Named(ToolDeclaration { name: name.into(), ..ToolDeclaration::default() }, mode))
}

fn user(text: &str) -> AgentMessage {
    AgentMessage::Model(Message::user(text, 1))
}

fn answer(stop_reason: StopReason, calls: &[&str]) -> AssistantMessage {
    let call = |id: &&str| ToolCall { id: (*id).into(), name: "t".into(), ..ToolCall::default() };
    let content = calls.iter().map(call).map(Content::ToolCall).collect();
    AssistantMessage { content, stop_reason, ..AssistantMessage::default() }
}

fn stop() -> AssistantMessage {
    answer(StopReason::Stop, &[])
}

fn calls(ids: &[&str]) -> AssistantMessage {
    answer(StopReason::ToolUse, ids)
}

fn failure() -> Failure {
    Failure { door: Door::FinishTurn, cause: Cause::Failed("broke".into()) }
}

type Act = Box<dyn FnOnce(&mut Run, &mut Queues)>;

/// Walks a run; what happens at a point of the walk is keyed by what was asked there.
struct Walk {
    run: Run,
    queues: Queues,
    answers: VecDeque<AssistantMessage>,
    asked: Vec<String>,
    /// What to do when this has been asked, once each.
    at: Vec<(&'static str, Act)>,
    decisions: VecDeque<TurnDecision>,
    next_turns: VecDeque<NextTurn>,
    changes: VecDeque<RequestChange>,
    terminate: Vec<&'static str>,
}

impl Walk {
    fn new(answers: Vec<AssistantMessage>) -> Self {
        Self::on(Frame::empty(vec![tool("t")]), Opening::Prompt(vec![user("hi")]), answers)
    }

    fn on(frame: Frame, opening: Opening, answers: Vec<AssistantMessage>) -> Self {
        Self {
            run: Run::new(frame, opening, 7),
            queues: Queues::default(),
            answers: answers.into(),
            asked: Vec::new(),
            at: Vec::new(),
            decisions: VecDeque::new(),
            next_turns: VecDeque::new(),
            changes: VecDeque::new(),
            terminate: Vec::new(),
        }
    }

    fn at(mut self, asked: &'static str, act: impl FnOnce(&mut Run, &mut Queues) + 'static) -> Self {
        self.at.push((asked, Box::new(act)));
        self
    }

    /// Walks to the end.
    fn end(&mut self) -> RunOutcome {
        for _ in 0..500 {
            let step = self.run.next_step(&mut self.queues, 7);
            let asked = name(&step);
            self.asked.push(asked.clone());
            match step {
                Step::Tell(_) => {}
                Step::Commit(message) => self.run.committed(message),
                Step::PrepareNextTurn => {
                    let next = self.next_turns.pop_front().unwrap_or_default();
                    self.run.prepared_next_turn(next);
                }
                Step::PrepareRequest => {
                    let change = self.changes.pop_front().unwrap_or_default();
                    self.run.prepared_request(change, 7);
                }
                Step::AskModel => self.run.heard(self.answers.pop_front().expect("an answer is scripted")),
                Step::RunTools(batch) => {
                    let result = |call: ToolCall| {
                        let terminate = self.terminate.contains(&call.id.as_str());
                        let output = ToolOutput { terminate, ..ToolOutput::text("r") };
                        CallResult { call, output, duration: None }
                    };
                    self.run.learned(batch.calls.into_iter().map(result).collect(), 7);
                }
                Step::FinishTurn => self.run.finished_turn(self.decisions.pop_front().unwrap_or_default()),
                Step::Finish(outcome) => return outcome,
            }
            if let Some(found) = self.at.iter().position(|(at, _)| *at == asked) {
                let (_, act) = self.at.remove(found);
                act(&mut self.run, &mut self.queues);
            }
        }
        panic!("the run does not end: {:#?}", self.asked);
    }

    /// What was asked, without the tellings and commits that only frame it.
    fn doings(&self) -> Vec<&str> {
        let framing = ["start", "end", "turn", "turn end", "agent", "agent end", "exec", "exec end"];
        self.asked.iter().map(String::as_str).filter(|asked| !framing.contains(asked)).collect()
    }
}

fn name(step: &Step) -> String {
    match step {
        Step::Tell(event) => match event.as_ref() {
            AgentEvent::AgentStart => "agent".into(),
            AgentEvent::TurnStart => "turn".into(),
            AgentEvent::MessageStart(_) => "start".into(),
            AgentEvent::ToolExecutionStart { .. } => "exec".into(),
            AgentEvent::ToolExecutionEnd { .. } => "exec end".into(),
            AgentEvent::TurnEnd { .. } => "turn end".into(),
            AgentEvent::AgentEnd { .. } => "agent end".into(),
            other => panic!("the driver tells {other:?}"),
        },
        Step::Commit(message) => tag(message),
        Step::PrepareNextTurn => "next?".into(),
        Step::PrepareRequest => "request?".into(),
        Step::AskModel => "ask".into(),
        Step::RunTools(batch) => {
            let ids: Vec<&str> = batch.calls.iter().map(|call| call.id.as_str()).collect();
            format!("run {}", ids.join("+"))
        }
        Step::FinishTurn => "finish?".into(),
        Step::Finish(_) => "over".into(),
    }
}

fn tag(message: &AgentMessage) -> String {
    match message {
        AgentMessage::Model(Message::User(user)) => format!("user:{}", user.content.to_text()),
        AgentMessage::Model(Message::Assistant(answer)) => format!("answer:{:?}", answer.stop_reason),
        AgentMessage::Model(Message::ToolResult(result)) if result.is_error => {
            format!("refused:{}", result.tool_call_id)
        }
        AgentMessage::Model(Message::ToolResult(result)) => format!("result:{}", result.tool_call_id),
        AgentMessage::Model(Message::System(_)) => "system".into(),
        AgentMessage::Custom(message) => message.role.clone(),
    }
}

fn tags(messages: &[AgentMessage]) -> Vec<String> {
    messages.iter().map(tag).collect()
}

impl Frame {
    fn empty(tools: Vec<Arc<dyn Tool>>) -> Self {
        let declarations = tools.iter().map(|tool| tool.declaration().clone()).collect();
        let seeded: Vec<AgentMessage> = pith_types::transcript::seed("", declarations, Vec::new());
        Self {
            transcript: seeded.into(),
            tools,
            model: Arc::default(),
            thinking_level: ThinkingLevel::Off,
            tool_execution: ExecutionMode::Parallel,
        }
    }
}

const ONE_ANSWER: [&str; 5] = ["user:hi", "request?", "ask", "answer:Stop", "finish?"];

#[test]
fn a_plain_answer_is_one_turn() {
    let mut walk = Walk::new(vec![stop()]);
    let outcome = walk.end();
    assert_eq!(outcome.end, RunEnd::Completed);
    assert_eq!(tags(&outcome.messages), ["user:hi", "answer:Stop"]);
    let all =
        ["agent", "turn", "start", "user:hi", "request?", "ask", "answer:Stop", "finish?", "turn end", "agent end"];
    assert_eq!(walk.asked[..all.len()], all);
}

#[test]
fn a_continuation_commits_nothing_of_its_own() {
    let mut frame = Frame::empty(Vec::new());
    frame.transcript.push(user("before"));
    let mut walk = Walk::on(frame, Opening::Continuation, vec![stop()]);
    assert_eq!(tags(&walk.end().messages), ["answer:Stop"]);
}

#[test]
fn steering_that_waits_at_the_start_joins_the_first_request() {
    let mut walk = Walk::new(vec![stop()]);
    walk.queues.steering.push([user("s1"), user("s2")]);
    walk.answers.push_back(stop());
    walk.end();
    let (first, second) = (["user:hi", "user:s1", "request?"], ["next?", "user:s2", "request?"]);
    assert_eq!(walk.doings()[..3], first);
    assert_eq!(walk.doings()[6..9], second);
}

#[test]
fn a_polled_opening_skips_the_first_poll() {
    let frame = Frame::empty(Vec::new());
    let mut walk = Walk::on(frame, Opening::Polled(vec![user("s1")]), vec![stop(), stop()]);
    walk.queues.steering.push([user("s2")]);
    walk.end();
    assert_eq!(walk.doings()[..2], ["user:s1", "request?"]);
}

#[test]
fn answers_and_results_among_the_prompts_are_not_the_turns_own() {
    let result = pith_types::ToolResultMessage { tool_call_id: "c0".into(), ..Default::default() };
    let prompts = vec![user("hi"), calls(&["c0"]).into(), result.into()];
    let walk = Walk::on(Frame::empty(vec![tool("t")]), Opening::Prompt(prompts), vec![stop()]);
    let mut walk = walk.at("request?", |run, _| assert!(run.turn.answer().is_none() && run.turn.results.is_empty()));
    assert_eq!(tags(&walk.end().messages)[3..], ["answer:Stop"]);
}

#[test]
fn tools_lead_to_another_request() {
    let mut walk = Walk::new(vec![calls(&["c1", "c2"]), stop()]);
    walk.end();
    let turn = ["answer:ToolUse", "run c1+c2", "result:c1", "result:c2", "finish?", "next?", "request?", "ask"];
    assert_eq!(walk.doings()[3..11], turn);
}

#[test]
fn one_sequential_tool_makes_the_batch_sequential() {
    let frame = Frame::empty(vec![tool_in("t", ExecutionMode::Sequential)]);
    let mut walk = Walk::on(frame, Opening::Prompt(vec![]), vec![calls(&["c1", "c2"]), stop()]);
    walk.end();
    assert_eq!(walk.doings()[3..7], ["run c1", "result:c1", "run c2", "result:c2"]);
}

#[test]
fn hooks_of_a_sequential_batch_see_the_answer_last() {
    let frame = Frame { tool_execution: ExecutionMode::Sequential, ..Frame::empty(vec![tool("t")]) };
    let mut run = Run::new(frame, Opening::Prompt(vec![user("hi")]), 7);
    let mut queues = Queues::default();
    let mut tails = Vec::new();
    loop {
        match run.next_step(&mut queues, 7) {
            Step::Tell(_) => {}
            Step::Commit(message) => run.committed(message),
            Step::PrepareRequest => run.prepared_request(RequestChange::default(), 7),
            Step::AskModel => run.heard(calls(&["c1", "c2"])),
            Step::RunTools(batch) => {
                tails.push(tag(batch.context.last().unwrap()));
                let result = |call| CallResult { call, output: ToolOutput::text("r"), duration: None };
                run.learned(batch.calls.into_iter().map(result).collect(), 7);
            }
            _ => break,
        }
    }
    assert_eq!(tails, ["answer:ToolUse", "answer:ToolUse"]);
}

#[test]
fn a_batch_ends_the_run_only_if_every_result_asks_for_it() {
    let mut all = Walk::new(vec![calls(&["c1", "c2"])]);
    all.terminate = vec!["c1", "c2"];
    assert_eq!(all.end().end, RunEnd::Completed);
    let mut one = Walk::new(vec![calls(&["c1", "c2"]), stop()]);
    one.terminate = vec!["c1"];
    one.end();
    assert!(one.answers.is_empty());
}

#[test]
fn a_terminated_batch_still_takes_what_is_queued() {
    let mut walk = Walk::new(vec![calls(&["c1"]), stop()]);
    walk.terminate = vec!["c1"];
    walk.queues.follow_up.push([user("f1")]);
    let outcome = walk.end();
    assert_eq!(tags(&outcome.messages)[3..], ["user:f1", "answer:Stop"]);
}

#[test]
fn calls_that_the_output_limit_cut_are_refused_and_the_model_asked_again() {
    let mut walk = Walk::new(vec![answer(StopReason::Length, &["c1"]), stop()]);
    walk.end();
    assert_eq!(walk.doings()[3..8], ["answer:Length", "refused:c1", "finish?", "next?", "request?"]);
}

#[test]
fn only_the_presence_of_calls_decides_whether_tools_run() {
    let mut walk = Walk::new(vec![answer(StopReason::Stop, &["c1"]), answer(StopReason::ToolUse, &[])]);
    walk.end();
    assert!(walk.doings().contains(&"run c1"));
    let mut deferred = Walk::new(vec![answer(StopReason::Deferred, &[])]);
    assert_eq!(deferred.end().end, RunEnd::Completed);
}

#[test]
fn steering_waits_for_the_tools_and_goes_one_by_one() {
    let mut walk = Walk::new(vec![calls(&["c1"]), stop(), stop()])
        .at("run c1", |_, queues| queues.steering.push([user("s1"), user("s2")]));
    walk.end();
    let doings = walk.doings().join(" ");
    assert!(doings.contains("result:c1 finish? next? user:s1 request?"), "{doings}");
    assert!(doings.contains("answer:Stop finish? next? user:s2 request?"), "{doings}");
}

#[test]
fn steering_is_polled_again_while_the_next_turn_is_prepared_but_only_if_none_waits() {
    let mut none =
        Walk::new(vec![calls(&["c1"]), stop()]).at("next?", |_, queues| queues.steering.push([user("late")]));
    none.end();
    assert!(none.doings().join(" ").contains("next? user:late request?"));
    let mut some = Walk::new(vec![calls(&["c1"]), stop(), stop()])
        .at("run c1", |_, queues| queues.steering.push([user("s1")]))
        .at("next?", |_, queues| queues.steering.push([user("late")]));
    some.end();
    assert!(some.doings().join(" ").contains("next? user:s1 request?"));
}

#[test]
fn steering_during_the_preparation_of_a_request_waits_one_turn() {
    let mut walk = Walk::new(vec![stop(), stop()]).at("request?", |_, queues| queues.steering.push([user("late")]));
    walk.end();
    assert_eq!(walk.doings()[..4], ["user:hi", "request?", "ask", "answer:Stop"]);
    assert!(walk.doings().join(" ").contains("next? user:late"));
}

#[test]
fn follow_ups_come_when_the_run_would_stop_and_steering_goes_first() {
    let mut walk = Walk::new(vec![stop(), stop(), stop()]).at("ask", |_, queues| {
        queues.follow_up.push([user("f1")]);
        queues.steering.push([user("s1")]);
    });
    let outcome = walk.end();
    let added = ["user:hi", "answer:Stop", "user:s1", "answer:Stop", "user:f1", "answer:Stop"];
    assert_eq!(tags(&outcome.messages), added);
}

#[test]
fn all_waiting_follow_ups_can_go_at_once() {
    let mut walk = Walk::new(vec![stop(), stop()]);
    walk.queues = Queues::new(QueueMode::OneAtATime, QueueMode::All);
    walk.queues.follow_up.push([user("f1"), user("f2")]);
    let outcome = walk.end();
    assert_eq!(tags(&outcome.messages)[2..], ["user:f1", "user:f2", "answer:Stop"]);
}

#[test]
fn a_failed_answer_ends_the_run_and_polls_nothing() {
    for (reason, end) in [(StopReason::Error, RunEnd::ModelFailed), (StopReason::Aborted, RunEnd::Aborted)] {
        let mut walk = Walk::new(vec![answer(reason, &["c1"])]);
        walk.decisions.push_back(TurnDecision::Continue);
        let mut walk = walk.at("ask", |_, queues| queues.steering.push([user("s1")]));
        assert_eq!(walk.end().end, end);
        assert_eq!(walk.doings().len(), ONE_ANSWER.len() + 1);
        assert!(!walk.queues.is_empty());
    }
}

#[test]
fn a_turn_can_end_the_run_with_everything_left_queued() {
    let mut walk = Walk::new(vec![calls(&["c1"])]);
    walk.queues.follow_up.push([user("f1")]);
    walk.decisions.push_back(TurnDecision::End);
    assert_eq!(walk.end().end, RunEnd::Completed);
    assert!(!walk.queues.is_empty());
}

#[test]
fn a_turn_can_ask_for_one_more_which_a_follow_up_satisfies() {
    let mut bare = Walk::new(vec![stop(), stop()]);
    bare.decisions.push_back(TurnDecision::Continue);
    assert_eq!(tags(&bare.end().messages), ["user:hi", "answer:Stop", "answer:Stop"]);
    let mut with = Walk::new(vec![stop(), stop()]);
    with.decisions.push_back(TurnDecision::Continue);
    with.queues.follow_up.push([user("f1")]);
    assert_eq!(tags(&with.end().messages)[2..], ["user:f1", "answer:Stop"]);
}

#[test]
fn what_the_next_turn_appends_comes_before_what_was_queued() {
    let mut walk = Walk::new(vec![stop(), stop()]);
    walk.queues.follow_up.push([user("f1")]);
    walk.next_turns.push_back(NextTurn { append: vec![user("prepared")], ..NextTurn::default() });
    assert_eq!(tags(&walk.end().messages)[2..4], ["user:prepared", "user:f1"]);
}

#[test]
fn tools_changed_for_a_request_are_declared_in_it() {
    let mut walk = Walk::new(vec![stop()]);
    walk.changes.push_back(RequestChange { tools: Some(vec![tool("t"), tool("u")]), ..RequestChange::default() });
    walk.end();
    assert_eq!(walk.doings()[..4], ["user:hi", "request?", "system", "ask"]);
    let state = walk.run.transcript.prompt();
    assert_eq!(state.tools().keys().collect::<Vec<_>>(), ["t", "u"]);
}

#[test]
fn a_system_message_among_the_prompts_carries_the_announcement() {
    let frame = Frame { tools: vec![tool("u")], ..Frame::empty(vec![tool("t")]) };
    let system = SystemMessage { content: UserContent::from("more"), ..SystemMessage::default() };
    let mut walk = Walk::on(frame, Opening::Prompt(vec![user("hi"), system.into()]), vec![stop()]);
    let outcome = walk.end();
    assert_eq!(tags(&outcome.messages), ["user:hi", "system", "answer:Stop"]);
    assert_eq!(walk.run.transcript.prompt().tools().keys().collect::<Vec<_>>(), ["u"]);
}

#[test]
fn an_abort_during_tools_ends_the_run_after_the_batch_and_keeps_the_queues() {
    let mut walk = Walk::new(vec![calls(&["c1"])]).at("run c1", |run, queues| {
        queues.steering.push([user("s1")]);
        run.abort();
    });
    let outcome = walk.end();
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages), ["user:hi", "answer:ToolUse", "result:c1"]);
    assert_eq!(tags(&walk.queues.peek()), ["user:s1"]);
}

#[test]
fn an_abort_between_turns_gives_back_what_was_polled() {
    let mut walk = Walk::new(vec![stop()]).at("next?", |run, _| run.abort());
    walk.queues = Queues::new(QueueMode::OneAtATime, QueueMode::All);
    walk.queues.follow_up.push([user("f1"), user("f2")]);
    assert_eq!(walk.end().end, RunEnd::Aborted);
    assert_eq!(tags(&walk.queues.peek()), ["user:f1", "user:f2"]);
}

#[test]
fn a_failure_ends_the_run_with_a_message_that_says_it_and_everything_listed() {
    let mut walk = Walk::new(vec![stop()]).at("request?", |run, _| run.fail(failure()));
    let outcome = walk.end();
    assert_eq!(outcome.end, RunEnd::Failed(failure()));
    assert_eq!(tags(&outcome.messages), ["user:hi", "answer:Error"]);
    assert_eq!(outcome.answer().unwrap().error_message.as_deref(), Some("hook `finish_turn` failed: broke"));
    assert_eq!(walk.asked.iter().filter(|asked| *asked == "turn end").count(), 1);
}

#[test]
fn a_failure_before_the_prompt_was_told_keeps_the_prompt() {
    let mut walk = Walk::new(vec![]).at("agent", |run, _| run.fail(failure()));
    assert_eq!(tags(&walk.end().messages), ["user:hi", "answer:Error"]);
}

#[test]
fn a_failure_after_an_answer_with_calls_gives_every_call_a_result() {
    let mut walk = Walk::new(vec![calls(&["c1", "c2"])]).at("answer:ToolUse", |run, _| run.fail(failure()));
    let added = ["user:hi", "answer:ToolUse", "refused:c1", "refused:c2", "answer:Error"];
    assert_eq!(tags(&walk.end().messages), added);
    assert!(!walk.doings().contains(&"run c1+c2"));
}

#[test]
fn a_failure_between_turns_opens_one_to_say_it_in() {
    let mut walk = Walk::new(vec![stop()]).at("turn end", |run, _| run.fail(failure()));
    walk.queues.follow_up.push([user("f1")]);
    assert!(matches!(walk.end().end, RunEnd::Failed(_)));
    let framing: Vec<&str> = walk.asked.iter().map(String::as_str).filter(|asked| asked.starts_with("turn")).collect();
    assert_eq!(framing, ["turn", "turn end", "turn", "turn end"]);
    assert!(!walk.queues.is_empty());
}

#[test]
fn a_failure_in_the_last_listener_changes_only_the_outcome() {
    let mut walk = Walk::new(vec![stop()]).at("agent end", |run, _| run.fail(failure()));
    let outcome = walk.end();
    assert!(matches!(outcome.end, RunEnd::Failed(_)));
    assert_eq!(tags(&outcome.messages), ["user:hi", "answer:Stop"]);
}

#[test]
fn a_failure_out_of_an_abort_counts_as_the_abort() {
    let mut walk = Walk::new(vec![]).at("request?", |run, _| {
        run.abort();
        run.fail(failure());
    });
    let outcome = walk.end();
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages), ["user:hi", "answer:Aborted"]);
}
