//! Adds a kind of message of one's own: kept in the transcript, shown to people, and given to the model as the application
//! says.
//!
//! ```sh
//! cargo run -p pith-agent --example own_message
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::sync::Arc;

use async_trait::async_trait;
use pith_agent::{Agent, AgentOptions, HookError, Hooks, convert_messages};
use pith_llm::{Client, Offline, scripted::Scripted};
use pith_types::{AgentMessage, CustomMessage, Message, MessageKind};
use serde::{Deserialize, Serialize};

/// What a build said.
#[derive(Serialize, Deserialize)]
struct Build {
    ok: bool,
    log: String,
    timestamp: i64,
}

impl MessageKind for Build {
    const ROLE: &'static str = "build";
}

/// Shows the model the logs of builds that failed. Without this it would see no build at all.
struct ShowBuilds;

#[async_trait]
impl Hooks for ShowBuilds {
    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        Ok(convert_messages(messages, |custom| {
            let build: Build = custom.read()?.ok()?;
            let text = format!("The build failed:\n<log>\n{}\n</log>", build.log);
            (!build.ok).then(|| Message::user(text, build.timestamp))
        }))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Scripted::default();
    model.push("A bracket is missing in line 3.");
    let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
    let agent = Agent::new(AgentOptions { hooks: Arc::new(ShowBuilds), ..AgentOptions::new(client, model.model()) });

    let passed = Build { ok: true, log: "done".into(), timestamp: 1 };
    let failed = Build { ok: false, log: "3:1 unexpected end".into(), timestamp: 2 };
    let prompt = vec![CustomMessage::of(&passed)?.into(), CustomMessage::of(&failed)?.into()];
    let outcome = agent.prompt(prompt).await?;

    let kept: Vec<String> = agent.messages().iter().map(|message| message.role().to_owned()).collect();
    let seen = model.calls().first().map_or(0, |call| call.messages.len());
    println!("kept: {}; the model saw {seen} message", kept.join(", "));
    println!("{}", outcome.text());
    Ok(())
}
