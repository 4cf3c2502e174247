//! The code explainer as an agent: standing instructions in the system prompt, the task and its material in the user
//! message, no tools, and a limit in time.

use std::{sync::Arc, time::Duration};

use pith_agent::{Agent, AgentError, AgentEvent, AgentOptions, Prompt, RunOutcome};
use pith_llm::{Client, StreamEvent};
use pith_types::{AgentMessage, Content, Model, UserContent, UserMessage};

/// What the agent keeps to, whatever it is asked.
pub(crate) const INSTRUCTIONS: &str = include_str!("instructions.md");

/// A piece of code and what it is called.
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// An agent that explains code. It has no tools, so it cannot do what it must not claim to have done.
pub(crate) fn explainer(client: Client, model: impl Into<Arc<Model>>) -> Agent {
    Agent::new(AgentOptions { system_prompt: INSTRUCTIONS.trim_end().to_owned(), ..AgentOptions::new(client, model) })
}

/// The task, and the material in a block of its own, so that the two can be told apart.
pub(crate) fn question(code: Option<&Code>, now_ms: i64) -> Prompt {
    let mut blocks = vec![Content::text("Explain this code.")];
    blocks.extend(code.map(|code| Content::text(format!("<code file=\"{}\">\n{}\n</code>", code.name, code.text))));
    AgentMessage::from(UserMessage { content: UserContent::Blocks(blocks), timestamp: now_ms }).into()
}

/// Asks, shows the text as it comes, and gives up when the time is over; the agent is idle afterwards.
pub(crate) async fn explain(
    agent: &Agent,
    question: Prompt,
    limit: Duration,
    show: impl Fn(&str) + Send + Sync + 'static,
) -> Result<RunOutcome, AgentError> {
    let showing = agent.subscribe(move |event: &AgentEvent, _: &_| {
        if let AgentEvent::MessageUpdate(StreamEvent::TextDelta { delta, .. }) = event {
            show(delta);
        }
    });
    let run = agent.start_prompt(question)?;
    let timer = tokio::spawn({
        let agent = agent.clone();
        async move {
            tokio::time::sleep(limit).await;
            agent.abort();
        }
    });
    let outcome = run.await;
    timer.abort();
    agent.wait_for_idle().await;
    showing.unsubscribe();
    Ok(outcome)
}
