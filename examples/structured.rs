//! Asks for a value instead of a text, so that a program can branch on it.
//!
//! ```sh
//! cargo run -p pith-agent --example structured
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::sync::Arc;

use pith_agent::{Agent, AgentOptions};
use pith_llm::{
    Client, Offline,
    scripted::{Answer, Scripted},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// What a review comes to. The comments are part of the schema, and so of what the model is told.
#[derive(Debug, Deserialize, JsonSchema)]
struct Verdict {
    /// Whether the change may be merged.
    passed: bool,
    /// What is in the way, one reason each.
    reasons: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Scripted::default();
    // The first try is not valid; the model is shown why, and tries again.
    model.set([
        Answer::call("1", "answer", json!({"passed": "maybe"})),
        Answer::call("2", "answer", json!({"passed": false, "reasons": ["no test"]})),
    ]);
    let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
    let agent = Agent::new(AgentOptions::new(client, model.model()));

    let verdict: Verdict = agent.prompt_for("Review this change: …").await?;
    match verdict.passed {
        true => println!("merge it"),
        false => println!("not yet: {}", verdict.reasons.join(", ")),
    }
    println!("asked {} times", model.calls().len());
    Ok(())
}
