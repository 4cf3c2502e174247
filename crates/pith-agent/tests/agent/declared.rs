//! R2.17: whenever tools change, between runs or in them, each request declares exactly the tools that can be executed.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use async_trait::async_trait;
use pith_agent::{
    Agent, AgentOptions, HookError, Hooks, NextTurn, RequestChange, RequestView, Tool, ToolOutput, TurnView,
};
use pith_llm::scripted::Answer;
use pith_types::{AgentMessage, Message, SystemMessage, ToolDeclaration, transcript::current_tools};
use proptest::{collection::vec, option, prelude::*};

use super::support::{calls, line, options, scripted};

/// Tool sets by their letters.
fn named(names: &str) -> Vec<Arc<dyn Tool>> {
    let tool = |letter: char| line(&letter.to_string(), |_, _| async { Ok(ToolOutput::text("r")) });
    names.chars().map(tool).collect()
}

/// Changes the tools at each call as planned, and writes down what was executable when a request was made.
struct Changing {
    between: Plan,
    before: Plan,
    executable: Mutex<Vec<String>>,
}

struct Plan(Vec<Option<String>>, AtomicUsize);

impl Plan {
    fn next(&self) -> RequestChange {
        let change = self.0.get(self.1.fetch_add(1, Ordering::Relaxed)).cloned().flatten();
        RequestChange { tools: change.as_deref().map(named), ..RequestChange::default() }
    }
}

#[async_trait]
impl Hooks for Changing {
    async fn prepare_request(&self, request: RequestView<'_>) -> Result<RequestChange, HookError> {
        let change = self.before.next();
        let tools = change.tools.as_deref().unwrap_or(request.tools);
        self.executable.lock().unwrap().push(letters(tools.iter().map(|tool| tool.declaration())));
        Ok(change)
    }

    async fn prepare_next_turn(&self, _: TurnView<'_>) -> Result<NextTurn, HookError> {
        Ok(NextTurn { change: self.between.next(), append: Vec::new() })
    }
}

fn letters<'a>(tools: impl Iterator<Item = &'a ToolDeclaration>) -> String {
    let mut names: Vec<&str> = tools.map(|tool| tool.name.as_str()).collect();
    names.sort_unstable();
    names.concat()
}

/// A subset of the tools.
fn set() -> impl Strategy<Value = String> {
    prop::sample::subsequence(vec!['a', 'b', 'c'], 0..=3).prop_map(String::from_iter)
}

fn plan() -> impl Strategy<Value = Vec<Option<String>>> {
    vec(option::of(set()), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_declares_exactly_what_can_be_executed(
        seeded in set(),
        between in plan(),
        before in plan(),
        runs in vec((option::of(set()), any::<bool>(), 0_usize..3), 1..4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let turn = |place: usize| -> Answer { calls("a", &[&format!("c{place}")]) };
            let mut place = 0;
            let mut answers: Vec<Answer> = Vec::new();
            for (_, _, turns) in &runs {
                answers.extend((place..place + turns).map(turn));
                answers.push("done".into());
                place += turns;
            }
            let scripted = scripted(answers);
            let [between, before] = [between, before].map(|plan| Plan(plan, AtomicUsize::new(0)));
            let hooks = Arc::new(Changing { between, before, executable: Mutex::default() });
            let agent = Agent::new(AgentOptions {
                system_prompt: "P".into(),
                tools: named(&seeded),
                hooks: Arc::clone(&hooks) as Arc<dyn Hooks>,
                ..options(&scripted)
            });
            for (tools, with_system_message, _) in runs {
                if let Some(tools) = tools {
                    agent.set_tools(named(&tools));
                }
                let more = SystemMessage { content: "more".into(), ..SystemMessage::default() };
                let mut prompt: Vec<AgentMessage> = vec![Message::user("go", 1).into()];
                if with_system_message {
                    prompt.push(more.into());
                }
                agent.prompt(prompt).await.unwrap();
            }
            let executable = hooks.executable.lock().unwrap().clone();
            let declared: Vec<String> =
                scripted.calls().iter().map(|call| letters(current_tools(&call.messages).iter())).collect();
            prop_assert_eq!(&declared, &executable);
            let at_last = letters(current_tools(&agent.messages()).iter());
            prop_assert_eq!(Some(&at_last), executable.last());
            Ok(())
        })?;
    }
}
