//! Commands that change or tell how things stand.

use std::sync::Arc;

use pith_agent::QueueMode;
use pith_app::input::{Delivery, Draft};
use pith_app::models::Registry;
use pith_app::{App, AppParts, Command, CommandError, Reply};
use pith_llm::scripted::Answer;
use pith_types::{Model, ThinkingLevel};
use serde_json::json;

use crate::stage::{Log, Stage, echo};

/// An app that can ask a plain model and one that reasons.
fn app(stage: &Stage) -> App {
    let plain = stage.model.model();
    let thinker = Model { id: "thinker".to_owned(), reasoning: true, ..plain.clone() };
    let mut models = Registry::default();
    models.add(Arc::new(plain), true);
    models.add(Arc::new(thinker), true);
    App::new(AppParts { models: Arc::new(models), tools: vec![echo()], ..stage.parts() })
}

#[tokio::test]
async fn another_model_answers_and_is_recorded_with_its_level() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    let set = |id: &str| Command::SetModel { provider: "scripted".to_owned(), id: id.to_owned() };
    let Reply::Model(model) = app.send(set("thinker")).await.unwrap() else { panic!("no model") };
    assert_eq!(model.id, "thinker");
    assert_eq!(app.set_thinking_level(ThinkingLevel::High).await, ThinkingLevel::High);
    stage.model.push("Hi.");
    assert_eq!(app.ask("hello").await.unwrap().unwrap().model, "thinker");
    let Reply::Cycled(Some(next)) = app.send(Command::CycleModel { backwards: false }).await.unwrap() else {
        panic!("nothing to cycle to")
    };
    assert_eq!(
        (next.model.id.as_str(), next.thinking_level, next.is_scoped),
        ("scripted-1", ThinkingLevel::Off, false)
    );
    let expected = ["model thinker was scripted-1", "thinking high", "thinking off", "model scripted-1 was thinker"];
    let told = log.lines().into_iter().filter(|line| line.starts_with("model") || line.starts_with("thinking"));
    assert_eq!(told.collect::<Vec<_>>(), expected);
    let changes = stage.entries().into_iter().filter(|entry| entry.ends_with("_change")).count();
    assert_eq!(changes, 6, "{:?}", stage.entries());
    let unknown = app.send(set("nobody")).await.unwrap_err();
    assert!(matches!(unknown, CommandError::NoModel { id, .. } if id == "nobody"));
}

#[tokio::test]
async fn thinking_goes_around_the_models_levels() {
    let stage = Stage::new();
    let app = app(&stage);
    assert_eq!(app.send(Command::CycleThinkingLevel).await.unwrap(), Reply::Level(None));
    assert_eq!(app.thinking_levels(), [ThinkingLevel::Off]);
    app.set_model("scripted", "thinker").await.unwrap();
    assert_eq!(app.cycle_thinking_level().await, Some(ThinkingLevel::Minimal));
    app.set_thinking_level(ThinkingLevel::Max).await;
    assert_eq!(app.cycle_thinking_level().await, Some(ThinkingLevel::Off));
}

#[tokio::test]
async fn the_state_and_the_sums_are_told() {
    let stage = Stage::new();
    let app = app(&stage);
    stage.model.set([Answer::call("c", "echo", json!({ "text": "x" })), "Done.".into()]);
    app.send(Command::SetSteeringMode(QueueMode::All)).await.unwrap();
    app.ask("go").await.unwrap();
    app.send(Command::SetName(" a name ".to_owned())).await.unwrap();
    let state = serde_json::to_value(app.state()).unwrap();
    assert_eq!(state["sessionName"], "a name");
    assert_eq!((&state["steeringMode"], &state["followUpMode"]), (&json!("all"), &json!("one-at-a-time")));
    assert_eq!((&state["isStreaming"], &state["messageCount"]), (&json!(false), &json!(5)));
    let stats = app.stats();
    assert_eq!((stats.user_messages, stats.assistant_messages), (1, 2));
    assert_eq!((stats.tool_calls, stats.tool_results, stats.total_messages), (1, 1, 5));
    assert!(stats.tokens.total > 0 && stats.tokens.total >= stats.tokens.input + stats.tokens.output);
    assert_eq!(app.last_text().as_deref(), Some("Done."));
    assert!(matches!(app.send(Command::SetName("  ".to_owned())).await, Err(CommandError::EmptyName)));
}

#[tokio::test]
async fn entries_are_listed_after_one_and_named() {
    let stage = Stage::new();
    let app = app(&stage);
    stage.model.set(["One.".into(), "Two.".into()]);
    app.ask("first").await.unwrap();
    app.ask("second").await.unwrap();
    let points = app.fork_points();
    assert_eq!(points.iter().map(|point| point.text.as_str()).collect::<Vec<_>>(), ["first", "second"]);
    let second = points[1].entry_id.clone();
    let (after, leaf) = app.entries(Some(&second)).unwrap();
    assert_eq!(after.len(), 1);
    assert_eq!(leaf.as_ref(), Some(&after[0].id));
    let log = Log::of(&app);
    app.send(Command::SetLabel { entry: second, label: Some("here".to_owned()) }).await.unwrap();
    assert_eq!(log.lines(), ["entry label"]);
    assert!(app.entries(Some("nowhere")).is_err());
    assert!(app.set_label("nowhere", None).await.is_err());
}

#[tokio::test]
async fn what_waits_can_be_taken_back() {
    let stage = Stage::new();
    let app = app(&stage);
    let queue = |text: &str, delivery| Command::Submit(Draft { delivery, ..Draft::prompt(text) });
    app.send(queue("left", Delivery::Steer)).await.unwrap();
    app.send(queue("later", Delivery::FollowUp)).await.unwrap();
    assert_eq!(app.state().pending_message_count, 2);
    let cleared = Reply::Cleared { steering: vec!["left".to_owned()], follow_up: vec!["later".to_owned()] };
    assert_eq!(app.send(Command::ClearQueue).await.unwrap(), cleared);
    assert_eq!(app.state().pending_message_count, 0);
}
