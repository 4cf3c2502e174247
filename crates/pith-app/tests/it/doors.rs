//! Extensions at the doors of the app.

use std::sync::Arc;

use async_trait::async_trait;
use pith_app::event::AppEvent;
use pith_app::extension::{Extension, ExtensionError, InputVerdict, InputView, RunStart, Trigger};
use pith_app::input::Draft;
use pith_app::{App, AppParts, Command, CommandError, Reply};
use pith_types::{AgentMessage, Message};

use crate::stage::{Log, Stage, short};

/// Adds a message to every run, and hears everything.
struct Companion(Log);

#[async_trait]
impl Extension for Companion {
    fn name(&self) -> &str {
        "companion"
    }

    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        Ok(match input.text {
            "taken" => InputVerdict::Handled,
            "secret" => InputVerdict::Block { reason: "not for models".to_owned() },
            _ => InputVerdict::Continue,
        })
    }

    async fn before_agent_start(&self, start: &mut RunStart) -> Result<(), ExtensionError> {
        start.messages.push(Message::user("by the way", 1).into());
        match &start.trigger {
            Trigger::Prompt { text, .. } if text == "fail" => Err(ExtensionError::new("no companion today")),
            _ => Ok(()),
        }
    }

    async fn observe(&self, event: &AppEvent) {
        if short(event).as_deref() == Some("end assistant") {
            self.0.add("extension");
        }
    }
}

fn app(stage: &Stage, log: &Log) -> App {
    let extensions: Vec<Arc<dyn Extension>> = vec![Arc::new(Companion(log.clone()))];
    App::new(AppParts { extensions, ..stage.parts() })
}

#[tokio::test]
async fn messages_of_extensions_follow_the_persons_and_faces_hear_after_extensions() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let log = Log::default();
    let app = app(&stage, &log);
    let face = log.clone();
    app.show_to(move |event: &AppEvent| {
        if short(event).as_deref() == Some("end assistant") {
            face.add("face");
        }
    });
    app.ask("hello").await.unwrap();
    assert_eq!(log.lines(), ["extension", "face"]);
    let messages = app.messages();
    let said: Vec<String> = messages
        .iter()
        .filter_map(|message| match message {
            AgentMessage::Model(Message::User(user)) => Some(user.content.to_text()),
            _ => None,
        })
        .collect();
    assert_eq!(said, ["hello", "by the way"]);
}

#[tokio::test]
async fn a_failing_extension_is_told_and_the_run_starts_without_it() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let app = app(&stage, &Log::default());
    let log = Log::of(&app);
    app.ask("fail").await.unwrap();
    assert!(log.lines().contains(&"failed companion before_agent_start: no companion today".to_owned()));
    assert_eq!(stage.model.calls().len(), 1);
}

#[tokio::test]
async fn an_input_that_is_taken_or_blocked_asks_no_model() {
    let stage = Stage::new();
    let app = app(&stage, &Log::default());
    assert_eq!(app.send(Command::Submit(Draft::prompt("taken"))).await.unwrap(), Reply::Handled);
    let blocked = app.send(Command::Submit(Draft::prompt("secret"))).await.unwrap_err();
    assert!(matches!(blocked, CommandError::Blocked { reason } if reason == "not for models"));
    assert!(stage.model.calls().is_empty());
}
