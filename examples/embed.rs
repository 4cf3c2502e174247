//! The whole coding agent inside another program: a session, an own tool, an own hook, events, a prompt, and a fork.
//!
//! `cargo run -p pith-app --example embed` needs no network: the model plays answers from a script. A real one is the same
//! with other parts: `pith_llm::apis::all()` and `pith_llm::transport::http::Http`.

#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::sync::Arc;

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_app::event::{AgentEvent, AppEvent, StreamEvent};
use pith_app::extension::{Extension, ExtensionError, InputVerdict, InputView};
use pith_app::tools::AppTool;
use pith_app::{App, AppParts};
use pith_llm::scripted::{Answer, Scripted};
use pith_llm::{Client, Clock, Offline};
use pith_session::{ForkPosition, NewSession, Session, Stamps};
use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

/// Real programs read the system's clock, and take random bytes from it.
struct Fixed(std::sync::atomic::AtomicU8);

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        0
    }
}

impl Stamps for Fixed {
    fn now_ms(&self) -> i64 {
        0
    }

    fn random_bytes(&self) -> [u8; 16] {
        [self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed); 16]
    }
}

/// A tool of the program's own.
struct Stock(ToolDeclaration);

impl Stock {
    fn tool() -> AppTool {
        let declaration = ToolDeclaration {
            name: "stock".to_owned(),
            description: "Says how many of an article are in stock.".to_owned(),
            parameters: json!({
                "type": "object", "properties": { "article": { "type": "string" } }, "required": ["article"],
            }),
            ..ToolDeclaration::default()
        };
        let tool = AppTool::new(Arc::new(Self(declaration)));
        AppTool { snippet: Some("How many of an article are in stock".to_owned()), ..tool }
    }
}

#[async_trait]
impl Tool for Stock {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    async fn execute(&self, arguments: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        match arguments.get("article").and_then(Value::as_str) {
            Some("bolts") => Ok(ToolOutput::text("120")),
            _ => Err(ToolError::new("no such article")),
        }
    }
}

/// A hook of the program's own: what is put in may be changed, or kept from going on.
struct Polite;

#[async_trait]
impl Extension for Polite {
    fn name(&self) -> &str {
        "polite"
    }

    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        Ok(InputVerdict::Transform { text: format!("{} Please.", input.text), images: None })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fixed = Arc::new(Fixed(std::sync::atomic::AtomicU8::new(1)));
    let model = Scripted::default();
    model.set([
        Answer::call("call-1", "stock", json!({ "article": "bolts" })),
        "There are 120 bolts.".into(),
        "Yes, that is enough.".into(),
    ]);
    let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), fixed.clone());
    let session = Session::in_memory(NewSession { cwd: "/".into(), ..NewSession::default() }, fixed);

    let app = App::new(AppParts {
        tools: vec![Stock::tool()],
        extensions: vec![Arc::new(Polite)],
        ..AppParts::new(client, model.model(), session)
    });
    app.show_to(|event: &AppEvent| match event {
        AppEvent::Agent(AgentEvent::MessageUpdate(StreamEvent::TextDelta { delta, .. })) => print!("{delta}"),
        AppEvent::Agent(AgentEvent::ToolExecutionStart { tool_name, .. }) => println!("({tool_name})"),
        AppEvent::Settled { .. } => println!(),
        _ => {}
    });
    app.announce_session().await;
    app.ask("How many bolts are there?").await?;
    app.ask("Is that enough for a bridge?").await?;

    // The second question, asked otherwise in a session of its own.
    let second = app.fork_points().pop().ok_or("nothing was asked")?;
    let forked = app.fork(&second.entry_id, ForkPosition::Before).await?;
    println!("asked before: {}", forked.text.unwrap_or_default());
    model.push("For a small one.");
    app.ask("Is that enough for a footbridge?").await?;
    Ok(())
}
