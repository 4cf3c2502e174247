//! What is stored, and how a conversation goes on.

use std::sync::Arc;

use pith_app::command::Replaced;
use pith_app::input::Draft;
use pith_app::{App, AppParts, Command};
use pith_types::{Model, ThinkingLevel};

use crate::stage::{Log, Stage, echo};

#[tokio::test]
async fn a_session_begins_with_model_and_level_then_prompt_and_messages() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let app = App::new(AppParts { name: Some("greeting".to_owned()), ..stage.parts() });
    assert!(stage.files().is_empty());
    app.ask("hello").await.unwrap();
    let expected = ["session", "session_info", "model_change", "thinking_level_change", "system", "user", "assistant"];
    assert_eq!(stage.entries(), expected);
}

#[tokio::test]
async fn a_session_that_goes_on_stores_only_what_is_different() {
    let stage = Stage::new();
    stage.model.push("One.");
    App::new(AppParts { tools: vec![echo()], ..stage.parts() }).ask("first").await.unwrap();
    let begun = stage.entries().len();

    stage.model.push("Two.");
    App::new(AppParts { tools: vec![echo()], ..stage.parts_again() }).ask("second").await.unwrap();
    assert_eq!(stage.entries()[begun..], ["user", "assistant"]);

    stage.model.push("Three.");
    let thinker = Model { id: "scripted-2".to_owned(), reasoning: true, ..stage.model.model() };
    let parts = AppParts { model: Arc::new(thinker), thinking_level: ThinkingLevel::High, ..stage.parts_again() };
    let app = App::new(parts);
    app.ask("third").await.unwrap();
    let added = ["model_change", "thinking_level_change", "system", "user", "assistant"];
    assert_eq!(stage.entries()[begun + 2..], added);
    // The tool is gone, so the change of the prompt says so.
    let messages = app.messages();
    let change = messages.iter().filter_map(|message| message.as_system()).next_back().unwrap();
    let removed: Vec<&str> = change.tools_removed.iter().flatten().map(|tool| tool.name.as_str()).collect();
    assert_eq!(removed, ["echo"]);
    assert!(change.sections.as_ref().unwrap().contains_key("tools"));
}

#[tokio::test]
async fn a_clone_right_behind_a_new_session_is_one_of_the_new_session() {
    let stage = Stage::new();
    stage.model.push("One.");
    let app = App::new(stage.parts());
    app.ask("first").await.unwrap();
    // A run is active, so that both wait for its end.
    stage.model.push("Two.");
    app.send(Command::Submit(Draft::prompt("second"))).await.unwrap();
    let (new, cloned) = tokio::join!(app.new_session(None), app.clone_session());
    assert_eq!((new.unwrap(), cloned.unwrap()), (Replaced::default(), Replaced::default()));
    assert!(app.messages().is_empty(), "{:?}", app.messages());
}

#[tokio::test]
async fn the_model_is_given_what_was_said_before() {
    let stage = Stage::new();
    stage.model.push("One.");
    App::new(stage.parts()).ask("first").await.unwrap();
    stage.model.push("Two.");
    App::new(stage.parts_again()).ask("second").await.unwrap();
    let roles: Vec<&str> = stage.model.calls()[1].messages.iter().map(|message| message.role()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_session_that_cannot_be_written_is_told_once_and_the_conversation_goes_on() {
    let stage = Stage::new();
    stage.model.set(["One.".into(), "Two.".into()]);
    let parts = stage.parts();
    // A file stands where the folder should be.
    std::fs::write(stage.folder.path().join("sessions"), "").unwrap();
    let app = App::new(parts);
    let log = Log::of(&app);
    app.ask("first").await.unwrap();
    app.ask("second").await.unwrap();
    assert_eq!(log.lines().iter().filter(|line| line.starts_with("told")).count(), 1, "{:?}", log.lines());
    assert_eq!(app.messages().len(), 5);
}
