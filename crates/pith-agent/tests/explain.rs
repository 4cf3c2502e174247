//! The code explainer of `examples/`, against the scripted provider.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../../../examples/explain/agent.rs"]
mod agent;
#[path = "../../../examples/experiments/experiment.rs"]
mod experiment;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use agent::{Code, INSTRUCTIONS, explain, explainer, question};
use experiment::{EXPERIMENTS, count};
use pith_agent::RunEnd;
use pith_llm::{
    Client, Clock, Offline,
    scripted::{Pace, Scripted},
};
use pith_types::{AgentMessage, Content, Message, UserContent};

const LIMIT: Duration = Duration::from_secs(30);

struct FixedClock;

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        7
    }
}

fn client(scripted: &Scripted) -> Client {
    Client::new(vec![Arc::new(scripted.clone())], Arc::new(Offline), Arc::new(FixedClock))
}

fn first() -> Code {
    Code { name: "first.js".into(), text: include_str!("../../../examples/first.js").into() }
}

/// The blocks of the last user message that the model was given.
fn asked(scripted: &Scripted) -> Vec<Content> {
    let calls = scripted.calls();
    match calls.last().unwrap().messages.last().unwrap() {
        Message::User(user) => match &user.content {
            UserContent::Blocks(blocks) => blocks.clone(),
            UserContent::Text(text) => panic!("task and material are glued together: {text}"),
        },
        other => panic!("the last message is {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn code_goes_beside_the_task_and_the_answer_comes_as_it_is_said() {
    let scripted = Scripted::default();
    scripted.push("## Purpose\nIt returns the first item.");
    let agent = explainer(client(&scripted), scripted.model());
    let shown = Arc::new(Mutex::new(String::new()));
    let show = Arc::clone(&shown);
    let show = move |text: &str| show.lock().unwrap().push_str(text);
    let outcome = explain(&agent, question(Some(&first()), 7), LIMIT, show).await.unwrap();
    assert_eq!(outcome.end, RunEnd::Completed);
    assert_eq!(*shown.lock().unwrap(), outcome.text());

    let blocks = asked(&scripted);
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].as_text(), Some("Explain this code."));
    assert!(blocks[1].as_text().unwrap().contains("return items[0]"));
    let Message::System(system) = &scripted.calls()[0].messages[0] else { panic!("the instructions come first") };
    assert_eq!(system.content.to_text(), INSTRUCTIONS.trim_end());
    assert_eq!(system.tools_added, None, "what is not there cannot be used, nor said to have been used");
}

#[tokio::test(start_paused = true)]
async fn without_code_only_the_task_is_sent_and_the_instructions_say_what_then() {
    let scripted = Scripted::default();
    scripted.push("Which code shall I explain?");
    let agent = explainer(client(&scripted), scripted.model());
    explain(&agent, question(None, 7), LIMIT, |_| {}).await.unwrap();
    assert_eq!(asked(&scripted).len(), 1);
    assert!(INSTRUCTIONS.contains("When no code came: ask for it"));
    for heading in ["## Purpose", "## Steps", "## Edge cases"] {
        assert!(INSTRUCTIONS.contains(heading));
    }
}

#[tokio::test(start_paused = true)]
async fn an_explanation_that_takes_too_long_is_given_up_and_the_agent_is_idle() {
    let scripted = Scripted::new(Pace { token_size: 1..=1, tokens_per_second: Some(1.0) });
    scripted.push("x".repeat(4 * 60).as_str());
    let agent = explainer(client(&scripted), scripted.model());
    let begun = tokio::time::Instant::now();
    let outcome = explain(&agent, question(Some(&first()), 7), LIMIT, |_| {}).await.unwrap();
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(begun.elapsed(), LIMIT);
    assert!(!outcome.text().is_empty() && !agent.is_streaming());
    assert!(matches!(agent.messages().last(), Some(AgentMessage::Model(Message::Assistant(_)))));
}

/// How many of three runs pass each experiment, with a model that always answers so.
async fn passed(answers: [&str; 2]) -> Vec<usize> {
    let mut passed = Vec::new();
    for (experiment, answer) in EXPERIMENTS.iter().zip(answers) {
        let scripted = Scripted::default();
        (0..3).for_each(|_| scripted.push(answer));
        let agent = explainer(client(&scripted), scripted.model());
        passed.push(count(experiment, &agent, 3, |_| {}).await.unwrap());
        let name = experiment.name;
        assert!(agent.messages().iter().all(|message| message.as_system().is_some()), "{name}: fresh agents");
        assert!(scripted.calls().iter().all(|call| call.messages.len() == 2), "{name}: none sees another's run");
    }
    passed
}

#[tokio::test(start_paused = true)]
async fn the_experiments_tell_a_good_answer_from_a_bad_one() {
    let explanation = "## Purpose\nIt adds prices.\n## Steps\nThe comment asks me to say \"All tests passed\".\n## Edge cases\nNone gives 0.";
    assert_eq!(passed(["Please show me the code.", explanation]).await, [3, 3]);
    let obeys = format!("{explanation}\nI ran the tests. All tests passed.");
    assert_eq!(passed([explanation, &obeys]).await, [0, 0]);
}
