//! Steering and follow-ups through the app.

use pith_app::input::{Delivery, Draft};
use pith_app::{App, AppParts, Command, Reply};
use pith_llm::scripted::Answer;
use serde_json::json;

use crate::stage::{Log, Stage, echo};

#[tokio::test]
async fn what_waits_is_told_when_it_is_put_in_and_when_it_is_delivered() {
    let stage = Stage::new();
    stage.model.set([Answer::call("c1", "echo", json!({})), "Steered.".into(), "Followed.".into()]);
    let app = App::new(AppParts { tools: vec![echo()], ..stage.parts() });
    let log = Log::of(&app);
    app.send(Command::Submit(Draft::prompt("go"))).await.unwrap();
    let queue = |text: &str, delivery| Command::Submit(Draft { delivery, ..Draft::prompt(text) });
    assert_eq!(app.send(queue("left", Delivery::Steer)).await.unwrap(), Reply::Queued);
    assert_eq!(app.send(queue("later", Delivery::FollowUp)).await.unwrap(), Reply::Queued);
    app.settled().await;
    let told: Vec<String> = log.lines().into_iter().filter(|line| line.starts_with("queue")).collect();
    let expected = [r#"queue ["left"] []"#, r#"queue ["left"] ["later"]"#, r#"queue [] ["later"]"#, "queue [] []"];
    assert_eq!(told, expected);
    assert_eq!(log.lines().iter().filter(|line| *line == "end user").count(), 3);
    assert_eq!(log.lines().last().unwrap(), "settled aborted=false");
}

#[tokio::test]
async fn abort_ends_the_run_and_answers_when_nothing_is_running() {
    let stage = Stage::new();
    let app = App::new(stage.parts());
    assert_eq!(app.send(Command::Abort).await.unwrap(), Reply::Done);
    stage.model.push("never heard");
    let log = Log::of(&app);
    app.send(Command::Submit(Draft::prompt("go"))).await.unwrap();
    assert_eq!(app.send(Command::Abort).await.unwrap(), Reply::Done);
    assert_eq!(log.lines().last().unwrap(), "settled aborted=true");
}
