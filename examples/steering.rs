//! Speaks to an agent while it works: from another task, between two turns, without interrupting a tool.
//!
//! ```sh
//! cargo run -p pith-agent --example steering
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use pith_agent::{Agent, AgentOptions, Tool, ToolContext, ToolError, ToolOutput};
use pith_llm::{
    Client, Offline,
    scripted::{Answer, Scripted},
};
use pith_types::{AgentMessage, Message, ToolDeclaration};
use serde_json::{Map, Value, json};

/// Takes its time.
struct Search(ToolDeclaration);

#[async_trait]
impl Tool for Search {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    async fn execute(&self, _: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        tokio::time::sleep(Duration::from_millis(200)).await;
        Ok(ToolOutput::text("three places"))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Scripted::default();
    model.set([Answer::call("c", "search", json!({})), "Only in the tests, then: two places.".into()]);
    let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
    let search = Search(ToolDeclaration { name: "search".into(), ..ToolDeclaration::default() });
    let agent = Agent::new(AgentOptions { tools: vec![Arc::new(search)], ..AgentOptions::new(client, model.model()) });

    let person = agent.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        person.steer("Only the tests, please.");
    });
    let outcome = agent.prompt("Where is this called?").await?;
    for message in &outcome.messages {
        match message {
            AgentMessage::Model(Message::User(user)) => println!("person: {}", user.content.to_text()),
            AgentMessage::Model(Message::ToolResult(result)) => println!("tool `{}` ran", result.tool_name),
            _ => {}
        }
    }
    println!("agent: {}", outcome.text());
    Ok(())
}
