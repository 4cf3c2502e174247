//! Keeps a long conversation within a budget of tokens. What is stored stays whole, and a prompt that was changed on the
//! way stays changed.
//!
//! ```sh
//! cargo run -p pith-agent --example pruning
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::sync::Arc;

use pith_agent::{Agent, AgentOptions, Pruner};
use pith_llm::{Client, Offline, scripted::Scripted};
use pith_types::{SystemMessage, transcript::current_system_prompt};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Scripted::default();
    let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
    let agent = Agent::new(AgentOptions {
        system_prompt: "Answer in one word.".into(),
        hooks: Arc::new(Pruner::new(500)),
        ..AgentOptions::new(client, model.model())
    });
    for turn in 1..=20 {
        if turn == 2 {
            agent.steer(SystemMessage { content: "Answer in French.".into(), ..SystemMessage::default() });
        }
        model.push("Oui.");
        agent.prompt(format!("Question {turn}: {}", "and more of it, ".repeat(10))).await?;
    }
    let calls = model.calls();
    let last = calls.last().map_or(&[][..], |call| &call.messages);
    println!("stored: {} messages; sent in the end: {}", agent.messages().len(), last.len());
    println!("the prompt that was sent: {}", current_system_prompt(last).replace("\n\n", " "));
    Ok(())
}
