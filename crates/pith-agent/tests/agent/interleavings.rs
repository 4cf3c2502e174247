//! Whatever is said to an agent, and whenever: it ends idle, and every call has its result.

use std::{sync::Arc, time::Duration};

use pith_agent::{Agent, RunEnd, ToolOutput};
use pith_llm::scripted::{Answer, Pace, Scripted};
use pith_types::{AgentMessage, AssistantMessage, Message, StopReason, transcript};
use proptest::prelude::*;

use super::support::{agent_with, calls, line, options};

/// Something that happens to a running agent.
#[derive(Debug, Clone)]
enum Act {
    Steer,
    FollowUp,
    Abort,
    Clear,
    Wait(u64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (1_u64..2_000).prop_map(Act::Wait),
        2 => Just(Act::Steer),
        2 => Just(Act::FollowUp),
        1 => Just(Act::Abort),
        1 => Just(Act::Clear),
    ]
}

fn answer() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![Just(None), (0_usize..4).prop_map(Some)]
}

/// What a script says in the end: text, or that many calls.
fn script(answers: &[Option<usize>]) -> Scripted {
    let scripted = Scripted::new(Pace { token_size: 1..=1, tokens_per_second: Some(4.0) });
    let answer = |(turn, calls_in): (usize, &Option<usize>)| match calls_in {
        None => Answer::from("some text"),
        Some(count) => {
            let ids: Vec<String> = (0..*count).map(|call| format!("c{turn}-{call}")).collect();
            calls("t", &ids.iter().map(String::as_str).collect::<Vec<_>>())
        }
    };
    scripted.set(answers.iter().enumerate().map(answer));
    scripted
}

fn paired(messages: &[AgentMessage]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        match message {
            AgentMessage::Model(Message::Assistant(answer)) if !open.is_empty() && !failed(answer) => return false,
            AgentMessage::Model(Message::Assistant(answer)) if !failed(answer) => {
                open = answer.tool_calls().map(|call| call.id.as_str()).collect();
            }
            AgentMessage::Model(Message::ToolResult(result)) => {
                let Some(at) = open.iter().position(|id| *id == result.tool_call_id) else { return false };
                open.remove(at);
            }
            _ => {}
        }
    }
    open.is_empty()
}

fn failed(answer: &AssistantMessage) -> bool {
    matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted)
}

async fn perform(agent: &Agent, acts: &[Act]) -> RunEnd {
    let run = agent.start_prompt("go").unwrap();
    for act in acts {
        match act {
            Act::Steer => agent.steer("s"),
            Act::FollowUp => agent.follow_up("f"),
            Act::Abort => agent.abort(),
            Act::Clear => agent.clear_queues(),
            Act::Wait(ms) => tokio::time::sleep(Duration::from_millis(*ms)).await,
        }
    }
    run.await.end
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving_ends_idle_with_paired_calls(
        answers in prop::collection::vec(answer(), 1..6),
        acts in prop::collection::vec(act(), 0..12),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let naps = line("t", |_, context| async move {
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_millis(700)) => {}
                    () = context.cancel.cancelled() => {}
                }
                Ok(ToolOutput::text("r"))
            });
            let agent = agent_with(&script(&answers), vec![Arc::clone(&naps)]);
            let end = perform(&agent, &acts).await;
            agent.wait_for_idle().await;
            prop_assert!(!agent.is_streaming());
            prop_assert!(agent.pending_tool_calls().is_empty() && agent.streaming_message().is_none());
            prop_assert!(paired(&agent.messages()), "{:#?}", agent.messages());
            prop_assert!(!matches!(end, RunEnd::Failed(_)), "{:?}", end);
            let declared = transcript::current_tools(&agent.messages());
            prop_assert_eq!(declared, vec![naps.declaration().clone()]);
            prop_assert_eq!(agent.model(), options(&script(&[])).model);
            Ok(())
        })?;
    }
}
