//! What faces are shown, in which order.

use pith_app::event::AppEvent;
use pith_app::input::{Draft, InputError};
use pith_app::{App, AppParts, Command, CommandError, Reply};
use pith_llm::scripted::Answer;
use pith_types::StopReason;
use serde_json::json;

use crate::stage::{Log, Stage, echo};

#[tokio::test]
async fn a_first_answer_comes_after_prompt_and_tools_were_told() {
    let stage = Stage::new();
    stage.model.push("Hi there.");
    let app = App::new(stage.parts());
    let log = Log::of(&app);
    app.announce_session().await;
    let answer = app.ask("hello").await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Stop);
    let expected = [
        "session",
        "agent_start",
        "turn_start",
        "start system",
        "end system",
        "start user",
        "end user",
        "start assistant",
        "end assistant",
        "turn_end",
        "agent_end retry=false",
        "settled aborted=false",
    ];
    assert_eq!(log.lines(), expected);
}

#[tokio::test]
async fn the_prompt_is_told_once_and_with_the_tools_that_are_declared() {
    let stage = Stage::new();
    stage.model.set([Answer::call("c1", "echo", json!({ "text": "x" })), "Done.".into(), "Again.".into()]);
    let app = App::new(AppParts { tools: vec![echo()], ..stage.parts() });
    let log = Log::of(&app);
    app.ask("go").await.unwrap();
    app.ask("again").await.unwrap();
    assert_eq!(log.lines().iter().filter(|line| *line == "end system").count(), 1);
    assert!(log.lines().contains(&"ran echo error=false".to_owned()));
    let messages = app.messages();
    let system = messages.first().and_then(|message| message.as_system()).unwrap();
    let tools: Vec<&str> = system.tools_added.iter().flatten().map(|tool| tool.name.as_str()).collect();
    assert_eq!(tools, ["echo"]);
    let sections = system.sections.as_ref().unwrap();
    assert_eq!(sections.get("tools").unwrap().as_deref(), Some("<tools>\n- echo: Say it again\n</tools>"));
}

#[tokio::test]
async fn a_failed_answer_is_an_answer() {
    let stage = Stage::new();
    stage.model.push(Answer::error("no such luck"));
    let app = App::new(stage.parts());
    let answer = app.ask("go").await.unwrap().unwrap();
    assert_eq!((answer.stop_reason, answer.error_message.as_deref()), (StopReason::Error, Some("no such luck")));
}

#[tokio::test]
async fn what_is_shown_is_stored() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let app = App::new(stage.parts());
    let files = stage.folder.path().join("sessions");
    let seen = Log::default();
    let log = seen.clone();
    app.show_to(move |event: &AppEvent| {
        if let Some(line) = crate::stage::short(event).filter(|line| line == "end user" || line == "end assistant") {
            let mut file = std::fs::read_dir(&files).unwrap().map(|entry| entry.unwrap().path());
            let file = file.find(|path| path.extension().is_some_and(|it| it == "jsonl")).unwrap();
            log.add(&format!("{line} {}", std::fs::read_to_string(file).unwrap().lines().count()));
        }
    });
    app.ask("hello").await.unwrap();
    // Header, model, thinking level, prompt, then the message itself.
    assert_eq!(seen.lines(), ["end user 5", "end assistant 6"]);
}

#[tokio::test]
async fn a_second_prompt_while_a_run_is_active_is_refused() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let app = App::new(stage.parts());
    assert_eq!(app.send(Command::Submit(Draft::prompt("one"))).await.unwrap(), Reply::Started);
    let refused = app.send(Command::Submit(Draft::prompt("two"))).await.unwrap_err();
    assert!(matches!(refused, CommandError::Refused(InputError::Busy)));
    app.settled().await;
}
